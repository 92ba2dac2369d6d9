import type { Context } from '../core/http.js'
import { cancelTask } from '../core/task-calls.js'
import type { FollowOptions, Generation, SavedGeneration } from '../types/index.js'
import { readCost } from './estimate.js'
import { type AcceptedHere, followTask, waitForTask } from './wait-for-task.js'

/** Creates the handle of an accepted generation; `news` is what its response says of a new task. */
export function createHandle(
  context: Context,
  saved: SavedGeneration,
  news?: Pick<AcceptedHere, 'etag'>,
): Generation {
  const { id, pricingInput } = saved
  const accepted = news && { ...news, atMs: context.transport.clock.now(), saved }
  const updates = (options?: FollowOptions) => followTask(context, id, options, accepted)
  return {
    ...saved,
    wait: (options) => waitForTask(context, id, options, accepted),
    updates,
    [Symbol.asyncIterator]: () => updates(),
    cancel: (options) => cancelTask(context, id, options),
    cost: (options) => readCost(context, id, pricingInput, options),
  }
}
