import { taskMoves } from '../../core/domain/tasks/task-states.ts'
import { lockAccounts } from '../accounts/accounts.ts'
import type { Tx } from '../database.ts'
import { deductSpending } from '../money/key-spending.ts'
import { ledger } from '../money/ledger.ts'
import { countEndedTasks } from '../money/usage-days.ts'
import type { SettledTask } from './task-endings.ts'
import { costOf } from './task-moves.ts'

/**
 * Cancels waiting tasks and refunds them; the caller has taken their places in this transaction. One that locks
 * accounts afterwards names these as `alsoLock`: all are locked in one order, as `lockAccounts` does. False if any
 * task is not QUEUED any more; then roll back.
 */
export async function cancelTasks(
  tx: Tx,
  tasks: readonly SettledTask[],
  alsoLock?: readonly string[],
): Promise<boolean> {
  const move = taskMoves.cancel
  const { numUpdatedRows } = await tx.db
    .updateTable('tasks')
    .set({ status: move.to, completed_at: BigInt(tx.nowMs) })
    .where(
      'id',
      'in',
      tasks.map(({ id }) => id),
    )
    .where('status', '=', move.from)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== BigInt(tasks.length)) return false
  await deductSpending(tx, tasks)
  if (alsoLock !== undefined) {
    await lockAccounts(tx, [...new Set([...alsoLock, ...tasks.map(({ accountId }) => accountId)])])
  }
  await ledger[move.money](tx, tasks.map(costOf))
  await countEndedTasks(
    tx,
    tasks.map((task) => ({ task, move: 'cancel' })),
  )
  return true
}
