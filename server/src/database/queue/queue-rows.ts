import { sql } from 'kysely'
import type { ProductName } from '../../core/domain/products.ts'
import type { Task } from '../../core/domain/tasks/task.ts'
import type { Database, Tx } from '../database.ts'
import { insertRows } from '../insert-rows.ts'
import type { Reader } from '../tables.ts'

/**
 * The rows of waiting tasks. They change with their task's moves, in the same transaction. Rows are deleted by their
 * full key and never by a scan: a DELETE waits for every row that it reads, and eight concurrent claimers that scanned
 * a short table deadlocked.
 */

/** The distance between two turns of one account, into which other accounts' tasks fit. */
export const queueStepMs = 1_000

/** A waiting task by its row of the queue. */
export type QueuePlace = Pick<Task, 'id' | 'type' | 'queuePosition'>

/** Queues tasks, each at its position. */
export async function insertQueueRows(tx: Tx, places: readonly QueuePlace[]): Promise<void> {
  await insertRows(tx.db, 'task_queue', places.map(rowOf))
}

/**
 * Takes up to `limit` tasks of a product out of the queue, lowest position first, and returns their ids. Those that
 * another transaction is taking are skipped, not waited for.
 */
export async function takeQueueRows(
  tx: Tx,
  {
    product,
    limit,
    fromPosition,
    among,
  }: {
    readonly product: ProductName
    readonly limit: number
    readonly fromPosition?: number | undefined
    /** The only ones that are taken. @default all */
    readonly among?: readonly QueuePlace[] | undefined
  },
): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('task_queue')
    .select(['position', 'task_id'])
    .where('product', '=', product)
    .$if(fromPosition !== undefined, (query) => query.where('position', '>=', BigInt(fromPosition ?? 0)))
    .$if(among !== undefined, (query) =>
      query.where((row) => row.or((among ?? []).map((place) => row.and(rowOf(place))))),
    )
    .orderBy('position')
    .orderBy('task_id')
    .limit(limit)
    .modifyEnd(tx.dialect.skipLocked)
    .execute()
  const taken = rows.map((row) => ({ id: row.task_id, type: product, queuePosition: Number(row.position) }))
  if (taken.length > 0) await deleteQueueRows(tx, taken)
  return taken.map(({ id }) => id)
}

/** How many places a statement looks through for tasks that may be claimed while something is paused. */
export const placesLookedThrough = 2_000

/** Tasks of a tier: those with one of the effects, or all. */
export interface TierTasks {
  readonly tier: string
  /** @default all tasks of the tier */
  readonly effects?: readonly string[]
}

/** Where in a product's queue to look for tasks that may be claimed. */
interface QueueWindow {
  readonly product: ProductName
  readonly from: WindowStart
}

/** Any number of tasks may have the same position, such as the first orders of many accounts. */
export type WindowStart = Pick<QueuePlace, 'queuePosition' | 'id'>

/**
 * The first tasks of `placesLookedThrough` places that have been handed to an engine before, or that are not among those
 * in `without`; `without` undefined: all are. Of the former, a start of which nobody knows whether it arrived at an engine
 * of `withoutStartsAt` is left out. Takes no lock.
 */
export async function listClaimablePlaces(
  db: Reader,
  dialect: Database['dialect'],
  {
    limit,
    without,
    withoutStartsAt,
    ...window
  }: QueueWindow & {
    readonly limit: number
    readonly without: readonly TierTasks[] | undefined
    readonly withoutStartsAt: readonly string[]
  },
): Promise<QueuePlace[]> {
  const rows = await db
    .selectFrom(placesOf(db, window).limit(placesLookedThrough).as('first'))
    .innerJoin('tasks', 'tasks.id', 'first.task_id')
    .select(['first.position', 'first.task_id'])
    .where((row) =>
      row.or([
        row.and([
          row('tasks.provider', 'is not', null),
          ...(withoutStartsAt.length === 0
            ? []
            : [
                row.or([
                  row('tasks.provider_job', 'is not', null),
                  row('tasks.provider', 'not in', withoutStartsAt),
                ]),
              ]),
        ]),
        ...(without === undefined
          ? []
          : [
              row.and([
                row('tasks.provider', 'is', null),
                ...without.map((tasks) => isNotOf(dialect, tasks)),
              ]),
            ]),
      ]),
    )
    .orderBy('first.position')
    .orderBy('first.task_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ id: row.task_id, type: window.product, queuePosition: Number(row.position) }))
}

/** Where the next `placesLookedThrough` places begin; undefined if there are none. */
export async function findNextWindow(db: Reader, window: QueueWindow): Promise<WindowStart | undefined> {
  const row = await placesOf(db, window).limit(1).offset(placesLookedThrough).executeTakeFirst()
  return row && { queuePosition: Number(row.position), id: row.task_id }
}

function placesOf(db: Reader, { product, from }: QueueWindow) {
  const position = BigInt(from.queuePosition)
  return db
    .selectFrom('task_queue')
    .select(['position', 'task_id'])
    .where('product', '=', product)
    .where('position', '>=', position)
    .where((row) => row.or([row('position', '>', position), row('task_id', '>=', from.id)]))
    .orderBy('position')
    .orderBy('task_id')
}

function isNotOf({ effectId }: Database['dialect'], { tier, effects }: TierTasks) {
  const isOfTier = sql<boolean>`tasks.tier = ${tier}`
  return effects === undefined
    ? sql<boolean>`not ${isOfTier}`
    : sql<boolean>`not (${isOfTier} and coalesce(${effectId}, '') in (${sql.join(effects)}))`
}

/** Takes tasks out of the queue; returns how many of them were in it. */
export async function deleteQueueRows(tx: Tx, places: readonly QueuePlace[]): Promise<number> {
  const { numAffectedRows } = await tx.dialect.deleteByKeys('task_queue', places.map(rowOf)).execute(tx.db)
  return Number(numAffectedRows ?? 0n)
}

function rowOf({ id, type, queuePosition }: QueuePlace) {
  return { product: type, position: BigInt(queuePosition), task_id: id }
}

/** The deadlines of tasks that are cancelled unless they start in time; none for the others. */
export async function insertDeadlines(
  tx: Tx,
  tasks: readonly { readonly id: string; readonly cancelAfterMs?: number | undefined }[],
): Promise<void> {
  const rows = tasks.flatMap(({ id, cancelAfterMs }) =>
    cancelAfterMs === undefined ? [] : [{ task_id: id, cancel_at: BigInt(tx.nowMs + cancelAfterMs) }],
  )
  if (rows.length > 0) await insertRows(tx.db, 'task_deadlines', rows)
}
