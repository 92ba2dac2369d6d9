import { inTrace } from '../core/async/current-trace.ts'
import type { Database } from '../database/database.ts'
import { lockExpiredTasks, requeueTask } from '../database/tasks/leases.ts'
import { endTasks } from '../database/tasks/task-moves.ts'
import { traceOf } from './record-span.ts'
import { attemptsExhausted, type RunDependencies } from './run-dependencies.ts'

const batchMax = 50

/**
 * Takes tasks back from workers that have stopped sending heartbeats: requeues them, or fails them with
 * WORKER_TIMEOUT once their attempts are used up. Returns how many it found: none unless `mayTake`, which is asked
 * within the transaction.
 */
export async function recoverLeases(
  deps: Pick<RunDependencies, 'onSettled' | 'logger' | 'settings'> & { readonly database: Database },
  mayTake: () => boolean = () => true,
): Promise<number> {
  const { recovered, exhausted } = await deps.database.transaction(async (tx) => {
    const expired = mayTake() ? await lockExpiredTasks(tx, batchMax) : []
    const exhausted = []
    for (const task of expired) {
      if (task.attempt < deps.settings.attemptsMax) await requeueTask(tx, task, { countAttempt: true })
      else {
        const ending = { task, move: 'fail', failure: attemptsExhausted(task.attempt) } as const
        const leaseLost = await endTasks(tx, [ending])
        if (!leaseLost.has(ending)) exhausted.push(task)
      }
    }
    return { recovered: expired, exhausted }
  })
  for (const task of exhausted) deps.onSettled(task, 'WORKER_TIMEOUT')
  for (const task of recovered) {
    inTrace(traceOf(task), () =>
      deps.logger.warn(
        { taskId: task.id, attempt: task.attempt },
        'lease expired: its worker sent no heartbeat',
      ),
    )
  }
  return recovered.length
}
