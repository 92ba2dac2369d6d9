import type { ApiErrorCode, TaskErrorCode } from '../types/index.js'

/** Fault injection. Each fault applies to the next matching requests, as many times as given. */
export interface Faults {
  /** Responds to generations with 429. @default Retry-After: 1 */
  rateLimit(times: number, retryAfterSeconds?: number): void
  /** Responds to any API request with an error. */
  respondWith(code: ApiErrorCode, times?: number): void
  /** Accepts a generation and breaks the connection before the response. */
  dropAfterAccept(times?: number): void
  /** Breaks the connection to the storage in the middle of a result. */
  breakDownloads(times?: number): void
  /** Expires every link to a result that was issued so far. */
  expireLinks(): void
  /** Makes the next tasks fail. */
  failTasks(code: TaskErrorCode, times?: number): void
  /** Makes the next uploads that pass every other check INVALID, as the gate of a service does. */
  refuseUploads(times?: number): void
}

/** The faults that are still pending. */
export interface PendingFaults extends Faults {
  takeRateLimit(): number | undefined
  takeError(): ApiErrorCode | undefined
  takeDrop(): boolean
  takeBreak(): boolean
  takeFailure(): TaskErrorCode | undefined
  takeRefusal(): boolean
}

export function createFaults(expireLinks: () => void): PendingFaults {
  const rateLimits: number[] = []
  const errors: ApiErrorCode[] = []
  const failures: TaskErrorCode[] = []
  let drops = 0
  let breaks = 0
  let refusals = 0
  return {
    expireLinks,
    rateLimit: (times, seconds = 1) => rateLimits.push(...repeat(times, seconds)),
    respondWith: (code, times = 1) => errors.push(...repeat(times, code)),
    failTasks: (code, times = 1) => failures.push(...repeat(times, code)),
    dropAfterAccept(times = 1) {
      drops += times
    },
    breakDownloads(times = 1) {
      breaks += times
    },
    refuseUploads(times = 1) {
      refusals += times
    },
    takeRateLimit: () => rateLimits.shift(),
    takeError: () => errors.shift(),
    takeFailure: () => failures.shift(),
    takeDrop: () => drops > 0 && drops-- > 0,
    takeBreak: () => breaks > 0 && breaks-- > 0,
    takeRefusal: () => refusals > 0 && refusals-- > 0,
  }
}

function repeat<Value>(times: number, value: Value): Value[] {
  return Array.from({ length: times }, () => value)
}
