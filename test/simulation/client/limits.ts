import type { Plan } from './plan.ts'

/** Fixed numbers of the documentation. */
const transferMs = 120_000
const uploadWindowMs = 900_000
const rateWindowMs = 61_000
const backoffMsMax = 8_000
const lastPollMs = 1_000

/** The longest that each call may take, by the documentation, apart from the time that the machine sleeps. */
export interface Limits {
  readonly sleepMs: number
  readonly requestMs: number
  readonly orderMs: number
  readonly uploadMs: number
  readonly downloadMs: number
  waitMs(timeoutMs: number): number
}

export function limitsOf({ settings, faults, events, calls, skewMs }: Plan): Limits {
  const { totalTimeoutMs, timeoutMs, requestsPerMinute, maxRetries } = settings
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
  const requestMs = Math.max(totalTimeoutMs, timeoutMs) + 1
  const sleepMs = sum(events.map((event) => (event.kind === 'sleep' ? event.ms : 0)))
  const outages = events.flatMap((event) => (event.kind === 'outage' ? [event] : []))
  const jumpMs = sum(events.map((event) => (event.kind === 'clock' ? Math.abs(event.byMs) : 0)))
  // A 429 delays every order of the client for as long as it asks, with up to a second on top.
  const limited = [...faults, ...outages.map(({ as }) => as)].flatMap((fault) =>
    fault.kind === 'busy' && fault.status === 429
      ? [Math.min(totalTimeoutMs, 1000 * fault.retryAfter.seconds)]
      : [],
  )
  const outageMs = sum(outages.map(({ ms }) => ms))
  const pausesMs = sum(limited.map((ms) => Math.max(ms, backoffMsMax) + 1_000 + requestMs)) + outageMs
  const orders = sum(calls.map(({ kind }) => (kind === 'many' || kind === 'twins' ? 3 : 1)))
  const attempts = orders * (maxRetries + 1) + limited.length + outageMs / 1_000
  const queueMs = requestsPerMinute < 10 ? rateWindowMs * attempts : 0
  // By skewed clocks the retries end later, or at once.
  const putMs = uploadWindowMs + Math.abs(skewMs) + jumpMs + 2 * transferMs
  return {
    sleepMs,
    requestMs,
    orderMs: requestMs + pausesMs + queueMs,
    uploadMs: 2 * (requestMs + putMs) + 11 * (requestMs + backoffMsMax),
    downloadMs: 20 * (2 * transferMs + requestMs + backoffMsMax) + outageMs,
    waitMs: (ms) => ms + lastPollMs + 1,
  }
}
