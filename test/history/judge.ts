import { findBankErrors } from './checkers/bank.ts'
import { findEngineErrors } from './checkers/engines.ts'
import { findFileErrors } from './checkers/files.ts'
import { findGateErrors } from './checkers/gates.ts'
import { findIdempotenceErrors } from './checkers/idempotence.ts'
import { findIsolationErrors } from './checkers/isolation.ts'
import { findLedgerAnomalies } from './checkers/ledger.ts'
import { findLimitErrors } from './checkers/limits.ts'
import { findRefusalErrors } from './checkers/refusals.ts'
import { findResponseErrors } from './checkers/responses.ts'
import { findRegisterErrors } from './checkers/task-register.ts'
import { type HistoryLine, operationsOf } from './history.ts'
import type { AccountLimits } from './service-history.ts'

/** The guarantees that a history is held against. */
export const checkerNames = [
  'bank',
  'task register',
  'ledger',
  'idempotence',
  'engines',
  'gates',
  'files',
  'isolation',
  'limits',
  'refusals',
  'responses',
  'liveness',
] as const
export type CheckerName = (typeof checkerNames)[number]

/** What each checker found; an empty list is the only good result. */
export type Verdicts = Readonly<Record<CheckerName, readonly string[]>>

/** What the service under test is told, and what its checkers must know of it. */
export interface Terms {
  readonly limits: Readonly<Record<string, AccountLimits>>
  /** How long an idempotency key is remembered. */
  readonly keysRememberedMs: number
  readonly resultsKeptMs: number
}

/** `stuck` are tasks that did not end once nothing was in their way any more. */
export function judge(
  lines: readonly HistoryLine[],
  { limits, keysRememberedMs, resultsKeptMs, stuck }: Terms & { readonly stuck: readonly string[] },
): Verdicts {
  const operations = operationsOf(lines)
  return {
    bank: findBankErrors(operations),
    'task register': findRegisterErrors(operations),
    ledger: findLedgerAnomalies(operations).map(({ kind, explanation }) => `${kind}: ${explanation}`),
    idempotence: findIdempotenceErrors(operations, { rememberedMs: keysRememberedMs }),
    engines: findEngineErrors(operations),
    gates: findGateErrors(operations),
    files: findFileErrors(operations, { resultsKeptMs }),
    isolation: findIsolationErrors(operations),
    limits: findLimitErrors(operations, limits),
    refusals: findRefusalErrors(operations, limits),
    responses: findResponseErrors(operations),
    liveness: stuck,
  }
}
