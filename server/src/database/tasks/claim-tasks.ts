import { type Kysely, sql } from 'kysely'
import { type ProductName, productNames } from '../../core/domain/products.ts'
import type { Task } from '../../core/domain/tasks/task.ts'
import { taskMoves } from '../../core/domain/tasks/task-states.ts'
import { lockAccounts } from '../accounts/accounts.ts'
import type { TaskLimits } from '../accounts/limits.ts'
import type { Tx } from '../database.ts'
import {
  countHeldTasks,
  deleteHeldTask,
  type HeldTurn,
  someAreHeld,
  takeHeldTasks,
} from '../queue/held-tasks.ts'
import { deleteQueueRows, insertLeases } from '../queue/work-rows.ts'
import type { Tables } from '../tables.ts'
import { cancelTasks } from './cancel-tasks.ts'
import { admitTasks, type Candidate, isLimited, type Place } from './running-limits.ts'
import { retakeTasks, startTasks } from './task-moves.ts'
import { listTasksToClaim } from './tasks.ts'

/** How many more tasks of a product a worker can take. */
export interface ClaimLimit {
  readonly product: ProductName
  readonly limit: number
  /** Where the search begins. @default the product's first position */
  readonly fromPosition?: number | undefined
  /** The turns of held tasks, lowest position first: those that are not behind `fromPosition` are taken first. */
  readonly turns?: readonly HeldTurn[]
}

/** What a worker has claimed. */
export interface Claimed {
  /** It now holds these. */
  readonly tasks: readonly Task[]
  /** Cancelled instead of started, because their deadlines have passed. */
  readonly cancelled: readonly Task[]
  /** Whether waiting tasks were held: there may be others behind them. */
  readonly hasHeld: boolean
}

/**
 * Claims up to `limit` waiting tasks for a worker: deletes queue rows, sets PROCESSING with a new epoch,
 * inserts leases. Products are served in the given order, each up to its own limit, lowest position first.
 * Rows that another worker is claiming are skipped, not waited for. Holds tasks of accounts that run as many as
 * they may, and cancels those whose deadline has passed.
 */
export async function claimTasks(
  tx: Tx,
  request: {
    readonly worker: string
    readonly limit: number
    readonly leaseMs: number
    /** @default every product, up to `limit` */
    readonly products?: readonly ClaimLimit[]
    /** For accounts without limits of their own. */
    readonly limits?: TaskLimits
  },
): Promise<Claimed> {
  const products: readonly ClaimLimit[] =
    request.products ?? productNames.map((product) => ({ product, limit: request.limit }))
  const places: Place[] = []
  for (const claim of products) {
    const limit = Math.min(claim.limit, request.limit - places.length)
    if (limit > 0) places.push(...(await takePlaces(tx, { ...claim, limit })))
  }
  if (places.length === 0) return { tasks: [], cancelled: [], hasHeld: false }
  const placeOf = new Map(places.map((place) => [place.taskId, place]))
  const found = await listTasksToClaim(tx.db, [...placeOf.keys()], request.limits ?? {})
  const waiting: Candidate[] = found
    .filter(({ task }) => task.status === taskMoves.start.from)
    .flatMap(({ task, runningMax }) => {
      const place = placeOf.get(task.id)
      return place === undefined ? [] : [{ task, place, runningMax }]
    })
    .sort(
      (one, other) =>
        Number(other.place.isTurn) - Number(one.place.isTurn) || one.place.position - other.place.position,
    )
  const isOverdue = ({ task }: Candidate) => (task.cancelAtMs ?? Infinity) <= tx.nowMs
  const cancelled = waiting.filter(isOverdue).map(({ task }) => task)
  const candidates = waiting.filter((candidate) => !isOverdue(candidate))
  await lockForClaim(tx, cancelled, candidates)
  const { admitted, hasHeld } = await admitTasks(tx, candidates)
  const tasks = [
    ...(await startTasks(tx, admitted)),
    ...(await retakeTasks(
      tx,
      found.map(({ task }) => task).filter(({ status }) => status === taskMoves.retake.from),
    )),
  ]
  if (tasks.length > 0) await insertLeases(tx, tasks, request)
  return { tasks, cancelled, hasHeld }
}

/** Cancels the overdue tasks and locks the accounts whose running tasks are limited, all in one order. */
async function lockForClaim(
  tx: Tx,
  cancelled: readonly Task[],
  candidates: readonly Candidate[],
): Promise<void> {
  const limited = [...new Set(candidates.filter(isLimited).map(({ task }) => task.accountId))]
  if (cancelled.length > 0) {
    const isDone = await cancelTasks(tx, cancelled, limited)
    if (!isDone) throw new Error('A task whose place was taken is not waiting any more.')
  } else if (limited.length > 0) await lockAccounts(tx, limited)
}

/** Takes the places of up to `limit` tasks: the turns of held ones that are due, then those in the queue. */
async function takePlaces(tx: Tx, claim: ClaimLimit): Promise<Place[]> {
  const { limit, fromPosition: headPosition, turns = [] } = claim
  const due = turns.filter(({ position }) => position <= (headPosition ?? position))
  const taken = await takeHeldTasks(tx, due.slice(0, limit))
  const rows = taken.length < limit ? await takeQueueRows(tx, { ...claim, limit: limit - taken.length }) : []
  return [
    ...taken.map(({ taskId, position }) => ({ taskId, position, isTurn: true, headPosition })),
    ...rows.map((row) => ({
      taskId: row.task_id,
      position: Number(row.position),
      isTurn: false,
      headPosition,
    })),
  ]
}

async function takeQueueRows(
  tx: Tx,
  { product, limit, fromPosition }: ClaimLimit,
): Promise<{ position: bigint; task_id: string }[]> {
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
  return rows
}

/** The first waiting position of a product. */
export interface QueueHead {
  readonly product: ProductName
  readonly position: number
}

/** The queue as a worker finds it. */
export interface Queue {
  /** The first position of each product with tasks in the queue, lowest first. */
  readonly heads: readonly QueueHead[]
  /** Whether there are also tasks that are held because of their account's limit. */
  readonly someAreHeld: boolean
}

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
      .select((row) => [
        sql<ProductName | 'held'>`${sql.lit(product)}`.as('product'),
        row.fn.min('position').as('head'),
      ])
      .where('product', '=', product)
      .$if(lastHead !== undefined, (query) => query.where('position', '>=', BigInt(lastHead ?? 0)))
  }
  const held = db.selectNoFrom([sql<ProductName | 'held'>`'held'`.as('product'), someAreHeld.as('head')])
  const rows = await productNames
    .map(headOf)
    .reduce((union, query) => union.unionAll(query), held)
    .execute()
  const heads = rows.flatMap(({ product, head }) =>
    product === 'held' || head === null ? [] : [{ product, position: Number(head) }],
  )
  return {
    heads: heads.sort((one, other) => one.position - other.position),
    someAreHeld: rows.some(({ product, head }) => product === 'held' && head !== null),
  }
}

/** Takes a waiting task out of its place. False if it is not there: claimed, ended or never queued. */
export async function removeFromQueue(
  tx: Tx,
  task: Pick<Task, 'id' | 'type' | 'queuePosition' | 'accountId'>,
): Promise<boolean> {
  return (await deleteQueueRows(tx, [task])) === 1 || (await deleteHeldTask(tx, task))
}

/** The number of waiting tasks, held ones included, and the id of the oldest in the queue; for the metrics. */
export async function measureQueue(
  db: Kysely<Tables>,
): Promise<{ waiting: number; oldestTaskId: string | undefined }> {
  const { queued, oldest } = await db
    .selectFrom('task_queue')
    .select((row) => [row.fn.countAll<bigint>().as('queued'), row.fn.min('task_id').as('oldest')])
    .executeTakeFirstOrThrow()
  return { waiting: Number(queued) + (await countHeldTasks(db)), oldestTaskId: oldest ?? undefined }
}
