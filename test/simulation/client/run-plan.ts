import { createHash } from 'node:crypto'
import { makeCall } from './calls.ts'
import { listenersOf } from './judge.ts'
import { keyRememberedMs } from './model-service.ts'
import type { Plan } from './plan.ts'
import { type Counts, openRun, type Run } from './run.ts'
import { verify } from './verify.ts'

/** How long after the last promise nothing may be left: a cancellation in the background has 5 s. */
const graceMs = 6_000
/** By then every task has ended. */
const laterMs = 60_000

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
