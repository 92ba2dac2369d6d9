import type { GenerateOptions, Generation, Mediagen, TaskHandle } from '../../../sdk/src/index.ts'
import { SubmitAbortedError } from '../../../sdk/src/index.ts'
import { mayBeTold, wrongBytes, wrongError, wrongOutcome } from './judge.ts'
import type { Call } from './plan.ts'
import type { RecordedTask } from './record.ts'
import { type Ended, pictureOf, type Run } from './run.ts'

/** Makes one call of a plan when its time has come, and deals with what it gives. */
export async function makeCall(run: Run, client: Mediagen, call: Call, index: number): Promise<void> {
  const { world, signals } = run
  if (call.atMs > 0) await world.clock.delay(call.atMs)
  const controller = new AbortController()
  signals.push(controller.signal)
  const reason = new Error('the person left')
  const abort = () => controller.abort(reason)
  const keep = call.abortAfterMs > 0 ? world.clock.after(call.abortAfterMs, abort) : () => {}
  try {
    await carryOut(run, client, call, { index, signal: controller.signal })
  } finally {
    keep()
  }
}

/** Where a call stands in its plan, and the signal of whoever made it. */
interface Place {
  readonly index: number
  readonly signal: AbortSignal
}

async function carryOut(run: Run, client: Mediagen, call: Call, { index, signal }: Place): Promise<void> {
  const place = (by: Mediagen, isShared = false) => placeOrder(run, by, { call, index, signal, isShared })
  switch (call.kind) {
    case 'account':
      await run.step('account()', run.limits.requestMs, signal, () => client.account({ signal }))
      return
    case 'list':
      return list(run, client, signal)
    case 'many':
      return orderMany(run, client, { call, index, signal })
    case 'twins':
      await Promise.all([place(client, true), place(run.newClient(), true)])
      return
    default: {
      const ended = await place(client)
      if ('value' in ended) await goOn(run, ended.value, call, signal)
    }
  }
}

/** What an order of a plan is about: each has its own prompt, by which the service's record tells them apart. */
const promptOf = (index: number, part = '') => `order ${index}${part}`

async function placeOrder(
  run: Run,
  client: Mediagen,
  { call, index, signal, isShared }: { call: Call; index: number; signal: AbortSignal; isShared: boolean },
): Promise<Ended<Generation>> {
  const prompt = promptOf(index)
  const options: GenerateOptions =
    call.key === 'own' || isShared
      ? { signal, idempotencyKey: `key-${index}` }
      : { signal, ...(call.key === 'content' && { dedupe: 'content' }) }
  const sent = { sentAtMs: run.world.now(), sentWallMs: run.world.wallMs() }
  const isTransform = call.kind === 'transform'
  const limitMs = run.limits.orderMs + (isTransform ? run.limits.uploadMs + run.limits.requestMs : 0)
  const ended = await run.step(call.kind, limitMs, signal, () =>
    isTransform
      ? client.images.transform({ file: pictureOf(index), effectId: 'oil', prompt }, options)
      : client.images.generate({ prompt }, options),
  )
  run.orders.push({ prompt, client, ...sent, ended, isShared })
  return ended
}

/** Does with an accepted task what the plan says, and judges each thing that it is told. */
async function goOn(run: Run, generation: Generation, call: Call, signal: AbortSignal): Promise<void> {
  const { step, limits, violations, newClient } = run
  const task = recordOf(run, generation.id)
  if (task === undefined) return
  const { waitMs, cancelOnAbort } = call
  switch (call.next) {
    case 'leave':
      return
    case 'cancel': {
      const ended = await step('cancel()', limits.requestMs, signal, () => generation.cancel({ signal }))
      if ('value' in ended && run.service.statusOf(task) !== 'CANCELLED')
        violations.push('cancel() resolved for a task that is not cancelled')
      return
    }
    case 'updates':
      return follow(run, generation, task, { waitMs, signal, cancelOnAbort })
    default: {
      const handle = call.next === 'elsewhere' ? newClient().tasks.resume(generation.id) : generation
      const finished = await wait(run, handle, task, { waitMs, signal, cancelOnAbort })
      if (finished === undefined || call.next === 'wait') return
      await (call.next === 'stream' ? readStream : download)(run, finished, task, signal)
    }
  }
}

interface HowToWait {
  readonly waitMs: number
  readonly signal?: AbortSignal | undefined
  readonly cancelOnAbort?: boolean
}

type Finished = Awaited<ReturnType<TaskHandle['wait']>>

/** Waits for a task, and compares what comes of it with the service's record. */
export async function wait(
  run: Run,
  handle: TaskHandle,
  task: RecordedTask,
  { waitMs: timeoutMs, signal, cancelOnAbort = false }: HowToWait,
): Promise<Finished | undefined> {
  const { world, service, violations, limits, network } = run
  const began = world.clock.now()
  const ended = await run.step('wait()', limits.waitMs(timeoutMs), signal, () =>
    handle.wait({ timeoutMs, signal, cancelOnAbort }),
  )
  const truth = service.statusOf(task)
  if ('value' in ended) {
    const { id, status } = ended.value
    if (id !== task.id || status !== truth) violations.push(`wait() resolved to ${status} for ${truth}`)
    return ended.value
  }
  const elapsedMs = world.clock.now() - began
  const hadReplicas = (network.met.replica ?? 0) > 0
  const problem = wrongOutcome(ended.error, truth, { elapsedMs, timeoutMs, hadReplicas })
  if (problem !== undefined) violations.push(`wait() ${problem}`)
  return undefined
}

async function follow(run: Run, handle: TaskHandle, task: RecordedTask, how: HowToWait): Promise<void> {
  const { violations, service, limits } = run
  const { waitMs: timeoutMs, signal, cancelOnAbort = false } = how
  let last: string | undefined
  const ended = await run.step('updates()', limits.waitMs(timeoutMs), signal, async () => {
    for await (const { id, status } of handle.updates({ timeoutMs, signal, cancelOnAbort })) {
      const truth = service.statusOf(task)
      if (id !== task.id || status === last || !mayBeTold(status, truth))
        violations.push(`updates() told ${status} after ${last} for ${truth}`)
      last = status
    }
  })
  if ('value' in ended && last !== service.statusOf(task))
    violations.push(`updates() ended with ${last} for ${service.statusOf(task)}`)
}

/** Reads the file of a task, which must be all of it; returns whether it could. */
export async function download(
  run: Run,
  finished: Finished,
  task: RecordedTask,
  signal?: AbortSignal,
): Promise<boolean> {
  const { violations, limits } = run
  const ended = await run.step('download()', limits.downloadMs, signal, () => finished.download({ signal }))
  const problem = 'value' in ended ? wrongBytes(ended.value, task, true) : undefined
  if (problem !== undefined) violations.push(`download() ${problem}`)
  return 'value' in ended
}

async function readStream(run: Run, finished: Finished, task: RecordedTask, signal: AbortSignal) {
  const { violations, limits } = run
  const given: number[] = []
  const ended = await run.step('stream()', limits.downloadMs, signal, async () => {
    const reader = (await finished.stream({ signal })).getReader()
    for (let read = await reader.read(); !read.done; read = await reader.read()) given.push(...read.value)
  })
  // What was given before an error must be right as well.
  const problem = wrongBytes(new Uint8Array(given), task, 'value' in ended)
  if (problem !== undefined) violations.push(`stream() ${problem}`)
}

async function list(run: Run, client: Mediagen, signal: AbortSignal): Promise<void> {
  const { violations, service, limits } = run
  const before = [...service.tasks.keys()]
  const seen: string[] = []
  // The pages are few; each may take as long as a request.
  const ended = await run.step('list()', 4 * limits.requestMs, signal, async () => {
    for await (const { id } of client.tasks.list({ limit: 2, signal })) seen.push(id)
  })
  if (new Set(seen).size !== seen.length) violations.push('list() gave a task twice')
  if (seen.some((id) => !service.tasks.has(id))) violations.push('list() gave a task that is none')
  if ('value' in ended && before.some((id) => !seen.includes(id))) violations.push('list() left out a task')
}

async function orderMany(
  run: Run,
  client: Mediagen,
  { call, index, signal }: { call: Call; index: number; signal: AbortSignal },
): Promise<void> {
  const { limits, violations, service, world } = run
  const prompts = ['a', 'b', 'c'].map((part) => promptOf(index, part))
  const sent = { sentAtMs: world.now(), sentWallMs: world.wallMs() }
  const { waitMs: timeoutMs } = call
  const limitMs = 2 * (limits.orderMs + limits.waitMs(timeoutMs))
  const ended = await run.step('generateMany()', limitMs, undefined, () =>
    client.generateMany(prompts, (prompt, options) => client.images.generate({ prompt }, options), {
      each: (generation) => generation.wait({ timeoutMs, signal }),
      concurrency: 2,
      signal,
    }),
  )
  if (!('value' in ended)) return
  if (ended.value.map(({ input }) => input).join() !== prompts.join())
    violations.push('generateMany() lost the order of its inputs')
  for (const { status, input: prompt, generation, result, error } of ended.value) {
    const placed: Ended<{ readonly id: string }> = generation ? { value: generation } : { error }
    run.orders.push({ prompt, client, ...sent, ended: placed, isShared: false })
    const problem = status === 'succeeded' ? undefined : wrongError(error, signal)
    if (problem !== undefined) violations.push(`the error of generateMany() ${problem}`)
    if (status === 'notSent' && error instanceof SubmitAbortedError)
      violations.push('generateMany() calls an order not sent that was')
    const task = result && service.tasks.get(result.id)
    if (result && (task === undefined || service.statusOf(task) !== 'SUCCEEDED'))
      violations.push(`generateMany() resolved ${prompt} before it succeeded`)
  }
}

/** The task that a handle names, which must be in the service's record. */
export function recordOf({ service, violations }: Run, id: string): RecordedTask | undefined {
  const task = service.tasks.get(id)
  if (task === undefined) violations.push(`a handle has the id ${id}, which is of no task`)
  return task
}
