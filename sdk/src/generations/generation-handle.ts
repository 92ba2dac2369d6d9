import type { Context } from '../core/http.js'
import { leavable } from '../core/leavable.js'
import { notify } from '../core/notify.js'
import { cancelTask, getTask } from '../core/task-calls.js'
import { withMethods } from '../core/with-methods.js'
import { MediagenError } from '../errors/mediagen-error.js'
import type {
  CallOptions,
  GenerateOptions,
  Generation,
  SavedGeneration,
  TaskCost,
  TaskHandle,
} from '../types/index.js'
import { readCost } from './estimate.js'
import { type AcceptedHere, followTask, type ReportCost, waitForTask } from './wait-for-task.js'

/** What is known of a generation that this process has just ordered. */
interface OrderedHere {
  /** The tag of the state in the response; undefined for a task that existed before. */
  readonly news: Pick<AcceptedHere, 'etag'> | undefined
  readonly reportCost: ReportCost
}

/** Creates the handle of an accepted generation. */
export function createHandle(context: Context, saved: SavedGeneration, ordered?: OrderedHere): Generation {
  const { id, pricingInput } = saved
  const accepted = ordered?.news && { ...ordered.news, atMs: context.transport.clock.now(), saved }
  return withMethods(
    { ...saved },
    {
      ...taskMethods(context, id, accepted, ordered?.reportCost),
      toJSON: () => ({ ...saved }),
      cost: (options?: CallOptions) => readCost(context, id, pricingInput, options),
    },
  )
}

/** Creates the handle of a task of which only the id is known. */
export function createTaskHandle(context: Context, id: string): TaskHandle {
  return withMethods({ id }, { ...taskMethods(context, id), toJSON: () => ({ id }) })
}

function taskMethods(
  context: Context,
  id: string,
  accepted?: AcceptedHere,
  reportCost?: ReportCost,
): Omit<TaskHandle, 'id' | 'toJSON'> {
  return {
    wait: (options) => waitForTask(context, id, { ...options, reportCost }, accepted),
    updates: (options) =>
      leavable(options?.signal, (stop) =>
        followTask(context, id, { ...options, stop, reportCost }, accepted),
      ),
    async cancel(options) {
      const cancelled = await cancelTask(context, id, options)
      reportCost?.({ state: 'refunded' })
      return cancelled
    },
    async cost(options) {
      const { cost } = await getTask(context, id, options)
      if (cost !== undefined) return cost
      throw new MediagenError(`Task ${id} has no cost: the service is older`, { taskId: id })
    },
  }
}

/** Reports each state of a task's price once; `reserved` is what its order was accepted with. */
export function createCostReport(
  onCost: GenerateOptions['onCost'],
  reserved: TaskCost | undefined,
): ReportCost {
  const reported = new Set<TaskCost['state']>()
  const report: ReportCost = (change) => {
    // A field that may be missing may as well be null.
    if (!reserved || !change || reported.has(change.state)) return
    reported.add(change.state)
    const cost = { ...reserved, ...change }
    notify(() => onCost?.(cost), 'callback')
  }
  report(reserved)
  return report
}
