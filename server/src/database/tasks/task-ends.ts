import { sql } from 'kysely'
import type { TaskEnds } from '../../core/domain/generation/failing-products.ts'
import type { Task } from '../../core/domain/tasks/task.ts'
import { type TaskErrorCode, taskMoves } from '../../core/domain/tasks/task-states.ts'
import type { Reader, Tables } from '../tables.ts'

/** How the tasks of all accounts ended since a time: counts are exact, however many tasks wait. */

/**
 * The table by its index on ends, which a task enters when it ends. Unforced, the database reads all of a table of
 * which a large part ended since then; elsewhere the hint is a comment.
 */
export const tasksByEnd = sql<Tables['tasks']>`tasks`.as<'tasks'>(sql`tasks /*! force index (tasks_ended) */`)

/** The engine that had a task last; of a failed one that none took, the one that refused it last. */
export const lastEngine = sql<
  string | null
>`coalesce(tasks.provider, case when tasks.error_code is not null then (
  select engine_calls.provider from engine_calls
  where engine_calls.task_id = tasks.id order by engine_calls.id desc limit 1
) end)`

/** How many tasks ended since then, by product and by how; reads the row of each, so the time should be short. */
export async function countEnds(db: Reader, sinceMs: number): Promise<TaskEnds[]> {
  const rows = await db
    .selectFrom(tasksByEnd)
    .select((row) => ['type', 'status', 'error_code', row.fn.countAll<bigint>().as('count')])
    .where('completed_at', '>=', BigInt(sinceMs))
    .groupBy(['type', 'status', 'error_code'])
    .execute()
  return rows.map((row) => ({
    product: row.type,
    status: row.status,
    errorCode: row.error_code ?? undefined,
    count: Number(row.count),
  }))
}

/** How many tasks failed since then by error code, and under `undefined` how many ended otherwise; reads the index alone. */
export async function countFailures(
  db: Reader,
  sinceMs: number,
): Promise<ReadonlyMap<TaskErrorCode | undefined, number>> {
  const rows = await db
    .selectFrom(tasksByEnd)
    .select((row) => ['error_code', row.fn.countAll<bigint>().as('count')])
    .where('completed_at', '>=', BigInt(sinceMs))
    .groupBy('error_code')
    .execute()
  return new Map(rows.map((row) => [row.error_code ?? undefined, Number(row.count)]))
}

/** Ids of the tasks that failed last since then, the last one first; reads the index alone. */
export async function listLastFailures(
  db: Reader,
  { sinceMs, limit }: { readonly sinceMs: number; readonly limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom(tasksByEnd)
    .select('id')
    .where('completed_at', '>=', BigInt(sinceMs))
    .where('error_code', 'is not', null)
    // In the order of the index, so that it need not be sorted.
    .orderBy('completed_at', 'desc')
    .orderBy('error_code', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** How long a task took from its start to its end. */
export interface TaskDuration extends Pick<Task, 'type' | 'tier'> {
  readonly durationMs: number
}

/** Of the tasks that ended last, as many as `limit`, those that succeeded: how long each took. Reads their rows. */
export async function listLastDurations(db: Reader, limit: number): Promise<TaskDuration[]> {
  const rows = await db
    .selectFrom(tasksByEnd)
    .select(['type', 'tier', 'status', 'started_at', 'completed_at'])
    .where('completed_at', 'is not', null)
    // In the order of the index, so that it need not be sorted.
    .orderBy('completed_at', 'desc')
    .orderBy('error_code', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap(({ type, tier, status, started_at, completed_at }) =>
    status === taskMoves.succeed.to && started_at !== null && completed_at !== null
      ? [{ type, tier, durationMs: Number(completed_at - started_at) }]
      : [],
  )
}
