import { type Kysely, sql } from 'kysely'
import { type ProductName, productNames } from '../core/domain/generation/products.ts'
import type { Task } from '../core/domain/task.ts'
import { taskMoves } from '../core/domain/task-states.ts'
import type { Tx } from './database.ts'
import type { Tables } from './tables.ts'
import { retakeTasks, startTasks } from './task-moves.ts'
import { listTasksById } from './tasks.ts'
import { deleteQueueRows, insertLeases } from './work-rows.ts'

/** How many more tasks of a product a worker can take. */
export interface ClaimLimit {
  readonly product: ProductName
  readonly limit: number
  /** Where the search begins. @default the product's first position */
  readonly fromPosition?: number
}

/**
 * Claims up to `limit` waiting tasks for a worker: deletes queue rows, sets PROCESSING with a new epoch,
 * inserts leases. Products are served in the given order, each up to its own limit, lowest position first.
 * Rows that another worker is claiming are skipped, not waited for.
 */
export async function claimTasks(
  tx: Tx,
  request: {
    readonly worker: string
    readonly limit: number
    readonly leaseMs: number
    /** @default every product, up to `limit` */
    readonly products?: readonly ClaimLimit[]
  },
): Promise<Task[]> {
  const products: readonly ClaimLimit[] =
    request.products ?? productNames.map((product) => ({ product, limit: request.limit }))
  const taskIds: string[] = []
  for (const { product, limit, fromPosition } of products) {
    const room = Math.min(limit, request.limit - taskIds.length)
    if (room > 0) taskIds.push(...(await takeQueueRows(tx, { product, limit: room, fromPosition })))
  }
  if (taskIds.length === 0) return []
  const taken = await listTasksById(tx.db, taskIds)
  const tasks = [
    ...(await startTasks(
      tx,
      taken.filter(({ status }) => status === taskMoves.start.from),
    )),
    ...(await retakeTasks(
      tx,
      taken.filter(({ status }) => status === taskMoves.retake.from),
    )),
  ]
  if (tasks.length > 0) await insertLeases(tx, tasks, request)
  return tasks
}

async function takeQueueRows(
  tx: Tx,
  {
    product,
    limit,
    fromPosition,
  }: Pick<ClaimLimit, 'product' | 'limit'> & { fromPosition: number | undefined },
): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('task_queue')
    .select(['position', 'task_id'])
    .where('product', '=', product)
    .$if(fromPosition !== undefined, (query) => query.where('position', '>=', BigInt(fromPosition ?? 0)))
    .orderBy('position')
    .orderBy('task_id')
    .limit(limit)
    .modifyEnd(tx.dialect.skipLocked)
    .execute()
  if (rows.length > 0) {
    await deleteQueueRows(
      tx,
      rows.map((row) => ({ id: row.task_id, type: product, queuePosition: Number(row.position) })),
    )
  }
  return rows.map((row) => row.task_id)
}

/** The first waiting position of a product. */
export interface QueueHead {
  readonly product: ProductName
  readonly position: number
}

/**
 * The lowest waiting position of each product from its last known head on, lowest first. A product without
 * a known head is searched from its beginning; one with nothing waiting is left out. Takes no lock and reads
 * one entry per product.
 */
export async function readQueueHeads(
  db: Kysely<Tables>,
  lastHeads: ReadonlyMap<ProductName, number> = new Map(),
): Promise<QueueHead[]> {
  const headOf = (product: ProductName) => {
    const lastHead = lastHeads.get(product)
    return db
      .selectFrom('task_queue')
      .select((row) => [sql.lit(product).as('product'), row.fn.min('position').as('head')])
      .where('product', '=', product)
      .$if(lastHead !== undefined, (query) => query.where('position', '>=', BigInt(lastHead ?? 0)))
  }
  const [first, ...others] = productNames.map(headOf)
  if (first === undefined) return []
  const rows = await others.reduce((union, query) => union.unionAll(query), first).execute()
  return rows
    .flatMap(({ product, head }) => (head === null ? [] : [{ product, position: Number(head) }]))
    .sort((one, other) => one.position - other.position)
}

/** Takes a waiting task out of the queue. False if it is not there: claimed, ended or never queued. */
export async function removeFromQueue(
  tx: Tx,
  task: Pick<Task, 'id' | 'type' | 'queuePosition'>,
): Promise<boolean> {
  return (await deleteQueueRows(tx, [task])) === 1
}

/** Length of the queue and the id of its oldest task, for the metrics. */
export async function measureQueue(
  db: Kysely<Tables>,
): Promise<{ waiting: number; oldestTaskId: string | undefined }> {
  const { waiting, oldest } = await db
    .selectFrom('task_queue')
    .select((row) => [row.fn.countAll<bigint>().as('waiting'), row.fn.min('task_id').as('oldest')])
    .executeTakeFirstOrThrow()
  return { waiting: Number(waiting), oldestTaskId: oldest ?? undefined }
}
