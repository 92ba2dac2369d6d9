import * as recover from '../../../../server/dist/worker/recover-leases.js'
import * as run from '../../../../server/dist/worker/run-task.js'
import * as loop from '../../../../server/dist/worker/worker-loop.js'

// See wire.ts beside this file.
export const { recoverLeases } =
  recover as unknown as typeof import('../../../../server/src/worker/recover-leases.ts')
export const { runTask } = run as unknown as typeof import('../../../../server/src/worker/run-task.ts')
export const { createWorkerLoop } =
  loop as unknown as typeof import('../../../../server/src/worker/worker-loop.ts')
