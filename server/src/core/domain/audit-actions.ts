/** Operators' actions that change the service, grant access or show what customers made; each is recorded. */
export const auditActions = [
  'create-account',
  'set-account',
  'credit-account',
  'debit-account',
  'suspend-account',
  'resume-account',
  'close-account',
  'set-account-limits',
  'issue-api-key',
  'rotate-api-key',
  'set-api-key',
  'revoke-api-key',
  'delete-uploads',
  'delete-account-data',
  'cancel-task',
  'retry-task',
  'pause-engine',
  'resume-engine',
  'pause-product',
  'resume-product',
  'archive-tasks',
  'restore-archive',
  'show-result',
  'sign-in',
] as const

export type AuditAction = (typeof auditActions)[number]
