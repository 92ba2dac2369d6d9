import { currentWaitedTime } from '../../../core/async/waited-time.ts'
import type { Timeouts } from '../../timeouts.ts'

/** One wait for the database, for as long as its caller still has. */
export interface Wait {
  /** Undefined: none. */
  readonly limitMs: number | undefined
  /** What is left of it. */
  leftMs(): number | undefined
  /** It was in vain, and counts. */
  failed(): void
  /** It is over, in vain or not. */
  ended(): void
}

/** Even if its caller has no time left, a healthy database answers within this. */
const leastWaitMs = 100

export function beginWait({ statementMs, waitMs, allMs }: Timeouts, { isCommit = false } = {}): Wait {
  const waited = currentWaitedTime()
  const startedAtMs = performance.now()
  const allLeftMs = allMs === undefined || isCommit ? Number.POSITIVE_INFINITY : allMs - (waited?.allMs ?? 0)
  const limitMs =
    statementMs === undefined
      ? undefined
      : Math.max(leastWaitMs, Math.min(statementMs, waitMs - (waited?.ms ?? 0), allLeftMs))
  const tookMs = () => performance.now() - startedAtMs
  // Beyond its limit, this machine was slow.
  const countedMs = () => Math.min(tookMs(), limitMs ?? Number.POSITIVE_INFINITY)
  return {
    limitMs,
    leftMs: () => (limitMs === undefined ? undefined : Math.max(leastWaitMs, limitMs - tookMs())),
    failed() {
      if (waited !== undefined) waited.ms += countedMs()
    },
    ended() {
      if (waited !== undefined) waited.allMs = (waited.allMs ?? 0) + countedMs()
    },
  }
}
