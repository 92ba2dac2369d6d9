import type { Clock } from '../../../sdk/src/index.ts'

/** When every simulated world begins. */
const startMs = Date.parse('2026-03-01T12:00:00Z')

interface Timer {
  atMs: number
  /** Of the client's machine, which stands still while that sleeps. */
  readonly isOfClient: boolean
  readonly run: () => void
}

/** The time of a client, of its machine and of the service, which moves only when nothing else can happen. */
export interface World {
  /** Milliseconds since the world began. */
  now(): number
  /** The monotonic clock that the client is given. */
  readonly clock: Clock
  /** The wall clock of the client's machine. */
  wallMs(): number
  /** The wall clock of the service. */
  serviceMs(): number
  /** Runs something later that is not of the client; returns how to prevent it. */
  later(ms: number, run: () => void): () => void
  /** Sets one of the wall clocks forward or back. */
  setWallClock(of: 'client' | 'service', byMs: number): void
  /**
   * Time that passes while the client's machine sleeps. Timers fire when it wakes, or as much later if its
   * monotonic clock stood still, as that of Linux does.
   */
  sleep(ms: number, isCounted: boolean): void
  /** Lets everything happen until something is so; returns whether it came to be so. */
  run(isDone: () => boolean): Promise<boolean>
  /** Timers of the client that are still to fire. */
  clientTimers(): number
}

/** `skewMs` is how far the client's machine is ahead of the service. */
export function createWorld(skewMs: number): World {
  let nowMs = 0
  let uncountedMs = 0
  const wall = { client: startMs + skewMs, service: startMs }
  const timers: Timer[] = []

  function add(timer: Timer): () => void {
    let place = timers.length
    while (place > 0 && (timers[place - 1]?.atMs ?? 0) > timer.atMs) place -= 1
    timers.splice(place, 0, timer)
    return () => {
      const index = timers.indexOf(timer)
      if (index >= 0) timers.splice(index, 1)
    }
  }
  // Whole milliseconds, as timers have: sums of fractions would not agree with each other.
  const after = (ms: number, run: () => void) =>
    add({ atMs: nowMs + Math.ceil(Math.max(0, ms)), isOfClient: true, run })

  return {
    now: () => nowMs,
    wallMs: () => wall.client + nowMs,
    serviceMs: () => wall.service + nowMs,
    clock: {
      now: () => startMs + skewMs + nowMs - uncountedMs,
      after,
      delay: (ms, signal) =>
        new Promise((resolve, reject) => {
          if (signal?.aborted) return reject(signal.reason)
          const abort = () => {
            cancel()
            reject(signal?.reason)
          }
          const cancel = after(ms, () => {
            signal?.removeEventListener('abort', abort)
            resolve()
          })
          signal?.addEventListener('abort', abort, { once: true })
        }),
    },
    later: (ms, run) => add({ atMs: nowMs + ms, isOfClient: false, run }),
    setWallClock(of, byMs) {
      wall[of] += byMs
    },
    sleep(ms, isCounted) {
      const untilMs = nowMs + ms
      // The rest of the world goes on meanwhile.
      for (;;) {
        const place = timers.findIndex(({ isOfClient, atMs }) => !isOfClient && atMs <= untilMs)
        const [timer] = place < 0 ? [] : timers.splice(place, 1)
        if (timer === undefined) break
        nowMs = Math.max(nowMs, timer.atMs)
        timer.run()
      }
      nowMs = untilMs
      if (isCounted) return
      uncountedMs += ms
      for (const timer of timers) if (timer.isOfClient) timer.atMs += ms
      timers.sort((one, other) => one.atMs - other.atMs)
    },
    async run(isDone) {
      for (;;) {
        // Everything that needs no time happens before this returns.
        await new Promise((resolve) => setImmediate(resolve))
        if (isDone()) return true
        const timer = timers.shift()
        if (timer === undefined) return false
        nowMs = Math.max(nowMs, timer.atMs)
        timer.run()
      }
    },
    clientTimers: () => timers.filter(({ isOfClient }) => isOfClient).length,
  }
}
