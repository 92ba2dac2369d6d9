const database = 'server/src/database'
const domain = 'server/src/core/domain'
const useCases = 'server/src/use-cases'
const worker = 'server/src/worker'

/** The files that keep each promise. What differs between the databases is in `dialect/`, which is not mutated. */
export const modules = {
  ledger: [
    `${domain}/usd.ts`,
    `${database}/ledger.ts`,
    `${database}/ledger-totals.ts`,
    `${database}/reconcile-ledger.ts`,
    `${database}/reconcile-spending.ts`,
    `${database}/accounts.ts`,
    `${database}/credits.ts`,
  ],
  tasks: [
    `${domain}/task-states.ts`,
    `${database}/task-moves.ts`,
    `${database}/cancel-tasks.ts`,
    `${database}/task-deadlines.ts`,
    `${database}/find-written.ts`,
    `${useCases}/cancel-task.ts`,
    `${worker}/settle-writer.ts`,
    `${worker}/cancel-overdue.ts`,
  ],
  queue: [
    `${database}/task-queue.ts`,
    `${database}/work-rows.ts`,
    `${database}/held-tasks.ts`,
    `${database}/coordination/queue-heads.ts`,
    `${worker}/take-over-tasks.ts`,
  ],
  leases: [
    `${database}/task-leases.ts`,
    `${database}/live-workers.ts`,
    `${database}/sweep-runs.ts`,
    `${useCases}/sweeps.ts`,
    `${worker}/recover-leases.ts`,
  ],
  idempotency: [
    `${database}/idempotency-keys.ts`,
    `${useCases}/accept-generation.ts`,
    `${useCases}/accept-writer.ts`,
  ],
  limits: [
    `${database}/account-limits.ts`,
    `${database}/key-limits.ts`,
    `${database}/key-spending.ts`,
    `${database}/running-limits.ts`,
  ],
  uploads: [
    `${domain}/upload-states.ts`,
    `${database}/uploads/*.ts`,
    `${useCases}/uploads.ts`,
    `${useCases}/complete-upload.ts`,
    `${useCases}/verify-upload.ts`,
    `${useCases}/judge-upload.ts`,
    `${useCases}/unused-uploads.ts`,
  ],
} as const satisfies Record<string, readonly string[]>

export type ModuleName = keyof typeof modules
