import { LRUCache } from 'lru-cache'
import type { Database } from '../database/database.js'
import { DatabaseUnavailableError } from '../database/database-unavailable-error.js'
import { countRequests, readWaitMs } from '../database/rate-limits.js'
import type { RateLimit } from '../domain/rate-limit.js'
import type { RateLimiter, RateVerdict } from '../ports/rate-limiter.js'
import { createGroupCommit } from './group-commit.js'

/** Refused accounts that are remembered at most; those beyond it only ask the database again. */
const refusalsMax = 10_000

/**
 * Counts in the database, for all processes together and by its clock. Requests that arrive together share one statement.
 * A refused account is refused from memory until its next request would be admitted, so that a flood reaches the database
 * no more often than requests of it are let through. `nowMs` measures that wait, and need not agree with anybody's clock.
 */
export function createSharedRateLimiter(options: {
  readonly database: Database
  readonly limit: RateLimit
  /** @default the time since the process began */
  readonly nowMs?: () => number
}): RateLimiter {
  const { database, limit, nowMs = () => performance.now() } = options
  const refusals = rememberRefusals(nowMs)
  let outage: { readonly error: DatabaseUnavailableError; readonly endedAtMs: number } | undefined
  const counter = createGroupCommit<Counted, RateVerdict>({
    lanes: database.dialect.groupCommitsAtOnce,
    writeTogether: countTogether,
  })

  async function countTogether(requests: readonly Counted[]): Promise<RateVerdict> {
    const [first, ...others] = requests.map(({ accountId }) => accountId)
    const only = others.length === 0 ? first : undefined
    const known = requests.map(({ accountId }) => refusals.find(accountId)).find((verdict) => verdict)
    if (known !== undefined && only !== undefined) return known
    // The database would only say so again; apart, those that are refused do not reach it.
    if (known !== undefined)
      throw new Error('One of several accounts is refused; each is to be counted by itself.')
    // These have waited behind one that waited in vain; they are not made to wait as long again.
    const away = outage
    if (away !== undefined && requests.every(({ sinceMs }) => sinceMs <= away.endedAtMs)) throw away.error
    try {
      await countRequests(
        database,
        requests.map(({ accountId }) => accountId),
        limit,
      )
      return { allowed: true }
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) outage = { error, endedAtMs: performance.now() }
      // One of several is refused: thrown, so that each is counted by itself.
      if (only === undefined || database.classify(error) !== 'check') throw error
      const askedAtMs = nowMs()
      return refusals.add(only, { askedAtMs, waitMs: await readWaitMs(database, only, limit) })
    }
  }

  return {
    count: async (accountId) =>
      refusals.find(accountId) ?? counter.write({ accountId, sinceMs: performance.now() }),
  }
}

interface Counted {
  readonly accountId: string
  /** When it was asked for, by the time since the process began. */
  readonly sinceMs: number
}

/** The wait began somewhere between the question and its answer; each bound serves the promise that it cannot break. */
interface Refusal {
  /** Until then a request is certainly one too many. */
  readonly refusedUntilMs: number
  /** From then on a request is certainly admitted, unless others came first. */
  readonly admittedFromMs: number
}

function rememberRefusals(nowMs: () => number) {
  const refusals = new LRUCache<string, Refusal>({ max: refusalsMax })

  function find(accountId: string): RateVerdict | undefined {
    const refusal = refusals.get(accountId)
    if (refusal === undefined) return undefined
    const now = nowMs()
    if (now < refusal.refusedUntilMs) return refused(refusal.admittedFromMs - now)
    refusals.delete(accountId)
    return undefined
  }

  function add(accountId: string, { askedAtMs, waitMs }: { askedAtMs: number; waitMs: number }): RateVerdict {
    refusals.set(accountId, { refusedUntilMs: askedAtMs + waitMs, admittedFromMs: nowMs() + waitMs })
    return refused(waitMs)
  }

  return { find, add }
}

function refused(waitMs: number): RateVerdict {
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) }
}
