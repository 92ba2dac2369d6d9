import { inTrace } from '../core/async/current-trace.ts'
import type { Database } from '../database/database.ts'
import { lockExpiredTasks, requeueTask } from '../database/tasks/leases.ts'
import { endTasks } from '../database/tasks/task-moves.ts'
import { traceOf } from './record-span.ts'
import { attemptsExhausted, type RunDependencies } from './run-dependencies.ts'

/** Tasks per transaction, so that it never holds locks for long. */
const batchMax = 50

interface Dependencies extends Pick<RunDependencies, 'onSettled' | 'logger' | 'settings'> {
  readonly database: Database
}

/**
 * Takes tasks back from workers that have stopped sending heartbeats: requeues them, or fails them with
 * WORKER_TIMEOUT once their attempts are used up. Returns how many it found: none unless `mayTake`, which is asked
 * within each transaction.
 */
export async function recoverLeases(
  deps: Dependencies,
  mayTake: () => boolean = () => true,
): Promise<number> {
  let found = 0
  for (;;) {
    const batch = await recoverBatch(deps, mayTake)
    found += batch
    if (batch < batchMax) return found
  }
}

async function recoverBatch(deps: Dependencies, mayTake: () => boolean): Promise<number> {
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
