import type { Task } from '../core/domain/task.ts'
import type { StoredMedia, TaskFailure } from '../core/domain/task-states.ts'
import type { Provider } from '../core/ports/provider.ts'
import { costOf } from './attempt-limits.ts'
import { deleteResults } from './results/store-results.ts'
import type { RunDependencies } from './run-dependencies.ts'

const failureMessageCharactersMax = 2_000

/** Charges a task for its result. Deletes the result if another worker has taken the task over. */
export async function settleSuccess(
  deps: RunDependencies,
  task: Task,
  { output, provider }: { readonly output: readonly StoredMedia[]; readonly provider: Provider },
): Promise<void> {
  const settlement = await deps.settleWriter.write({ task, move: 'succeed', output })
  if (settlement === 'settled') {
    deps.onSettled(task, 'SUCCEEDED')
    deps.onDelivered?.({
      provider: provider.name,
      product: task.type,
      costUsd: costOf(provider, task),
      priceUsd: Number(task.cost.toString()),
    })
    return
  }
  // Another worker holds the task by now. The keys contain the epoch, so these bytes are ours alone.
  deps.logger.warn({ taskId: task.id, epoch: task.epoch }, 'result dropped: the lease was lost')
  await deleteResults(deps, output)
}

/** Fails a task and refunds it, unless another worker has taken it over. */
export async function settleFailure(
  deps: RunDependencies,
  task: Task,
  engineFailure: TaskFailure,
): Promise<void> {
  // An engine may answer with a whole page; a failure that the database rejects would never be settled.
  const start = engineFailure.message.slice(0, 2 * failureMessageCharactersMax)
  const message = [...start].slice(0, failureMessageCharactersMax).join('')
  const failure: TaskFailure = { code: engineFailure.code, message }
  const settlement = await deps.settleWriter.write({ task, move: 'fail', failure })
  if (settlement === 'leaseLost') return
  deps.logger.warn({ taskId: task.id, code: failure.code, reason: failure.message }, 'task failed')
  deps.onSettled(task, failure.code)
}
