import { type Harmless, indexOnly, optimisation } from './reasons.ts'

export const leases: Harmless = {
  'tasks/leases.ts': [
    ['extendLeases', ['Guard 3'], indexOnly],
    ['extendLeases', ['ConditionalExpression 2'], optimisation],
  ],
  'recover-leases.ts': [
    [
      'recoverBatch',
      ['ConditionalExpression 3'],
      'its lease is locked since it was read, so nobody else ends the task',
    ],
  ],
}
