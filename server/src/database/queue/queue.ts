import { type Kysely, sql } from 'kysely'
import { type ProductName, productNames } from '../../core/domain/products.ts'
import type { Task } from '../../core/domain/tasks/task.ts'
import type { Tx } from '../database.ts'
import type { Tables } from '../tables.ts'
import { countBlockedTasks, deleteBlockedTask, someAreBlocked } from './blocked-tasks.ts'
import { deleteQueueRows } from './queue-rows.ts'

/** The first waiting position of a product. */
export interface QueueHead {
  readonly product: ProductName
  readonly position: number
}

/** The queue as a worker finds it. */
export interface Queue {
  /** The first position of each product with tasks in the queue, lowest first. */
  readonly heads: readonly QueueHead[]
  /** Whether there are also tasks that are blocked because of their account's limit. */
  readonly someAreBlocked: boolean
  /** Whether an operator has paused an engine or a product. */
  readonly someArePaused: boolean
}

const someArePaused = sql<bigint | null>`(select 1 from pauses limit 1)`

/** What a row of the statement is about. */
type Found = ProductName | 'held' | 'paused'

/**
 * The lowest waiting position of each product from its last known head on. A product without a known head is
 * searched from its beginning; one with nothing waiting is left out. Takes no lock and reads one entry per
 * product.
 */
export async function readQueue(
  db: Kysely<Tables>,
  lastHeads: ReadonlyMap<ProductName, number> = new Map(),
): Promise<Queue> {
  const headOf = (product: ProductName) => {
    const lastHead = lastHeads.get(product)
    return db
      .selectFrom('task_queue')
      .select((row) => [sql<Found>`${sql.lit(product)}`.as('product'), row.fn.min('position').as('head')])
      .where('product', '=', product)
      .$if(lastHead !== undefined, (query) => query.where('position', '>=', BigInt(lastHead ?? 0)))
  }
  const held = db.selectNoFrom([sql<Found>`'held'`.as('product'), someAreBlocked.as('head')])
  const paused = db.selectNoFrom([sql<Found>`'paused'`.as('product'), someArePaused.as('head')])
  const rows = await productNames
    .map(headOf)
    .reduce((union, query) => union.unionAll(query), held.unionAll(paused))
    .execute()
  const heads = rows.flatMap(({ product, head }) =>
    product === 'held' || product === 'paused' || head === null ? [] : [{ product, position: Number(head) }],
  )
  return {
    heads: heads.sort((one, other) => one.position - other.position),
    someAreBlocked: rows.some(({ product, head }) => product === 'held' && head !== null),
    someArePaused: rows.some(({ product, head }) => product === 'paused' && head !== null),
  }
}

/**
 * Takes a waiting task out of the queue, or out of those that are blocked. False if it is in neither: claimed, ended or
 * never queued. The task is as the caller has read it; if it has returned to the queue since, it is found there.
 */
export async function removeFromQueue(
  tx: Tx,
  task: Pick<Task, 'id' | 'type' | 'queuePosition' | 'accountId'>,
): Promise<boolean> {
  if ((await deleteQueueRows(tx, [task])) === 1 || (await deleteBlockedTask(tx, task))) return true
  const { queue_position } = await tx.db
    .selectFrom('tasks')
    .select('queue_position')
    .where('id', '=', task.id)
    .executeTakeFirstOrThrow()
  const queuePosition = Number(queue_position)
  return queuePosition !== task.queuePosition && removeFromQueue(tx, { ...task, queuePosition })
}

/** The number of waiting tasks, blocked ones included, and the id of the oldest in the queue; for the metrics. */
export async function measureQueue(
  db: Kysely<Tables>,
): Promise<{ waiting: number; oldestTaskId: string | undefined }> {
  const { queued, oldest } = await db
    .selectFrom('task_queue')
    .select((row) => [row.fn.countAll<bigint>().as('queued'), row.fn.min('task_id').as('oldest')])
    .executeTakeFirstOrThrow()
  return { waiting: Number(queued) + (await countBlockedTasks(db)), oldestTaskId: oldest ?? undefined }
}
