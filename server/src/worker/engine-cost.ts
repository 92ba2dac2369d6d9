import { Usd } from '../core/domain/money/usd.ts'
import type { TaskParameters } from '../core/domain/tasks/task.ts'
import type { Provider } from '../core/ports/provider.ts'

/** The engine's charge for the result of a task; undefined if the providers file gives no price for its kind. */
export function costOf(
  { cost }: Pick<Provider, 'cost'>,
  { parameters: { durationSeconds } }: { readonly parameters: Pick<TaskParameters, 'durationSeconds'> },
): Usd | undefined {
  const price = durationSeconds === undefined ? cost?.perImage : cost?.perSecond
  return price === undefined ? undefined : Usd.parse(price).times(durationSeconds ?? 1)
}
