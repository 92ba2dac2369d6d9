import type { Context } from '../core/http.js'
import { cancelTask } from '../core/task-calls.js'
import type { FollowOptions, Generation, SavedGeneration, Task } from '../types.js'

/** Creates the handle of an accepted generation. */
export function createHandle(context: Context, saved: SavedGeneration, isNew = false): Generation {
  const { id, pricingInput } = saved
  const newAtMs = isNew ? context.transport.clock.now() : undefined
  async function* updates(options?: FollowOptions): AsyncGenerator<Task, void> {
    const { followTask } = await import('./wait-for-task.js')
    yield* followTask(context, id, options, newAtMs)
  }
  return {
    ...saved,
    async wait(options) {
      const { waitForTask } = await import('./wait-for-task.js')
      return waitForTask(context, id, options, newAtMs)
    },
    updates,
    [Symbol.asyncIterator]: () => updates(),
    cancel: (options) => cancelTask(context, id, options),
    async cost(options) {
      const { readCost } = await import('./estimate.js')
      return readCost(context, id, pricingInput, options)
    },
  }
}
