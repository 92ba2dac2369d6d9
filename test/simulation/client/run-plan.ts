import { createHash } from 'node:crypto'
import { Mediagen } from '../../../sdk/src/index.ts'
import { sampleFile } from '../../../sdk/src/testing/sample-file.ts'
import { makeCall } from './calls.ts'
import { listenersOf, type Violations, wrongError } from './judge.ts'
import { limitsOf } from './limits.ts'
import { createModelService, keyRememberedMs } from './model-service.ts'
import { createNetwork } from './network.ts'
import type { Plan } from './plan.ts'
import { verify } from './verify.ts'
import { createWorld } from './world.ts'

/** How long after the last promise nothing may be left: a cancellation in the background has 5 s. */
const graceMs = 6_000
/** By then every task has ended. */
const laterMs = 60_000

/** How a step ended. */
export type Ended<Value> = { readonly value: Value } | { readonly error: unknown }

/** An order as its caller knows it. */
export interface PlacedOrder {
  readonly prompt: string
  readonly client: Mediagen
  readonly sentAtMs: number
  readonly sentWallMs: number
  readonly ended: Ended<{ readonly id: string }>
  /** Whether another call may have placed the same order. */
  readonly isShared: boolean
}

export type Run = Awaited<ReturnType<typeof openRun>>

/** Counts of what happened in all runs, by name. */
export type Counts = Record<string, number>

function openRun(plan: Plan, counts: Counts) {
  const world = createWorld(plan.skewMs)
  const service = createModelService(world, plan.age, plan.courses)
  const network = createNetwork(world, service, plan)
  const violations: Violations = []
  const signals: AbortSignal[] = []
  const orders: PlacedOrder[] = []
  const limits = limitsOf(plan)
  const random = randomOf(plan.randomSeed)
  let isHung = false
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1
  }
  const newClient = () =>
    new Mediagen({
      apiKey: 'key',
      baseUrl: 'https://media.test',
      fetch: network.fetch,
      clock: world.clock,
      random,
      traceparent: () => undefined,
      ...plan.settings,
    })

  /** Awaits what must settle within its limit, and at once after an abort; judges its rejection. */
  async function step<Value>(
    what: string,
    limitMs: number,
    signal: AbortSignal | undefined,
    work: () => Promise<Value>,
  ): Promise<Ended<Value>> {
    const wasAborted = signal?.aborted === true
    let abortedAtMs = Number.POSITIVE_INFINITY
    const onAbort = () => {
      abortedAtMs = world.now()
    }
    signal?.addEventListener('abort', onAbort)
    const lift = world.later(limitMs + limits.sleepMs, () => {
      isHung = true
      violations.push(`${what} hangs for more than ${limitMs} ms`)
    })
    try {
      const value = await work()
      if (wasAborted) violations.push(`${what} ignored its signal`)
      count(`${what} resolved`)
      return { value }
    } catch (error) {
      const problem = wrongError(error, signal)
      if (problem !== undefined) violations.push(`the error of ${what} ${problem}`)
      count(error instanceof Error ? error.constructor.name : 'other')
      return { error }
    } finally {
      if (world.now() > abortedAtMs + 1) violations.push(`${what} went on after its abort`)
      lift()
      signal?.removeEventListener('abort', onAbort)
    }
  }

  return {
    world,
    service,
    network,
    violations,
    signals,
    orders,
    limits,
    count,
    newClient,
    step,
    isHung: () => isHung,
  }
}

/** Does everything that a plan says, then mends the network and asks for the truth. Throws for a violation. */
export async function runPlan(plan: Plan, counts: Counts): Promise<void> {
  const run = openRun(plan, counts)
  const { world, network, violations } = run
  const restore = stubGlobals(plan, run)
  const onRejection = (reason: unknown) => violations.push(`nobody handled ${String(reason)}`)
  process.on('unhandledRejection', onRejection)
  try {
    const cancelEvents = plan.events.map((event) =>
      world.later(event.atMs, () => {
        if (event.kind === 'clock') return run.world.setWallClock(event.of, event.byMs)
        if (event.kind === 'outage') {
          network.setOutage(event.as)
          return void world.later(event.ms, () => network.setOutage(undefined))
        }
        run.count('sleep')
        network.breakAll(event.isNoticed)
        world.sleep(event.ms, event.isCounted)
      }),
    )
    const client = run.newClient()
    await finish(run, Promise.all(plan.calls.map((call, index) => makeCall(run, client, call, index))))
    for (const cancel of cancelEvents) cancel()
    network.heal()
    // Most callers ask when every task has ended; the others wait on.
    const haveEnded = plan.randomSeed % 4 > 0
    if (haveEnded) {
      await expectNothingLeft(run)
      await pass(run, laterMs)
    }
    if (!run.isHung()) await finish(run, verify(run, haveEnded))
    await expectNothingLeft(run)
    for (const prompt of new Set([...run.service.tasks.values()].map((task) => task.prompt))) {
      const [one, other] = run.service.acceptedFor(prompt)
      // Two calls with one key are one order for as long as the service remembers it.
      const isShared = run.orders.some((order) => order.prompt === prompt && order.isShared)
      const apartMs = one && other ? other.acceptedAtMs - one.acceptedAtMs : Number.POSITIVE_INFINITY
      if (apartMs < (isShared ? keyRememberedMs : Number.POSITIVE_INFINITY))
        violations.push(`${prompt} was charged twice`)
    }
  } finally {
    process.off('unhandledRejection', onRejection)
    restore()
  }
  for (const [kind, times] of Object.entries(network.met)) counts[kind] = (counts[kind] ?? 0) + times
  if (violations.length > 0) throw new Error([...new Set(violations)].join('\n'))
}

/** A moment after its last promise the client has nothing open any more. */
async function expectNothingLeft(run: Run): Promise<void> {
  if (run.isHung()) return
  await pass(run, graceMs)
  const { world, network, signals, violations } = run
  const left = {
    timers: world.clientTimers(),
    connections: network.open(),
    listeners: signals.reduce((sum, signal) => sum + listenersOf(signal), 0),
  }
  for (const [what, count] of Object.entries(left)) {
    if (count > 0) violations.push(`${count} ${what} are left`)
  }
}

/** Lets time pass. */
async function pass({ world }: Run, ms: number): Promise<void> {
  let isOver = false
  world.later(ms, () => {
    isOver = true
  })
  await world.run(() => isOver)
}

/** Lets the world go on until the work has ended. */
async function finish({ world, isHung, violations }: Run, work: Promise<unknown>): Promise<void> {
  let isDone = false
  const ended = work.then(
    () => undefined,
    (error: unknown) => violations.push(`the run failed: ${error instanceof Error ? error.stack : error}`),
  )
  ended.finally(() => {
    isDone = true
  })
  if (!(await world.run(() => isDone || isHung()))) violations.push('nothing can happen any more')
}

/** The wall clock of the run, whether it is a browser, and a hash that takes no turn of the event loop. */
function stubGlobals({ isBrowser }: Plan, { world }: Run): () => void {
  const { now } = Date
  Date.now = () => world.wallMs()
  crypto.subtle.digest = async (_, data) => {
    const bytes = ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data)
    return new Uint8Array(createHash('sha256').update(bytes).digest()).buffer
  }
  if (isBrowser) Reflect.set(globalThis, 'XMLHttpRequest', class {})
  return () => {
    Date.now = now
    Reflect.deleteProperty(crypto.subtle, 'digest')
    Reflect.deleteProperty(globalThis, 'XMLHttpRequest')
  }
}

/** The numbers of a seed, from 0 up to below 1 (mulberry32). */
function randomOf(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const picture = sampleFile('image/png', 'a picture')

/** A picture of its own for each call. */
export function pictureOf(index: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array([...picture, index])
}
