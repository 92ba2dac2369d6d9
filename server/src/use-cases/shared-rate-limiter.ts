import type { Database } from '../database/database.js'
import { DatabaseUnavailableError } from '../database/database-unavailable-error.js'
import { countRequests, type RateLimit, readWindowLeftMs } from '../database/rate-limits.js'
import type { RateLimiter, RateVerdict } from '../ports/rate-limiter.js'
import { createGroupCommit } from './group-commit.js'

const windowMs = 60_000
/** Refused accounts that are remembered at most; those beyond it only ask the database again. */
const refusalsMax = 10_000

/**
 * Counts in the database, for all processes together and by its clock. Requests that arrive together share one statement;
 * an account that has used up its minute is refused from memory until it is over, so that a flood reaches the database
 * once. `nowMs` measures how long that is, and need not agree with anybody's clock.
 */
export function createSharedRateLimiter(options: {
  readonly database: Database
  readonly requestsPerMinute: number
  /** @default the time since the process began */
  readonly nowMs?: () => number
}): RateLimiter {
  const { database } = options
  const limit: RateLimit = { requestsMax: options.requestsPerMinute, windowMs }
  const refusals = rememberRefusals(options.nowMs ?? (() => performance.now()))
  let outage: { readonly error: DatabaseUnavailableError; readonly endedAtMs: number } | undefined
  const counter = createGroupCommit<Counted, RateVerdict>({
    lanes: database.dialect.groupCommitsAtOnce,
    writeTogether: countTogether,
  })

  async function countTogether(requests: readonly Counted[]): Promise<RateVerdict> {
    const [first, ...others] = requests.map(({ accountId }) => accountId)
    const only = others.length === 0 ? first : undefined
    const known = only === undefined ? undefined : refusals.find(only)
    if (known !== undefined) return known
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
      return refusals.add(only, await readWindowLeftMs(database, only, limit))
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

function rememberRefusals(nowMs: () => number) {
  const endsAtMs = new Map<string, number>()

  function find(accountId: string): RateVerdict | undefined {
    const leftMs = (endsAtMs.get(accountId) ?? 0) - nowMs()
    if (leftMs > 0) return { allowed: false, retryAfterSeconds: Math.ceil(leftMs / 1000) }
    endsAtMs.delete(accountId)
    return undefined
  }

  function add(accountId: string, leftMs: number): RateVerdict {
    if (endsAtMs.size >= refusalsMax) endsAtMs.clear()
    endsAtMs.set(accountId, nowMs() + leftMs)
    return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)) }
  }

  return { find, add }
}
