import type { Reader } from '../tables.ts'
import { tasksByEnd } from '../tasks/task-ends.ts'

/** What came of a provider's work since a time. */
export interface ProviderOutcomes {
  /** Tasks that succeeded or failed, and that it had last. */
  readonly ended: number
  /** Those that failed, except for inputs that the provider refused. */
  readonly failed: number
  /** Its calls that ended without a result, except that it was busy. Other providers may have served their tasks. */
  readonly callsFailed: number
}

export const noOutcomes: ProviderOutcomes = { ended: 0, failed: 0, callsFailed: 0 }

/** The outcomes since a time by provider; reads ranges of the indexes on ends. */
export async function listProviderOutcomes(
  db: Reader,
  sinceMs: number,
): Promise<ReadonlyMap<string, ProviderOutcomes>> {
  const outcomes = new Map<string, ProviderOutcomes>()
  const add = (provider: string, more: Partial<ProviderOutcomes>): void => {
    const { ended, failed, callsFailed } = outcomes.get(provider) ?? noOutcomes
    outcomes.set(provider, {
      ended: ended + (more.ended ?? 0),
      failed: failed + (more.failed ?? 0),
      callsFailed: callsFailed + (more.callsFailed ?? 0),
    })
  }
  const ends = await db
    .selectFrom(tasksByEnd)
    .select((row) => ['provider', 'error_code', row.fn.countAll<bigint>().as('count')])
    .where('completed_at', '>=', BigInt(sinceMs))
    .where('status', 'in', ['SUCCEEDED', 'FAILED'])
    .groupBy(['provider', 'error_code'])
    .execute()
  for (const { provider, error_code: code, count } of ends) {
    const isFailure = code !== null && code !== 'INVALID_INPUT'
    if (provider !== null) add(provider, { ended: Number(count), failed: isFailure ? Number(count) : 0 })
  }
  const calls = await db
    .selectFrom('engine_calls')
    .select((row) => ['provider', row.fn.countAll<bigint>().as('count')])
    .where('ended_at', '>=', BigInt(sinceMs))
    .where('outcome', '!=', 'busy')
    .groupBy('provider')
    .execute()
  for (const { provider, count } of calls) add(provider, { callsFailed: Number(count) })
  return outcomes
}
