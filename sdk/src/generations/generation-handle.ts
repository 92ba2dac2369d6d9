import type { Context } from '../core/http.js'
import { cancelTask } from '../core/task-calls.js'
import type { FollowOptions, Generation, SavedGeneration, Task } from '../types.js'
import type { readCost } from './estimate.js'
import type { AcceptedHere, followTask, waitForTask } from './wait-for-task.js'

/** The dependencies of following a task. */
export interface FollowCalls {
  readonly followTask: typeof followTask
  readonly readCost: typeof readCost
  readonly waitForTask: typeof waitForTask
}

/** Creates the handle of an accepted generation; `news` is what its response says of a new task. */
export function createHandle(
  context: Context,
  load: () => Promise<FollowCalls>,
  saved: SavedGeneration,
  news?: Pick<AcceptedHere, 'etag'>,
): Generation {
  const { id, pricingInput } = saved
  const accepted = news && { ...news, atMs: context.transport.clock.now(), saved }
  async function* updates(options?: FollowOptions): AsyncGenerator<Task, void> {
    const { followTask } = await load()
    yield* followTask(context, id, options, accepted)
  }
  return {
    ...saved,
    async wait(options) {
      const { waitForTask } = await load()
      return waitForTask(context, id, options, accepted)
    },
    updates,
    [Symbol.asyncIterator]: () => updates(),
    cancel: (options) => cancelTask(context, id, options),
    async cost(options) {
      const { readCost } = await load()
      return readCost(context, id, pricingInput, options)
    },
  }
}
