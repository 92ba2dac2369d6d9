import { generationRequestsPerMinute } from '../generated/limits.js'
import { onAbort } from './abort.js'
import type { Clock } from './clock.js'
import type { RateLimitEvent } from './hooks.js'

/** A minute plus network jitter: the service counts requests when they arrive. */
const windowMs = 61_000
/** How long requests are throttled after a 429: the window in which others have used the account. */
const carefulMs = 60_000
/** Concurrent requests while others use the account, so that few get the next 429. */
const carefulInFlightMax = 4
/** Maximum random addition to a requested pause, so that several clients do not all return at once. */
const resumeJitter = 0.1
const resumeJitterMsMax = 1000

/** A slot under the rate limit, taken for one attempt. */
export interface Slot {
  /** Adopts the number that a response tells, unless the client has been given one. */
  heed(headers: Headers): void
  /** Ends the attempt; with a pause if it got a 429, which delays every request in the queue. */
  release(rateLimited?: { readonly pauseMs: number; readonly response: Response }): void
}

/** Resolves when the next attempt may be sent; rejects with the signal's reason on abort. */
export type AcquireSlot = (signal: AbortSignal | undefined) => Promise<Slot>

/** Gives a request its place in the order of arrival, for all its attempts. */
export type Limiter = () => AcquireSlot

/** The parameters of a limiter. */
interface LimiterSettings {
  readonly clock: Clock
  readonly random: () => number
  /** @default what the service tells, and the contract's until it has */
  readonly requestsPerMinute: number | undefined
  /** Called when the queue starts to wait. */
  readonly onRateLimit: (event: RateLimitEvent) => void
}

/**
 * Creates a sliding-window rate limiter that also obeys the service. Waiting requests proceed in the order of
 * their tickets; an aborted one gives its place to the next. A 429 means that others use the account too: the
 * attempt gives its slot back and pauses all requests, and for a minute few are sent at a time.
 */
export function createLimiter({ clock, random, requestsPerMinute, onRateLimit }: LimiterSettings): Limiter {
  let limit = Math.floor(requestsPerMinute ?? generationRequestsPerMinute)
  const queue: { readonly ticket: number; readonly start: () => void }[] = []
  // Send times within the window, oldest first.
  const sentMs: number[] = []
  let blockedUntilMs = 0
  let carefulUntilMs = 0
  let lastRateLimit: Response | undefined
  let inFlight = 0
  let timer: AbortController | undefined
  let timerEndsMs = 0
  let tickets = 0

  function waitMs(): number {
    const oldestMs = sentMs[sentMs.length - limit]
    const windowOpensMs = oldestMs === undefined ? 0 : oldestMs + windowMs
    return Math.max(blockedUntilMs, windowOpensMs) - clock.now()
  }

  function serve(): void {
    if (queue.length === 0) timer?.abort()
    while (queue.length > 0 && timer === undefined) {
      const ms = waitMs()
      // A timer drops fractions and may fire a millisecond early: such a remainder does not count as a
      // separate wait.
      if (ms > 2) {
        sleep(ms)
        return
      }
      // A released slot serves the next request.
      if (clock.now() < carefulUntilMs && inFlight >= carefulInFlightMax) return
      queue.shift()?.start()
    }
  }

  /** Only the head of the queue has a timer; the others leave the queue by their signals. */
  function sleep(ms: number): void {
    const response = clock.now() < blockedUntilMs ? lastRateLimit : undefined
    onRateLimit({ waitMs: ms, waiting: queue.length, response })
    timer = new AbortController()
    timerEndsMs = clock.now() + ms
    const wake = () => {
      timer = undefined
      serve()
    }
    clock.delay(ms, timer.signal).then(wake, wake)
  }

  /** A slot that became free, or a larger number, may end the wait sooner. */
  function endWaitEarly(): void {
    if (clock.now() + waitMs() < timerEndsMs) timer?.abort()
  }

  function take(): Slot {
    const sentAtMs = clock.now()
    inFlight += 1
    if (Number.isFinite(limit)) {
      sentMs.push(sentAtMs)
      while (sentMs.length > limit) sentMs.shift()
    }
    return {
      heed(headers) {
        const told = requestsPerMinute === undefined ? readPolicy(headers) : undefined
        if (told === undefined || told === limit) return
        limit = told
        endWaitEarly()
      },
      release(rateLimited) {
        inFlight -= 1
        if (rateLimited !== undefined) {
          const { pauseMs, response } = rateLimited
          const jitterMs = random() * Math.min(resumeJitterMsMax, resumeJitter * pauseMs)
          lastRateLimit = response
          blockedUntilMs = Math.max(blockedUntilMs, clock.now() + pauseMs + jitterMs)
          carefulUntilMs = blockedUntilMs + carefulMs
          const place = sentMs.indexOf(sentAtMs)
          if (place >= 0) sentMs.splice(place, 1)
          endWaitEarly()
        }
        serve()
      },
    }
  }

  return () => {
    const ticket = tickets++
    return (signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        const start = () => {
          forget()
          resolve(take())
        }
        const entry = { ticket, start }
        const place = queue.findIndex((other) => other.ticket > ticket)
        queue.splice(place < 0 ? queue.length : place, 0, entry)
        const forget = onAbort(signal, () => {
          queue.splice(queue.indexOf(entry), 1)
          reject(signal?.reason)
          serve()
        })
        serve()
      })
  }
}

/** Generations in any minute, of `RateLimit-Policy`; undefined if the service tells none. */
function readPolicy(headers: Headers): number | undefined {
  const number = /^"generations";q=([1-9]\d{0,8});w=60$/.exec(headers.get('ratelimit-policy') ?? '')?.[1]
  return number === undefined ? undefined : Number(number)
}
