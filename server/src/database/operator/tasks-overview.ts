import { sql } from 'kysely'
import { Usd } from '../../core/domain/money/usd.ts'
import { type ProductName, productNames } from '../../core/domain/products.ts'
import { taskMoves } from '../../core/domain/tasks/task-states.ts'
import type { QueuePlace } from '../queue/queue-rows.ts'
import type { LedgerKind, Reader } from '../tables.ts'

/** Unended tasks of all accounts, for operators: waiting work is in the queue, running work in the leases. */

/** The queue, product by product, each in the order in which workers claim its tasks; what comes `after` a place. */
export async function listQueuePlaces(
  db: Reader,
  {
    products = productNames,
    after,
    limit,
  }: {
    /** In the order of `productNames`. @default all */
    readonly products?: readonly ProductName[]
    readonly after?: QueuePlace | undefined
    readonly limit: number
  },
): Promise<QueuePlace[]> {
  const found: QueuePlace[] = []
  const first = after === undefined ? 0 : productNames.indexOf(after.type)
  for (const product of products.filter((name) => productNames.indexOf(name) >= first)) {
    const behind = after?.type === product ? after : { queuePosition: 0, id: '' }
    const position = BigInt(behind.queuePosition)
    const rows = await db
      .selectFrom('task_queue')
      .select(['position', 'task_id'])
      .where('product', '=', product)
      .where('position', '>=', position)
      .where((row) => row.or([row('position', '>', position), row('task_id', '>', behind.id)]))
      .orderBy('position')
      .orderBy('task_id')
      .limit(limit - found.length)
      .execute()
    found.push(
      ...rows.map((row) => ({ id: row.task_id, type: product, queuePosition: Number(row.position) })),
    )
    if (found.length >= limit) break
  }
  return found
}

/** Those of the tasks that are of this account and QUEUED. */
export async function listWaitingTaskIds(
  db: Reader,
  { accountId, among }: { readonly accountId: string; readonly among: readonly string[] },
): Promise<string[]> {
  if (among.length === 0) return []
  const rows = await db
    .selectFrom('tasks')
    .select('id')
    .where('id', 'in', among)
    .where('account_id', '=', accountId)
    .where('status', '=', taskMoves.cancel.from)
    .execute()
  return rows.map(({ id }) => id)
}

/** Ids of running tasks, oldest first. */
export async function listLeasedTaskIds(
  db: Reader,
  { after = '', limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('task_leases')
    .select('task_id')
    .where('task_id', '>', after)
    .orderBy('task_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.task_id)
}

/** The worker that has a task; undefined if none does. */
export async function findLease(
  db: Reader,
  taskId: string,
): Promise<{ readonly worker: string; readonly epoch: number; readonly leaseUntilMs: number } | undefined> {
  const row = await db
    .selectFrom('task_leases')
    .select(['worker', 'epoch', 'lease_until'])
    .where('task_id', '=', taskId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return { worker: row.worker, epoch: Number(row.epoch), leaseUntilMs: Number(row.lease_until) }
}

export async function isInQueue(db: Reader, { id, type, queuePosition }: QueuePlace): Promise<boolean> {
  const row = await db
    .selectFrom('task_queue')
    .select('task_id')
    .where('product', '=', type)
    .where('position', '=', BigInt(queuePosition))
    .where('task_id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

export interface LedgerLine {
  readonly kind: LedgerKind
  readonly amount: Usd
  readonly createdAtMs: number
}

/** A task's ledger entries: its reservation, then its settlement. */
export async function listLedgerOfTask(db: Reader, taskId: string): Promise<LedgerLine[]> {
  const rows = await db
    .selectFrom('ledger_entries')
    .select(['kind', 'amount', 'created_at'])
    .where('task_id', '=', taskId)
    .orderBy('phase')
    .execute()
  return rows.map((row) => ({
    kind: row.kind,
    amount: Usd.ofMicros(row.amount),
    createdAtMs: Number(row.created_at),
  }))
}

/** How many tasks wait. */
export interface WaitingCount {
  /** In the queue or blocked. */
  readonly waiting: number
  readonly blocked: number
  /** The oldest in the queue; its id begins with its time. undefined if all are blocked. */
  readonly oldestTaskId: string | undefined
}

/** Of the places of a group, how many there are, and those in the queue with the first of them. */
export function waitingIn(row: {
  readonly waiting: bigint
  readonly queued: bigint
  readonly oldest: string | null
}): WaitingCount {
  return {
    waiting: Number(row.waiting),
    blocked: Number(row.waiting - row.queued),
    oldestTaskId: row.oldest ?? undefined,
  }
}

/** Waiting tasks by product; one without any is left out. */
export async function countQueueByProduct(
  db: Reader,
): Promise<(WaitingCount & { readonly product: ProductName })[]> {
  const rows = await db
    .selectFrom((query) =>
      query
        .selectFrom('task_queue')
        .select(['product', sql<string | null>`task_id`.as('queued_id')])
        .unionAll(
          query.selectFrom('held_tasks').select(['product', sql<string | null>`null`.as('queued_id')]),
        )
        .as('places'),
    )
    .select((row) => [
      'product',
      row.fn.countAll<bigint>().as('waiting'),
      row.fn.count<bigint>('queued_id').as('queued'),
      row.fn.min('queued_id').as('oldest'),
    ])
    .groupBy('product')
    .orderBy('product')
    .execute()
  return rows.map((row) => ({ product: row.product, ...waitingIn(row) }))
}

/** The tasks that one worker has claimed and not ended. */
export interface ClaimedTasks {
  readonly worker: string
  /** With a lease that its heartbeats keep alive. */
  readonly running: number
  /** With a lease that has expired: the worker died, and another will take them over. */
  readonly interrupted: number
  /** When its first lease expires, unless it sends a heartbeat. */
  readonly leaseUntilMs: number
}

/** Claimed tasks by worker, by the database's clock. */
export async function countLeasesByWorker(db: Reader, nowMs: number): Promise<ClaimedTasks[]> {
  const rows = await db
    .selectFrom('task_leases')
    .select((row) => [
      'worker',
      row.fn.countAll<bigint>().as('claimed'),
      row.fn
        .count<bigint>(row.case().when('lease_until', '<', BigInt(nowMs)).then(row.ref('task_id')).end())
        .as('interrupted'),
      row.fn.min('lease_until').as('lease_until'),
    ])
    .groupBy('worker')
    .orderBy('worker')
    .execute()
  return rows.map((row) => ({
    worker: row.worker,
    running: Number(row.claimed - row.interrupted),
    interrupted: Number(row.interrupted),
    leaseUntilMs: Number(row.lease_until),
  }))
}
