import { taskIdFrom } from '../../core/domain/ids.ts'
import type { Reader } from '../tables.ts'

/** How the tasks of a period ended at one provider. */
export interface ProviderOutcomes {
  readonly ended: number
  /** Those that failed, except for inputs that the provider refused. */
  readonly failed: number
}

/**
 * How tasks accepted since `sinceMs` ended at the provider that had them last; reads the newest `tasksMax`
 * tasks at most. Reads one range of the primary key, because ids are ordered by time.
 */
export async function listProviderOutcomes(
  db: Reader,
  { sinceMs, tasksMax }: { readonly sinceMs: number; readonly tasksMax: number },
): Promise<ReadonlyMap<string, ProviderOutcomes>> {
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('tasks')
        .select(['provider', 'status', 'error_code'])
        .where('id', '>=', taskIdFrom(sinceMs))
        .orderBy('id', 'desc')
        .limit(tasksMax)
        .as('recent'),
    )
    .select((row) => ['provider', 'error_code', row.fn.countAll<bigint>().as('count')])
    .where('status', 'in', ['SUCCEEDED', 'FAILED'])
    .groupBy(['provider', 'error_code'])
    .execute()
  const outcomes = new Map<string, ProviderOutcomes>()
  for (const { provider, error_code: code, count } of rows) {
    if (provider === null) continue
    const { ended = 0, failed = 0 } = outcomes.get(provider) ?? {}
    const isFailure = code !== null && code !== 'INVALID_INPUT'
    outcomes.set(provider, {
      ended: ended + Number(count),
      failed: failed + (isFailure ? Number(count) : 0),
    })
  }
  return outcomes
}
