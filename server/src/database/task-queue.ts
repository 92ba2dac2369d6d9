import type { Kysely } from 'kysely'
import { type ProductName, productNames } from '../domain/products.js'
import type { Task } from '../domain/task.js'
import type { Tx } from './database.js'
import { startTasks } from './move-task.js'
import type { Tables } from './tables.js'
import { listTasksById } from './tasks.js'

/** How many tasks of a product a worker has room for. */
export interface ProductRoom {
  readonly product: ProductName
  readonly limit: number
}

/**
 * Takes up to `limit` waiting tasks for a worker: queue rows out, tasks PROCESSING with a new epoch, leases in. Products
 * are served in the order given, each up to its own limit, and within one the lowest position first. Rows that another
 * worker is just claiming are skipped, not waited for.
 */
export async function claimTasks(
  tx: Tx,
  request: {
    readonly worker: string
    readonly limit: number
    readonly leaseMs: number
    /** @default every product, as many as `limit` allows */
    readonly products?: readonly ProductRoom[]
  },
): Promise<Task[]> {
  const products = request.products ?? productNames.map((product) => ({ product, limit: request.limit }))
  const taskIds: string[] = []
  for (const { product, limit } of products) {
    const room = Math.min(limit, request.limit - taskIds.length)
    if (room > 0) taskIds.push(...(await takeQueueRows(tx, product, room)))
  }
  if (taskIds.length === 0) return []
  await startTasks(tx, taskIds)
  const tasks = await listTasksById(tx.db, taskIds)
  await tx.db
    .insertInto('task_leases')
    .values(
      tasks.map((task) => ({
        task_id: task.id,
        epoch: BigInt(task.epoch),
        worker: request.worker,
        lease_until: BigInt(tx.nowMs + request.leaseMs),
      })),
    )
    .execute()
  return tasks
}

async function takeQueueRows(tx: Tx, product: ProductName, limit: number): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('task_queue')
    .select(['position', 'task_id'])
    .where('product', '=', product)
    .orderBy('position')
    .orderBy('task_id')
    .limit(limit)
    .modifyEnd(tx.dialect.skipLocked)
    .execute()
  // One by one and by the whole key. A list lets MySQL scan a short queue instead, and a DELETE waits for every row that it
  // scans: with eight workers claiming at once they deadlocked until their patience was over.
  for (const row of rows) {
    await tx.db
      .deleteFrom('task_queue')
      .where('product', '=', product)
      .where('position', '=', row.position)
      .where('task_id', '=', row.task_id)
      .execute()
  }
  return rows.map((row) => row.task_id)
}

/** The lowest position that waits of each product, the lowest first; takes no lock and reads one entry a product. */
export async function readQueueHeads(
  db: Kysely<Tables>,
): Promise<{ readonly product: ProductName; readonly position: number }[]> {
  const rows = await db
    .selectFrom('task_queue')
    .select((row) => ['product', row.fn.min('position').as('head')])
    .groupBy('product')
    .orderBy('head')
    .execute()
  return rows.map((row) => ({ product: row.product, position: Number(row.head) }))
}

/** Takes a waiting task out of the queue. False when it is not waiting: claimed, ended or never there. */
export async function removeFromQueue(
  tx: Tx,
  task: Pick<Task, 'id' | 'type' | 'queuePosition'>,
): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('task_queue')
    .where('product', '=', task.type)
    .where('position', '=', BigInt(task.queuePosition))
    .where('task_id', '=', task.id)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Depth of the queue and the id of its oldest task, for the metrics. */
export async function measureQueue(
  db: Kysely<Tables>,
): Promise<{ waiting: number; running: number; oldestTaskId: string | undefined }> {
  const { waiting, oldest } = await db
    .selectFrom('task_queue')
    .select((row) => [row.fn.countAll<bigint>().as('waiting'), row.fn.min('task_id').as('oldest')])
    .executeTakeFirstOrThrow()
  const { running } = await db
    .selectFrom('task_leases')
    .select((row) => row.fn.countAll<bigint>().as('running'))
    .executeTakeFirstOrThrow()
  return { waiting: Number(waiting), running: Number(running), oldestTaskId: oldest ?? undefined }
}
