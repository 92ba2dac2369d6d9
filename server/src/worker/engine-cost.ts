import type { TaskParameters } from '../core/domain/tasks/task.ts'
import type { Provider } from '../core/ports/provider.ts'

/** The engine's charge for the result of a task, in US dollars; 0 if the providers file gives no cost. */
export function costOf(
  { cost }: Pick<Provider, 'cost'>,
  { parameters: { durationSeconds } }: { readonly parameters: Pick<TaskParameters, 'durationSeconds'> },
): number {
  return durationSeconds === undefined
    ? Number(cost?.perImage ?? 0)
    : Number(cost?.perSecond ?? 0) * durationSeconds
}
