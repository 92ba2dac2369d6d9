import { sql } from 'kysely'
import type { TaskErrorCode } from '../../core/domain/tasks/task-states.ts'
import { parseStored } from '../stored-json.ts'
import type { EngineCallOutcome, Reader } from '../tables.ts'
import { lastEngine, tasksByEnd } from '../tasks/task-ends.ts'

/** What came of a provider's work in an hour, and what went wrong in a day. */
export interface ProviderOutcomes {
  /** Tasks that succeeded or failed within the hour and that it had last, or refused last and so failed. */
  readonly ended: number
  /** Those that failed, except for inputs that the provider refused. */
  readonly failed: number
  /** Its calls of the hour that ended without a result, except that it was busy. Other providers may have served their tasks. */
  readonly callsFailed: number
  /** Tasks that ended within the hour at another provider, because this one was down when it was its turn. */
  readonly passedOver: number
  /** Failed tasks that it had or refused last, by code. */
  readonly failures: readonly (Counts & { readonly code: TaskErrorCode })[]
  /** Its calls that ended without a result. */
  readonly calls: readonly (Counts & { readonly outcome: EngineCallOutcome })[]
  /** The last error of the day that is the provider's: not an input that it refused, nor that it was busy. */
  readonly lastError: ProviderError | undefined
}

interface Counts {
  readonly inAnHour: number
  readonly inADay: number
}

export interface ProviderError {
  readonly atMs: number
  readonly what: EngineCallOutcome | TaskErrorCode
  readonly reason: string | undefined
  readonly taskId: string
}

export const noOutcomes: ProviderOutcomes = {
  ended: 0,
  failed: 0,
  callsFailed: 0,
  passedOver: 0,
  failures: [],
  calls: [],
  lastError: undefined,
}

/** Since when the hour and the day are counted. */
export interface OutcomePeriods {
  readonly hourFromMs: number
  readonly dayFromMs: number
}

/** The outcomes by provider; reads ranges of the indexes on ends, of the day the rows of failures alone. */
export async function listProviderOutcomes(
  db: Reader,
  periods: OutcomePeriods,
): Promise<ReadonlyMap<string, ProviderOutcomes>> {
  const outcomes = new Map<string, ProviderOutcomes>()
  const update = (
    provider: string,
    change: (before: ProviderOutcomes) => Partial<ProviderOutcomes>,
  ): void => {
    const before = outcomes.get(provider) ?? noOutcomes
    outcomes.set(provider, { ...before, ...change(before) })
  }
  for (const { provider, errorCode, passedOver, count } of await countEnds(db, periods.hourFromMs)) {
    const isFailure = errorCode !== undefined && errorCode !== 'INVALID_INPUT'
    if (provider !== undefined)
      update(provider, ({ ended, failed }) => ({
        ended: ended + count,
        failed: failed + (isFailure ? count : 0),
      }))
    for (const name of passedOver) update(name, (before) => ({ passedOver: before.passedOver + count }))
  }
  for (const { provider, code, lastMs, ...counts } of await countFailures(db, periods)) {
    const error =
      code === 'INVALID_INPUT' ? undefined : await findFailure(db, { provider, code, atMs: lastMs })
    update(provider, ({ failures, lastError }) => ({
      failures: [...failures, { code, ...counts }],
      lastError: later(lastError, error),
    }))
  }
  for (const { provider, outcome, lastMs, ...counts } of await countCalls(db, periods)) {
    const isError = outcome !== 'busy'
    const error = isError ? await findCall(db, { provider, outcome, atMs: lastMs }) : undefined
    update(provider, ({ calls, callsFailed, lastError }) => ({
      calls: [...calls, { outcome, ...counts }],
      callsFailed: callsFailed + (isError ? counts.inAnHour : 0),
      lastError: later(lastError, error),
    }))
  }
  return outcomes
}

function later(one: ProviderError | undefined, other: ProviderError | undefined): ProviderError | undefined {
  return one === undefined || (other !== undefined && other.atMs > one.atMs) ? other : one
}

async function countEnds(db: Reader, fromMs: number) {
  const rows = await db
    .selectFrom(tasksByEnd)
    .select((row) => [
      lastEngine.as('engine'),
      'error_code',
      'passed_over',
      row.fn.countAll<bigint>().as('count'),
    ])
    .where('completed_at', '>=', BigInt(fromMs))
    .where('status', 'in', ['SUCCEEDED', 'FAILED'])
    .groupBy(['engine', 'error_code', 'passed_over'])
    .execute()
  return rows.map((row) => ({
    provider: row.engine ?? undefined,
    errorCode: row.error_code ?? undefined,
    passedOver: row.passed_over === null ? [] : parseStored<readonly string[]>(row.passed_over),
    count: Number(row.count),
  }))
}

async function countFailures(db: Reader, { hourFromMs, dayFromMs }: OutcomePeriods) {
  const rows = await db
    .selectFrom(tasksByEnd)
    .select((row) => [
      lastEngine.as('engine'),
      'error_code',
      row.fn.countAll<bigint>().as('day'),
      sql<bigint | string>`sum(case when completed_at >= ${BigInt(hourFromMs)} then 1 else 0 end)`.as('hour'),
      row.fn.max('completed_at').as('last'),
    ])
    .where('completed_at', '>=', BigInt(dayFromMs))
    .where('error_code', 'is not', null)
    .groupBy(['engine', 'error_code'])
    .orderBy('engine')
    .orderBy('error_code')
    .execute()
  return rows.flatMap(({ engine: provider, error_code: code, day, hour, last }) =>
    provider === null || code === null
      ? []
      : [{ provider, code, inAnHour: Number(hour), inADay: Number(day), lastMs: Number(last) }],
  )
}

async function countCalls(db: Reader, { hourFromMs, dayFromMs }: OutcomePeriods) {
  const rows = await db
    .selectFrom('engine_calls')
    .select((row) => [
      'provider',
      'outcome',
      row.fn.countAll<bigint>().as('day'),
      sql<bigint | string>`sum(case when ended_at >= ${BigInt(hourFromMs)} then 1 else 0 end)`.as('hour'),
      row.fn.max('ended_at').as('last'),
    ])
    .where('ended_at', '>=', BigInt(dayFromMs))
    .groupBy(['provider', 'outcome'])
    .orderBy('provider')
    .orderBy('outcome')
    .execute()
  return rows.map(({ provider, outcome, day, hour, last }) => ({
    provider,
    outcome,
    inAnHour: Number(hour),
    inADay: Number(day),
    lastMs: Number(last),
  }))
}

async function findFailure(
  db: Reader,
  {
    provider,
    code,
    atMs,
  }: { readonly provider: string; readonly code: TaskErrorCode; readonly atMs: number },
): Promise<ProviderError | undefined> {
  const row = await db
    .selectFrom(tasksByEnd)
    .select(['id', 'error_message'])
    .where('completed_at', '=', BigInt(atMs))
    .where('error_code', '=', code)
    .where(lastEngine, '=', provider)
    .limit(1)
    .executeTakeFirst()
  return row && { atMs, what: code, reason: row.error_message || undefined, taskId: row.id }
}

async function findCall(
  db: Reader,
  {
    provider,
    outcome,
    atMs,
  }: { readonly provider: string; readonly outcome: EngineCallOutcome; readonly atMs: number },
): Promise<ProviderError | undefined> {
  const row = await db
    .selectFrom('engine_calls')
    .select(['task_id', 'reason'])
    .where('ended_at', '=', BigInt(atMs))
    .where('provider', '=', provider)
    .where('outcome', '=', outcome)
    .limit(1)
    .executeTakeFirst()
  return row && { atMs, what: outcome, reason: row.reason ?? undefined, taskId: row.task_id }
}
