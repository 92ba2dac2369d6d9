import type { Context } from '../core/http.js'
import { cancelTask, getTask } from '../core/task-calls.js'
import { MediagenError } from '../errors/mediagen-error.js'
import type { Generation, SavedGeneration, TaskHandle } from '../types/index.js'
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
  return {
    ...createTaskHandle(context, id, accepted),
    ...saved,
    cost: (options) => readCost(context, id, pricingInput, options),
  }
}

/** Creates the handle of a task of which only the id is known. */
export function createTaskHandle(context: Context, id: string, accepted?: AcceptedHere): TaskHandle {
  const updates: TaskHandle['updates'] = (options) => followTask(context, id, options, accepted)
  return {
    id,
    wait: (options) => waitForTask(context, id, options, accepted),
    updates,
    [Symbol.asyncIterator]: () => updates(),
    cancel: (options) => cancelTask(context, id, options),
    async cost(options) {
      const { cost } = await getTask(context, id, options)
      if (cost !== undefined) return cost
      throw new MediagenError(`Task ${id} has no cost: the service is of an older version`, { taskId: id })
    },
  }
}
