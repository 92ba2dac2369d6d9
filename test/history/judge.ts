import { findBankErrors } from './checkers/bank.ts'
import { findEngineErrors } from './checkers/engines.ts'
import { findIdempotenceErrors } from './checkers/idempotence.ts'
import { findLedgerAnomalies } from './checkers/ledger.ts'
import { type AccountLimits, findLimitErrors } from './checkers/limits.ts'
import { findRegisterErrors } from './checkers/task-register.ts'
import { type HistoryLine, operationsOf } from './history.ts'

/** The guarantees that a history is held against. */
export const checkerNames = [
  'bank',
  'task register',
  'ledger',
  'idempotence',
  'engines',
  'limits',
  'liveness',
] as const
export type CheckerName = (typeof checkerNames)[number]

/** What each checker found; an empty list is the only good result. */
export type Verdicts = Readonly<Record<CheckerName, readonly string[]>>

/** `stuck` are tasks that did not end once nothing was in their way any more. */
export function judge(
  lines: readonly HistoryLine[],
  {
    limits,
    stuck,
  }: { readonly limits: Readonly<Record<string, AccountLimits>>; readonly stuck: readonly string[] },
): Verdicts {
  const operations = operationsOf(lines)
  return {
    bank: findBankErrors(operations),
    'task register': findRegisterErrors(operations),
    ledger: findLedgerAnomalies(operations).map(({ kind, explanation }) => `${kind}: ${explanation}`),
    idempotence: findIdempotenceErrors(operations),
    engines: findEngineErrors(operations),
    limits: findLimitErrors(operations, limits),
    liveness: stuck,
  }
}
