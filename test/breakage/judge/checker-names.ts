/** The guarantees that a history is held against. */
export const checkerNames = [
  'bank',
  'task register',
  'ledger',
  'idempotence',
  'endings',
  'engines',
  'gates',
  'files',
  'isolation',
  'keys',
  'limits',
  'refusals',
  'responses',
  'liveness',
  'archives',
] as const
export type CheckerName = (typeof checkerNames)[number]
