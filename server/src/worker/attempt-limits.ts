import type { Task, TaskParameters } from '../domain/task.js'
import type { Provider } from '../ports/provider.js'
import type { RunDependencies } from './run-dependencies.js'

/**
 * What the engine charges for the result of a task, in US dollars; 0 where the providers file does not say.
 */
export function costOf(
  { cost }: Pick<Provider, 'cost'>,
  { parameters: { durationSeconds } }: { readonly parameters: Pick<TaskParameters, 'durationSeconds'> },
): number {
  return durationSeconds === undefined
    ? Number(cost?.perImage ?? 0)
    : Number(cost?.perSecond ?? 0) * durationSeconds
}

/** An attempt lasts as long as the slowest engine that it may be handed to is given for a job. */
export function attemptMsMax({ providers, settings }: RunDependencies, task: Task): number {
  const slowestMs = providers.providersOf(task.type).map(({ limits }) => limits?.jobMsMax ?? 0)
  return Math.max(settings.attemptMsMax, ...slowestMs)
}

/**
 * An engine that says it is busy may do so for ever; a caller whose money is reserved is not kept that long.
 */
export async function hasWaitedTooLong(deps: RunDependencies, task: Task): Promise<boolean> {
  const waitedMs = (await deps.database.nowMs()) - (task.startedAtMs ?? task.createdAtMs)
  return waitedMs > attemptMsMax(deps, task)
}
