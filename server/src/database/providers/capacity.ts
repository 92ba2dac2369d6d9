import type { Task } from '../../core/domain/tasks/task.ts'
import type { Provider } from '../../core/ports/provider.ts'
import type { Database, Tx } from '../database.ts'
import type { Reader } from '../tables.ts'
import { type EndedEngineCall, insertEngineCall } from '../tasks/engine-calls.ts'
import { setSubmission } from '../tasks/tasks.ts'

export type ReservedStart =
  /** `atMs`: when, by the clock of the database. */
  | { readonly kind: 'reserved'; readonly atMs: number }
  /** One more job would exceed the capacity; `waitMs` is the least time until that changes, if it is known. */
  | { readonly kind: 'full'; readonly waitMs: number }
  /** Another worker has the task by now. */
  | { readonly kind: 'lost' }

/**
 * Saves the intent to start a task at a provider if it has capacity for one more job. Starts at a provider whose
 * capacity is bounded are counted one after the other, so that the bounds hold over all workers. A task in the queue
 * whose job is still running at the engine is not counted. `previous` is the call that this one repeats, `passedOver` the
 * providers before this one that are down.
 */
export async function reserveStart(
  database: Database,
  task: Pick<Task, 'id' | 'epoch'>,
  provider: Pick<Provider, 'name' | 'capacity'>,
  {
    previous,
    passedOver,
  }: { readonly previous?: EndedEngineCall | undefined; readonly passedOver?: readonly string[] } = {},
): Promise<ReservedStart> {
  const reserve = (): Promise<ReservedStart> =>
    database.transaction(async (tx) => {
      const waitMs = await waitForRoom(tx, task.id, provider)
      if (waitMs !== undefined) return { kind: 'full', waitMs }
      const isOurs = await setSubmission(
        tx,
        task,
        { kind: 'intended', provider: provider.name },
        { passedOver },
      )
      if (!isOurs) return { kind: 'lost' }
      if (previous !== undefined) await insertEngineCall(tx, previous)
      return { kind: 'reserved', atMs: tx.nowMs }
    })
  return reserve().catch((error: unknown) => {
    // Another worker's first start has inserted the provider's row by now.
    if (database.classify(error) !== 'duplicate') throw error
    return reserve()
  })
}

/** Counts the start; or returns the wait until there is capacity, and counts nothing. */
async function waitForRoom(
  tx: Tx,
  taskId: string,
  { name, capacity = {} }: Pick<Provider, 'name' | 'capacity'>,
): Promise<number | undefined> {
  const { concurrency, requestsPerMinute } = capacity
  if (concurrency === undefined && requestsPerMinute === undefined) return undefined
  const nextStartMs = await lockProvider(tx, name)
  if (concurrency !== undefined && (await countOthers(tx.db, name, taskId)) >= concurrency) return 0
  if (requestsPerMinute === undefined) return undefined
  const { waitMs, nextMs } = evenStarts(requestsPerMinute, { nextMs: nextStartMs, nowMs: tx.nowMs })
  if (waitMs > 0) return waitMs
  await tx.db
    .updateTable('provider_starts')
    .set({ next_start_at: BigInt(nextMs) })
    .where('provider', '=', name)
    .execute()
  return undefined
}

async function lockProvider(tx: Tx, provider: string): Promise<number> {
  const row = await tx.db
    .selectFrom('provider_starts')
    .select('next_start_at')
    .where('provider', '=', provider)
    .modifyEnd(tx.dialect.forUpdate)
    .executeTakeFirst()
  if (row !== undefined) return Number(row.next_start_at)
  await tx.db.insertInto('provider_starts').values({ provider, next_start_at: 0n }).execute()
  return 0
}

/** Tasks of workers that have been, or are about to be, submitted to the provider. */
async function countOthers(db: Reader, provider: string, taskId: string): Promise<number> {
  const { count } = await db
    .selectFrom('task_leases')
    .innerJoin('tasks', 'tasks.id', 'task_leases.task_id')
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .where('tasks.provider', '=', provider)
    .where('tasks.id', '!=', taskId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * The generic cell rate algorithm (ITU-T I.371): a quarter of a minute's starts may come at once, the rest
 * evenly spaced, so that no 60 seconds contain more than `requestsPerMinute`.
 */
export function evenStarts(
  requestsPerMinute: number,
  { nextMs, nowMs }: { readonly nextMs: number; readonly nowMs: number },
): { readonly waitMs: number; readonly nextMs: number } {
  const burst = Math.floor(requestsPerMinute / 4)
  const intervalMs = 60_000 / (requestsPerMinute - burst)
  const waitMs = Math.max(0, Math.ceil(nextMs - burst * intervalMs - nowMs))
  return { waitMs, nextMs: Math.ceil(Math.max(nextMs, nowMs) + intervalMs) }
}

/** How many starts `evenStarts` would admit at this moment. */
export function startsLeft(
  requestsPerMinute: number,
  { nextMs, nowMs }: { readonly nextMs: number; readonly nowMs: number },
): number {
  const burst = Math.floor(requestsPerMinute / 4)
  const intervalMs = 60_000 / (requestsPerMinute - burst)
  const spareMs = nowMs + burst * intervalMs - Math.max(nextMs, nowMs)
  return spareMs < 0 ? 0 : Math.floor(spareMs / intervalMs) + 1
}

/**
 * When the next start at each provider would be due if starts came evenly; a provider that never had a start
 * is absent.
 */
export async function listNextStarts(db: Reader): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('provider_starts').selectAll().execute()
  return new Map(rows.map((row) => [row.provider, Number(row.next_start_at)]))
}

/** How many tasks workers have, by product and by the provider they were submitted to. */
export async function listTasksInHand(
  db: Reader,
): Promise<
  readonly { readonly product: Task['type']; readonly provider: string | undefined; readonly count: number }[]
> {
  const rows = await db
    .selectFrom('task_leases')
    .innerJoin('tasks', 'tasks.id', 'task_leases.task_id')
    .select((row) => ['tasks.type', 'tasks.provider', row.fn.countAll<bigint>().as('count')])
    .groupBy(['tasks.type', 'tasks.provider'])
    .execute()
  return rows.map(({ type, provider, count }) => ({
    product: type,
    provider: provider ?? undefined,
    count: Number(count),
  }))
}
