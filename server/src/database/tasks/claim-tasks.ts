import { type ProductName, productNames } from '../../core/domain/products.ts'
import type { Task } from '../../core/domain/tasks/task.ts'
import { taskMoves } from '../../core/domain/tasks/task-states.ts'
import { lockAccounts } from '../accounts/accounts.ts'
import type { TaskLimits } from '../accounts/task-limits.ts'
import type { Tx } from '../database.ts'
import { deletePermits } from '../queue/permits.ts'
import { type QueuePlace, takeQueueRows } from '../queue/queue-rows.ts'
import {
  blockBeyondLimits,
  isLimited,
  type ReturnableTask,
  returnBlockedTasks,
  type WaitingTask,
} from '../queue/running-limits.ts'
import { cancelTasks } from './cancel-tasks.ts'
import { insertLeases } from './leases.ts'
import { retakeTasks, startTasks } from './task-moves.ts'
import { listTasksToClaim } from './tasks.ts'

/** Where to find the waiting tasks of a product. */
export interface ClaimSource {
  readonly product: ProductName
  /** Where the search begins: the head of the product's queue. @default the product's first position */
  readonly fromPosition?: number | undefined
  /** Blocked tasks that return to the queue first. @default none */
  readonly returnable?: readonly ReturnableTask[]
  /** Whether an operator has paused something, which may be the product or its engines. @default false */
  readonly mayBePaused?: boolean
  /** The only tasks that may be claimed. @default all */
  readonly among?: readonly QueuePlace[]
}

export interface ClaimLimit extends ClaimSource {
  /** How many more of its tasks the worker can take. */
  readonly limit: number
}

/** What a worker has claimed. */
export interface Claimed {
  /** With a lease of it. */
  readonly tasks: readonly Task[]
  /** Cancelled instead of started, because their deadlines have passed. */
  readonly cancelled: readonly Task[]
  /** Whether waiting tasks were blocked: there may be others behind them. */
  readonly hasBlocked: boolean
}

/**
 * Claims up to `limit` waiting tasks for a worker: deletes queue rows, sets PROCESSING with a new epoch,
 * inserts leases. Products are served in the given order, each up to its own limit, lowest position first.
 * Rows that another worker is claiming are skipped, not waited for. Blocks tasks of accounts that run as many as
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
    readonly taskLimits?: TaskLimits
  },
): Promise<Claimed> {
  const { limit, taskLimits = {} } = request
  const products: readonly ClaimLimit[] =
    request.products ?? productNames.map((product) => ({ product, limit }))
  await returnBlockedTasks(
    tx,
    products.flatMap((claim) => returnableOf(tx, claim)),
  )
  const taskIds: string[] = []
  for (const claim of products) {
    const room = Math.min(claim.limit, limit - taskIds.length)
    if (room > 0) taskIds.push(...(await takeQueueRows(tx, { ...claim, limit: room })))
  }
  if (taskIds.length === 0) return { tasks: [], cancelled: [], hasBlocked: false }
  const found = await listTasksToClaim(tx.db, taskIds, taskLimits)
  const waiting = found
    .filter(({ task }) => task.status === taskMoves.start.from)
    .sort((one, other) => one.task.queuePosition - other.task.queuePosition)
  const isOverdue = ({ task }: WaitingTask) => (task.cancelAtMs ?? Infinity) <= tx.nowMs
  const cancelled = waiting.filter(isOverdue).map(({ task }) => task)
  const inTime = waiting.filter((each) => !isOverdue(each))
  await lockForClaim(tx, cancelled, inTime)
  const startable = await blockBeyondLimits(tx, inTime)
  const tasks = [
    ...(await startTasks(tx, startable)),
    ...(await retakeTasks(
      tx,
      found.map(({ task }) => task).filter(({ status }) => status === taskMoves.retake.from),
    )),
  ]
  await deletePermits(
    tx,
    found.filter(({ hasPermit }) => hasPermit).map(({ task }) => task.id),
  )
  if (tasks.length > 0) await insertLeases(tx, tasks, request)
  return { tasks, cancelled, hasBlocked: startable.length < inTime.length }
}

/** A product for which the worker has no room returns nothing: another worker may have some. */
function returnableOf(tx: Tx, { limit, fromPosition, returnable = [] }: ClaimLimit) {
  return limit > 0
    ? returnable.map((blocked) => ({ ...blocked, headPosition: fromPosition ?? tx.nowMs }))
    : []
}

/** Cancels the overdue tasks and locks the accounts whose running tasks are limited, all in one order. */
async function lockForClaim(
  tx: Tx,
  cancelled: readonly Task[],
  inTime: readonly WaitingTask[],
): Promise<void> {
  const limited = [...new Set(inTime.filter(isLimited).map(({ task }) => task.accountId))]
  if (cancelled.length > 0) {
    const isDone = await cancelTasks(tx, cancelled, limited)
    if (!isDone) throw new Error('A task whose place was taken is not waiting any more.')
  } else if (limited.length > 0) await lockAccounts(tx, limited)
}
