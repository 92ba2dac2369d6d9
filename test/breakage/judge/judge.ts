import { type CheckerName, checkerNames } from './checker-names.ts'
import { findBankErrors } from './checkers/bank.ts'
import { findEndingErrors } from './checkers/endings.ts'
import { findEngineErrors } from './checkers/engines.ts'
import { findFileErrors } from './checkers/files.ts'
import { findGateErrors } from './checkers/gates.ts'
import { findIdempotenceErrors } from './checkers/idempotence.ts'
import { findIsolationErrors } from './checkers/isolation.ts'
import { findKeyErrors } from './checkers/keys.ts'
import { findLedgerAnomalies } from './checkers/ledger.ts'
import { findLimitErrors } from './checkers/limits.ts'
import { findRefusalErrors } from './checkers/refusals.ts'
import { findResponseErrors } from './checkers/responses.ts'
import { findRegisterErrors } from './checkers/task-register.ts'
import { type HistoryLine, type Operation, operationsOf } from './history.ts'
import { allOf } from './service-history.ts'

/** What each checker found, of the guarantees that were promised; an empty list is the only good result. */
export type Verdicts = Readonly<Partial<Record<CheckerName, readonly string[]>>>

/** Holds a history against the guarantees that its terms name. */
export function judge(lines: readonly HistoryLine[]): Verdicts {
  const operations = operationsOf(lines)
  const [terms] = allOf(operations, 'terms').map(({ asked }) => asked)
  if (terms === undefined) throw new Error('The history has no terms.')
  const { limits, keysRememberedMs, resultsKeptMs, guarantees } = terms
  const verdicts: Record<CheckerName, readonly string[]> = {
    bank: findBankErrors(operations),
    'task register': findRegisterErrors(operations),
    ledger: findLedgerAnomalies(operations).map(({ kind, explanation }) => `${kind}: ${explanation}`),
    idempotence: findIdempotenceErrors(operations, { rememberedMs: keysRememberedMs }),
    endings: findEndingErrors(operations),
    engines: findEngineErrors(operations),
    gates: findGateErrors(operations),
    files: findFileErrors(operations, { resultsKeptMs }),
    isolation: findIsolationErrors(operations),
    keys: findKeyErrors(operations),
    limits: findLimitErrors(operations, limits),
    refusals: findRefusalErrors(operations, limits),
    responses: findResponseErrors(operations),
    liveness: findStuckTasks(operations),
    archives: allOf(operations, 'misplaced').map(({ asked }) => asked),
  }
  return Object.fromEntries(
    checkerNames.filter((name) => guarantees.includes(name)).map((name) => [name, verdicts[name]]),
  )
}

/** Those that went beyond the bound, and any that are still open in the end. */
function findStuckTasks(operations: readonly Operation[]): string[] {
  const open = allOf(operations, 'final').flatMap(({ found }) =>
    (found?.tasks ?? []).filter(({ status }) => status === 'QUEUED' || status === 'PROCESSING'),
  )
  return [
    ...new Set([
      ...allOf(operations, 'stuck').map(({ asked }) => asked),
      ...open.map(({ id, status }) => `task ${id} is still ${status}`),
    ]),
  ]
}
