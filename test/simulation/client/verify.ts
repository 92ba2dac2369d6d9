import { SubmitAbortedError, SubmitAmbiguousError } from '../../../sdk/src/index.ts'
import { download, recordOf, wait } from './calls.ts'
import { describe } from './judge.ts'
import type { PlacedOrder, Run } from './run.ts'

/** A key is remembered for a day; after half of it nobody should rely on that. */
const retryableMs = 43_200_000
const enoughMs = 600_000
/** Longer than a link is valid. */
const laterMs = 4_200_000
/** The longest pause between polls that are not held, and their way. */
const lateMsMax = 3_500

/**
 * Once nothing fails any more, a caller learns the truth about its orders: all of them at once while they may
 * run, and the first alone once all have ended, as each would by itself.
 */
export async function verify(run: Run, haveEnded: boolean): Promise<void> {
  const isAsked = (index: number) => !haveEnded || index === 0
  await Promise.all(run.orders.map((order, index) => settle(run, order, { index, isAsked: isAsked(index) })))
}

async function settle(
  run: Run,
  order: PlacedOrder,
  { index, isAsked }: { index: number; isAsked: boolean },
): Promise<void> {
  const { service, violations, newClient, world } = run
  const id = await idOf(run, order)
  const accepted = service.acceptedFor(order.prompt)
  if (id === undefined) return
  const task = recordOf(run, id)
  if (task === undefined) return
  if (!accepted.includes(task)) violations.push(`${order.prompt} has the task of another order`)
  if (!isAsked) return
  const client = index % 2 === 0 ? order.client : newClient()
  const beganAtMs = world.now()
  const finished = await wait(run, client.tasks.resume(id), task, { waitMs: enoughMs })
  const truth = service.statusOf(task)
  const { acceptedAtMs, course, cancelledAtMs } = task
  const endedAtMs = cancelledAtMs ?? acceptedAtMs + course.queuedMs + course.processingMs
  const lateMs = world.now() - Math.max(beganAtMs, endedAtMs)
  if (lateMs > lateMsMax) violations.push(`after the faults the end of ${id} was told ${lateMs} ms late`)
  if ((truth === 'SUCCEEDED') !== (finished !== undefined))
    violations.push(`after the faults a wait for ${id} did not tell that it is ${truth}`)
  // One of them stands for all: what follows a wait depends on nothing that came before.
  if (finished === undefined || index > 0) return
  // Every second one keeps its result until the link has expired.
  if (task.bytes.length % 2 === 1) await new Promise<void>((resolve) => world.later(laterMs, resolve))
  if (!(await download(run, finished, task))) violations.push(`after the faults ${id} could not be read`)
}

/** The task of an order; undefined if it was certainly rejected, or too long ago to be asked for. */
async function idOf(
  run: Run,
  { prompt, ended, sentAtMs, sentWallMs, isShared }: PlacedOrder,
): Promise<string | undefined> {
  const { service, violations, world, limits, step } = run
  if ('value' in ended) return ended.value.id
  const { error } = ended
  if (!(error instanceof SubmitAmbiguousError) && !(error instanceof SubmitAbortedError)) {
    if (!isShared && service.acceptedFor(prompt).length > 0)
      violations.push(`${prompt} was accepted, and its caller was told ${describe(error)}`)
    return undefined
  }
  const ageMs = Math.max(world.now() - sentAtMs, world.wallMs() - sentWallMs)
  if (ageMs >= retryableMs) return undefined
  const retried = await step('retry()', limits.orderMs, undefined, () => error.retry())
  if ('value' in retried) return retried.value.id
  violations.push(`retry() failed without a fault: ${describe(retried.error)}`)
  return undefined
}
