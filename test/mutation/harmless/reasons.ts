/**
 * Survivors by the end of the path of their file: what only their line has, how many mutants of that line survive, and why
 * they are harmless.
 */
export type Harmless = Readonly<
  Record<string, readonly (readonly [code: string, survivors: number, because: string])[]>
>

// Reasons that several survivors share.

export const onlyMysqlLocks = 'SQLite has one writer, so a lock that is left out shows on MySQL alone'
export const onlyMysqlWaits =
  'SQLite has one writer, so nobody takes a row between the statement that reads it and the one that writes it'
export const oneKeyPerTask = 'a task has one key, so the condition on the task is enough'
export const indexOnly = 'another condition holds for these rows alone; this one is what uses the index'
export const emptyList = 'SQLite accepts an empty list; MySQL does not, and tests on it notice'
export const readyIsWhole = 'a READY upload has all of these, by a CHECK of its table'
export const optimisation = 'the result is the same without it, at the price of statements'
export const secondGuard =
  'another guard in front of it makes the case impossible; it would show an error of our own'
export const toTheMillisecond = 'the two differ in one millisecond, which nobody may rely on'
