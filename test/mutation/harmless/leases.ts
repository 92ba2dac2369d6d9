import { type Harmless, indexOnly, optimisation } from './reasons.ts'

export const leases: Harmless = {
  'database/task-leases.ts': [
    ["where('task_id', 'in', [...epochs.keys()])", 1, indexOnly],
    ['if (numUpdatedRows === BigInt(epochs.size)) return []', 1, optimisation],
  ],
  'worker/recover-leases.ts': [
    ['if (!leaseLost.has(ending))', 1, 'its lease is locked since it was read, so nobody else ends the task'],
  ],
}
