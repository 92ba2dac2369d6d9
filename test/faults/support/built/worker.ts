import * as recover from '../../../../server/dist/use-cases/recover-leases.js'
import * as run from '../../../../server/dist/use-cases/run-task.js'
import * as loop from '../../../../server/dist/use-cases/worker-loop.js'

// See wire.ts beside this file.
export const { recoverLeases } =
  recover as unknown as typeof import('../../../../server/src/use-cases/recover-leases.ts')
export const { runTask } = run as unknown as typeof import('../../../../server/src/use-cases/run-task.ts')
export const { createWorkerLoop } =
  loop as unknown as typeof import('../../../../server/src/use-cases/worker-loop.ts')
