import { Mediagen } from '../../../sdk/src/index.ts'
import { sampleFile } from '../../../sdk/src/testing/sample-file.ts'
import { type Violations, wrongError } from './judge.ts'
import { limitsOf } from './limits.ts'
import { createModelService } from './model-service.ts'
import { createNetwork } from './network.ts'
import type { Plan } from './plan.ts'
import { createWorld } from './world.ts'

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

/** One run of a plan. */
export type Run = ReturnType<typeof openRun>

/** Counts of what happened in all runs, by name. */
export type Counts = Record<string, number>

/** Everything of one run: its world, and how its steps are judged. */
export function openRun(plan: Plan, counts: Counts) {
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
