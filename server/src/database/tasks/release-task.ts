import type { Task } from '../../core/domain/tasks/task.ts'
import { taskMoves } from '../../core/domain/tasks/task-states.ts'
import type { Tx } from '../database.ts'
import { insertQueueRows, restoreDeadline } from '../queue/queue-rows.ts'
import { deleteLeases } from './leases.ts'

/**
 * Lets a task wait again, in its place, as if it had not been claimed: its owner may cancel it. Only for a task that
 * certainly no engine has. False if another worker has it by now, or it has ended.
 */
export async function releaseTask(
  tx: Tx,
  task: Pick<Task, 'id' | 'type' | 'epoch' | 'queuePosition' | 'cancelAtMs'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('tasks')
    .set((row) => ({
      status: taskMoves.release.to,
      started_at: null,
      provider: null,
      provider_job: null,
      engine_called_at: null,
      attempt: row('attempt', '-', 1n),
      epoch: row('epoch', '+', 1n),
    }))
    .where('id', '=', task.id)
    .where('status', '=', taskMoves.release.from)
    .where('epoch', '=', BigInt(task.epoch))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) return false
  await deleteLeases(tx, [task.id])
  await insertQueueRows(tx, [task])
  await restoreDeadline(tx, task)
  return true
}
