/** What the exit code of a command says. */
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
  interrupted: 130,
  terminated: 143,
} as const satisfies Record<string, number>

export type ExitCodeName = keyof typeof exitCodes

/** The same in words, as the help and the README have it. */
export const exitMeanings: Readonly<Record<ExitCodeName, string>> = {
  ok: 'It is done',
  other: 'Something that is not foreseen here went wrong',
  usage: 'The command is not right, or the service refuses what it asks for; nothing was charged',
  unauthenticated: 'The API key is missing, unknown or revoked',
  insufficientBalance: 'The balance does not cover the price; nothing was reserved',
  costLimit: 'It would cost more than --max-cost; nothing was sent',
  fileRejected: 'The picture cannot be used: its format, its size or its pixels',
  notFound: 'There is no such task or upload in this account',
  conflict: 'The idempotency key stands for another request, or the task can no longer be cancelled',
  rateLimited: 'More generations in a minute, or more open uploads, than the account may have',
  taskFailed: 'The task came to nothing and was refunded',
  taskCancelled: 'The task was cancelled and refunded',
  waitTimeout: 'The task was not over in the time of --timeout; it goes on',
  submitAmbiguous: 'No answer came: not known whether the task was accepted',
  unavailable: 'The service cannot be reached, or cannot do this right now',
  notSaved: 'The task succeeded, and its result could not be fetched or written; it stays there',
  storageFull: 'The uploads of the account take up all its space; the operator can free some',
  interrupted: 'Ctrl-C; an accepted task goes on',
  terminated: 'SIGTERM; an accepted task goes on',
}
