import { sql } from 'kysely'
import { taskIdFrom } from '../../core/domain/ids.ts'
import type { ProductName } from '../../core/domain/products.ts'
import type { Reader, Tables } from '../tables.ts'
import { tasksByEnd } from '../tasks/task-ends.ts'
import { tasksById } from './task-filter.ts'
import { type WaitingCount, waitingIn } from './tasks-overview.ts'

/** What the workers have to do, and how fast they do it. */

/** How many tasks of a product and tier wait. */
export interface TierCount extends WaitingCount {
  readonly product: ProductName
  readonly tier: string
}

/** Waiting tasks by product and tier; one without any is left out. Reads the row of each. */
export async function countQueueByTier(db: Reader): Promise<TierCount[]> {
  const rows = await db
    .selectFrom((query) =>
      query
        .selectFrom('task_queue')
        .select(['task_id', sql<string | null>`task_id`.as('queued_id')])
        .unionAll(
          query.selectFrom('held_tasks').select(['task_id', sql<string | null>`null`.as('queued_id')]),
        )
        .as('places'),
    )
    .innerJoin(tasksById, 'tasks.id', 'places.task_id')
    .select((row) => [
      'tasks.type',
      'tasks.tier',
      row.fn.countAll<bigint>().as('waiting'),
      row.fn.count<bigint>('places.queued_id').as('queued'),
      row.fn.min('places.queued_id').as('oldest'),
    ])
    .groupBy(['tasks.type', 'tasks.tier'])
    .orderBy('tasks.type')
    .orderBy('tasks.tier')
    .execute()
  return rows.map((row) => ({ product: row.type, tier: row.tier, ...waitingIn(row) }))
}

/** What workers did with tasks of a product since a time. */
export interface ProductWork {
  readonly product: ProductName
  /** Tasks that succeeded or failed. */
  readonly ended: number
  /** From the first start of each to its end, together. */
  readonly seconds: number
}

/** Reads the rows of the tasks that ended since then. */
export async function sumWork(db: Reader, sinceMs: number): Promise<ProductWork[]> {
  const rows = await db
    .selectFrom(tasksByEnd)
    .select((row) => [
      'type',
      row.fn.countAll<bigint>().as('ended'),
      sql<bigint | string | null>`sum(completed_at - started_at)`.as('ms'),
    ])
    .where('completed_at', '>=', BigInt(sinceMs))
    .where('status', 'in', ['SUCCEEDED', 'FAILED'])
    .where('started_at', 'is not', null)
    .groupBy('type')
    .execute()
  return rows.map((row) => ({
    product: row.type,
    ended: Number(row.ended),
    seconds: Number(row.ms ?? 0) / 1000,
  }))
}

/** How many tasks were accepted since a time, by product; reads the end of the primary key, by the clock of ids. */
export async function countAccepted(db: Reader, sinceMs: number): Promise<ReadonlyMap<ProductName, number>> {
  const rows = await db
    .selectFrom(tasksById)
    .select((row) => ['type', row.fn.countAll<bigint>().as('count')])
    .where('id', '>=', taskIdFrom(sinceMs))
    .groupBy('type')
    .execute()
  return new Map(rows.map((row) => [row.type, Number(row.count)]))
}

/** The slots of the workers that are alive; undefined if one of them is of a version that does not record them. */
export async function sumSlots(db: Reader, nowMs: number): Promise<number | undefined> {
  const rows: readonly Pick<Tables['workers'], 'slots'>[] = await db
    .selectFrom('workers')
    .select('slots')
    .where('alive_until', '>=', BigInt(nowMs))
    .execute()
  return rows.some(({ slots }) => slots === null)
    ? undefined
    : rows.reduce((sum, { slots }) => sum + Number(slots), 0)
}
