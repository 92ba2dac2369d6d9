import type { ApiErrorCode, TaskErrorCode } from '../types.js'

/** Faults on demand. Each strikes the next requests that it fits, as often as it is told to, and is over then. */
export interface Faults {
  /** Answers generations with 429. @default Retry-After: 1 */
  rateLimit(times: number, retryAfterSeconds?: number): void
  /** Answers anything that asks the service itself with an error. */
  answer(code: ApiErrorCode, times?: number): void
  /** Accepts a generation and breaks the connection before the answer. */
  dropAfterAccept(times?: number): void
  /** Breaks the connection to the storage in the middle of a result. */
  breakDownloads(times?: number): void
  /** Makes every link to a result that was given up to now run out. */
  expireLinks(): void
  /** Makes the next tasks fail. */
  failTasks(code: TaskErrorCode, times?: number): void
}

/** The faults that are still to strike. */
export interface PendingFaults extends Faults {
  takeRateLimit(): number | undefined
  takeAnswer(): ApiErrorCode | undefined
  takeDrop(): boolean
  takeBreak(): boolean
  takeFailure(): TaskErrorCode | undefined
}

export function createFaults(expireLinks: () => void): PendingFaults {
  const rateLimits: number[] = []
  const answers: ApiErrorCode[] = []
  const failures: TaskErrorCode[] = []
  let drops = 0
  let breaks = 0
  return {
    expireLinks,
    rateLimit: (times, seconds = 1) => rateLimits.push(...repeat(times, seconds)),
    answer: (code, times = 1) => answers.push(...repeat(times, code)),
    failTasks: (code, times = 1) => failures.push(...repeat(times, code)),
    dropAfterAccept(times = 1) {
      drops += times
    },
    breakDownloads(times = 1) {
      breaks += times
    },
    takeRateLimit: () => rateLimits.shift(),
    takeAnswer: () => answers.shift(),
    takeFailure: () => failures.shift(),
    takeDrop: () => drops > 0 && drops-- > 0,
    takeBreak: () => breaks > 0 && breaks-- > 0,
  }
}

function repeat<Value>(times: number, value: Value): Value[] {
  return Array.from({ length: times }, () => value)
}
