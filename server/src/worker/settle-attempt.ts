import type { Task } from '../core/domain/tasks/task.ts'
import type { TaskFailure } from '../core/domain/tasks/task-states.ts'
import type { EndedEngineCall } from '../database/tasks/engine-calls.ts'
import { requeueTask } from '../database/tasks/leases.ts'
import { hasWaitedTooLong } from './attempt-deadlines.ts'
import type { Ending, Outcome } from './attempt-outcome.ts'
import { costOf } from './engine-cost.ts'
import { deleteResults } from './results/store-results.ts'
import { attemptsExhausted, type RunDependencies } from './run-dependencies.ts'

const failureMessageCharactersMax = 2_000

/** Ends the task as its attempt has ended, or returns it to the queue. */
export async function settleAttempt(
  deps: RunDependencies,
  task: Task,
  outcome: Exclude<Ending, Outcome<'restart'>>,
): Promise<void> {
  switch (outcome.kind) {
    case 'succeeded':
      return settleSuccess(deps, task, outcome)
    case 'failed':
      return settleFailure(deps, task, outcome.failure, outcome.call)
    case 'again':
      if (task.attempt >= deps.settings.attemptsMax)
        return settleFailure(deps, task, attemptsExhausted(task.attempt))
      deps.logger.warn(
        { taskId: task.id, attempt: task.attempt, reason: outcome.reason },
        'attempt to be repeated',
      )
      return requeue(deps, task, { countAttempt: true })
    case 'full':
      if (outcome.reportedByEngine && (await hasWaitedTooLong(deps, task)))
        return settleFailure(deps, task, enginesBusy)
      return requeue(deps, task, { countAttempt: false })
    case 'unready':
      if (await hasWaitedTooLong(deps, task)) return settleFailure(deps, task, inputUnready)
      return requeue(deps, task, { countAttempt: false })
    case 'stopped':
      return requeue(deps, task, { countAttempt: false })
  }
}

async function requeue(
  deps: RunDependencies,
  task: Task,
  options: { readonly countAttempt: boolean },
): Promise<void> {
  await deps.database.transaction((tx) => requeueTask(tx, task, options))
}

/** Charges a task for its result. Deletes the result if another worker has taken the task over. */
async function settleSuccess(
  deps: RunDependencies,
  task: Task,
  { output, provider }: Outcome<'succeeded'>,
): Promise<void> {
  const engineCost = costOf(provider, task)
  const settlement = await deps.settleWriter.write({ task, move: 'succeed', output, engineCost })
  if (settlement === 'settled') {
    deps.onSettled(task, 'SUCCEEDED')
    deps.onDelivered?.({
      provider: provider.name,
      product: task.type,
      costUsd: Number(`${engineCost ?? 0}`),
      priceUsd: Number(task.cost.toString()),
    })
    return
  }
  // Another worker has the task by now. The keys contain the epoch, so these bytes are ours alone.
  deps.logger.warn({ taskId: task.id, epoch: task.epoch }, 'result dropped: the lease was lost')
  await deleteResults(deps, output)
}

/** Fails a task and refunds it, unless another worker has taken it over. */
async function settleFailure(
  deps: RunDependencies,
  task: Task,
  engineFailure: TaskFailure,
  call?: EndedEngineCall,
): Promise<void> {
  // An engine may respond with a whole page; a failure that the database rejects would never be settled.
  const start = engineFailure.message.slice(0, 2 * failureMessageCharactersMax)
  const message = [...start].slice(0, failureMessageCharactersMax).join('')
  const failure: TaskFailure = { code: engineFailure.code, message }
  const settlement = await deps.settleWriter.write({ task, move: 'fail', failure, call })
  if (settlement === 'leaseLost') return
  // Not the message: an engine may repeat a prompt in it, and no deletion reaches the log.
  deps.logger.warn({ taskId: task.id, code: failure.code }, 'task failed')
  deps.onSettled(task, failure.code)
}

const inputUnready: TaskFailure = {
  code: 'PROVIDER_UNAVAILABLE',
  message: 'The input image could not be prepared. Try again later.',
}

const enginesBusy: TaskFailure = {
  code: 'PROVIDER_UNAVAILABLE',
  message: 'The generation engine was too busy to take the task.',
}
