import { globSync } from 'node:fs'
import { SetUpError } from '../../scripts/set-up/project.mjs'

const database = 'server/src/database'
const domain = 'server/src/core/domain'
const useCases = 'server/src/use-cases'
const worker = 'server/src/worker'
const contract = 'test/contract'
const integration = 'test/integration'

/** Files that keep a promise together, and the tests that say which. */
export interface Module {
  readonly files: readonly string[]
  /** Those that run in one process, on SQLite, and alone have to notice every change. */
  readonly tests: readonly string[]
}

/** What differs between the databases is in `dialect/`, which has no mutants here. */
export const modules = {
  ledger: {
    files: [
      `${domain}/money/usd.ts`,
      `${database}/money/{ledger,credits-and-debits}.ts`,
      `${database}/reconciliation/*.ts`,
      `${database}/accounts/accounts.ts`,
    ],
    tests: [
      `${domain}/money/usd.test.ts`,
      `${integration}/{money,debits,settle-together,accept-together,lost-commit,task-lifecycle}.test.ts`,
      `${integration}/{account-limits,account-states,key-limits,find-accounts,other-accounts,reconcile-ledger,ledger-closings,recount-usage}.test.ts`,
      `${integration}/{admin-commands,operator-actions,operator-inspection}.test.ts`,
    ],
  },
  tasks: {
    files: [
      `${domain}/tasks/task-states.ts`,
      `${database}/tasks/{task-moves,cancel-tasks,deadlines}.ts`,
      `${database}/find-written.ts`,
      `${useCases}/tasks/cancel-task.ts`,
      `${worker}/{settle-writer,cancel-overdue}.ts`,
    ],
    tests: [
      `${domain}/tasks/task-states.test.ts`,
      `${integration}/{task-lifecycle,money,settle-together,accept-together,lost-commit}.test.ts`,
      `${integration}/{cancel-task,cancel-after,overdue-races,account-limits,key-limits}.test.ts`,
      `${integration}/{usage,crash-recovery,engine-calls}.test.ts`,
    ],
  },
  queue: {
    files: [
      `${database}/tasks/claim-tasks.ts`,
      `${database}/queue/{queue,queue-rows,blocked-tasks,permits}.ts`,
      'server/src/coordination/queue-heads.ts',
      `${worker}/take-over-tasks.ts`,
    ],
    tests: [
      `${integration}/{queue-heads,fair-queue,running-limits,blocked-tasks,cancel-task,cancel-after}.test.ts`,
      `${integration}/{claim-order,crash-recovery,live-workers,task-lifecycle,sweeps}.test.ts`,
    ],
  },
  leases: {
    files: [
      `${database}/{tasks/leases,queue/live-workers,sweep-runs}.ts`,
      `${useCases}/sweeps/sweeps.ts`,
      `${worker}/recover-leases.ts`,
    ],
    tests: [
      `${integration}/{crash-recovery,live-workers,worker-loop,worker-stop,sweeps}.test.ts`,
      `${integration}/{gates-that-outlast,idempotency-key,account-limits,reconcile-ledger,retention,traces}.test.ts`,
    ],
  },
  idempotency: {
    files: [
      `${database}/tasks/idempotency-keys.ts`,
      `${useCases}/tasks/{accept-generation,accept-writer}.ts`,
    ],
    tests: [
      `${contract}/{generations,idempotency}.test.ts`,
      `${integration}/{idempotency-key,accept-generation,accept-together,account-limits,lost-commit}.test.ts`,
      `${integration}/{cancel-after,missing-input,delete-account-data,unused-uploads}.test.ts`,
      `${integration}/{effect-presets,effects-of-engines,price-and-size,traces,circuit-breaker}.test.ts`,
    ],
  },
  limits: {
    files: [`${database}/{accounts/task-limits,money/key-spending,queue/running-limits}.ts`],
    tests: [
      `${integration}/{account-limits,account-states,key-limits,other-accounts,lost-commit}.test.ts`,
      `${integration}/{running-limits,blocked-tasks,claim-order}.test.ts`,
    ],
  },
  uploads: {
    files: [
      `${domain}/uploads/upload-states.ts`,
      `${database}/uploads/*.ts`,
      `${useCases}/uploads/{uploads,complete-upload,claimed-upload,join-completions,verify-upload}.ts`,
      `${useCases}/sweeps/unused-uploads.ts`,
    ],
    tests: [
      `${domain}/uploads/upload-states.test.ts`,
      `${useCases}/uploads/join-completions.test.ts`,
      `${contract}/uploads.test.ts`,
      `${integration}/{upload-flow,upload-completion,upload-limits,upload-moments}.test.ts`,
      `${integration}/{unused-uploads,sweeps,operator-actions,account-states,missing-input}.test.ts`,
      `${integration}/{lost-commit,delete-account-data,other-accounts,gates-that-outlast}.test.ts`,
    ],
  },
} as const satisfies Record<string, Module>

export type ModuleName = keyof typeof modules

/** The paths of a module's files or tests. Throws a SetUpError that names what is not there any more. */
export function pathsOf(patterns: readonly string[]): string[] {
  return patterns.flatMap((pattern) => {
    const [, before = '', names = '', after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? []
    const single = names === '' ? [pattern] : names.split(',').map((name) => `${before}${name}${after}`)
    return single.flatMap((path) => {
      const found = globSync(path)
      if (found.length === 0) throw new SetUpError(`test/mutation/modules.ts names ${path}, which is gone`)
      return found
    })
  })
}
