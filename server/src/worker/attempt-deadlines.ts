import type { Task } from '../core/domain/tasks/task.ts'
import type { Provider } from '../core/ports/provider.ts'
import { findLastResumeMs } from '../database/operator/audit-entries.ts'
import type { RunDependencies } from './run-dependencies.ts'

/** An attempt may last as long as the largest time limit of the engines that may get the job. */
export function attemptMsMax({ providers, settings }: RunDependencies, task: Task): number {
  const slowestMs = providers.providersOf(task.type).map(({ jobMsMax }) => jobMsMax ?? 0)
  return Math.max(settings.attemptMsMax, ...slowestMs)
}

/** The longest time from the start of a job to its result. */
export function jobMsMaxOf(
  { jobMsMax }: Pick<Provider, 'jobMsMax'>,
  { attemptMsMax }: Pick<RunDependencies['settings'], 'attemptMsMax'>,
): number {
  return jobMsMax ?? attemptMsMax
}

/** How much of its time a job has left; negative once it is over. */
export function leftMsOf(
  { provider, startedAtMs }: { readonly provider: Pick<Provider, 'jobMsMax'>; readonly startedAtMs: number },
  settings: Pick<RunDependencies['settings'], 'attemptMsMax'>,
): number {
  return jobMsMaxOf(provider, settings) - (Date.now() - startedAtMs)
}

/**
 * What a result may at least take to be fetched: a job that ends in its last second has been paid for.
 */
export const fetchMsMin = 30_000

/**
 * An engine may report that it is busy for ever; a caller whose money is reserved must not wait that long. The time
 * begins anew with the end of a pause: what waited for an operator has not waited for an engine.
 */
export async function hasWaitedTooLong(deps: RunDependencies, task: Task): Promise<boolean> {
  const { database, providers } = deps
  const sinceMs = task.startedAtMs ?? task.createdAtMs
  const nowMs = await database.nowMs()
  if (nowMs - sinceMs <= attemptMsMax(deps, task)) return false
  const names = [task.type, ...providers.providersOf(task.type).map(({ name }) => name)]
  const resumedAtMs = await database.read((db) => findLastResumeMs(db, names))
  return nowMs - Math.max(sinceMs, resumedAtMs ?? 0) > attemptMsMax(deps, task)
}
