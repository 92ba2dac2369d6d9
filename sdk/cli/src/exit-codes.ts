/** The exit codes of every command. */
export const exitCodes = {
  ok: 0,
  other: 1,
  usage: 2,
  unauthenticated: 3,
  insufficientBalance: 4,
  costLimit: 5,
  fileRejected: 6,
  notFound: 7,
  conflict: 8,
  rateLimited: 9,
  taskFailed: 10,
  taskCancelled: 11,
  waitTimeout: 12,
  submitAmbiguous: 13,
  unavailable: 14,
  notSaved: 15,
  storageFull: 16,
  forbidden: 17,
  interrupted: 130,
  terminated: 143,
} as const satisfies Record<string, number>

export type ExitCodeName = keyof typeof exitCodes

/** The meaning of each exit code, as in the help and the README. */
export const exitMeanings: Readonly<Record<ExitCodeName, string>> = {
  ok: 'Success',
  other: 'Unexpected error',
  usage: 'The command is invalid, or the service rejected the request; nothing was charged',
  unauthenticated: 'The API key is missing, unknown, revoked or expired',
  insufficientBalance: 'The balance does not cover the price; nothing was reserved',
  costLimit: 'The price is higher than --max-cost; nothing was sent',
  fileRejected: 'The input image is not usable: its format, its size in bytes or its dimensions',
  notFound: 'The account has no such task or upload, or the result is removed',
  conflict:
    'The idempotency key belongs to another request, or the task or upload cannot be cancelled or deleted now',
  rateLimited: 'Too many generations per minute, unfinished tasks or open uploads',
  taskFailed: 'The task failed and was refunded',
  taskCancelled: 'The task was cancelled and refunded',
  waitTimeout: 'The task did not finish within --timeout; it continues',
  submitAmbiguous: 'The response was lost: the task may or may not have been accepted',
  unavailable: 'The service is unreachable, or temporarily cannot do this',
  notSaved: 'The task succeeded, but its result could not be downloaded or saved; the service keeps it',
  storageFull: 'The account has no space left for uploads; delete some',
  forbidden:
    'The API key may not do this or has reached its spending limit, or the account is suspended or closed; nothing was reserved',
  interrupted: 'Ctrl-C; an accepted task continues',
  terminated: 'SIGTERM; an accepted task continues',
}
