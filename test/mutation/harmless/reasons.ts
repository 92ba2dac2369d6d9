/**
 * Survivors by the end of the path of their file: the function or constant that has them, each as the operator and which of
 * its mutants there it is, and why they are harmless.
 */
export type Harmless = Readonly<
  Record<string, readonly (readonly [name: string, mutants: readonly string[], because: string])[]>
>

// Reasons that several survivors share.

export const onlyMysqlLocks = 'SQLite has one writer, so a lock that is left out shows on MySQL alone'
export const oneKeyPerTask = 'a task has one key, so the condition on the task is enough'
export const indexOnly = 'another condition holds for these rows alone; this one is what uses the index'
export const emptyList = 'SQLite accepts an empty list; MySQL does not, and tests on it notice'
export const moreRows =
  'the result is the same, but more rows are read or locked than needed; test/faults/query-plans.test.ts notices it'
export const oddIdsOnMysql =
  'SQLite finds no row with such an id; MySQL refuses some and ignores spaces at the end, and test/integration/odd-ids.test.ts notices it'
export const optimisation = 'the result is the same without it, at the price of statements'
export const secondGuard =
  'another guard in front of it makes the case impossible; it would show an error of our own'
export const toTheMillisecond = 'the two differ in one millisecond, which nobody may rely on'
