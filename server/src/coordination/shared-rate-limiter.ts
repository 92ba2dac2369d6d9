import { LRUCache } from 'lru-cache'
import type { RateLimit, RateLimiter, RateLimitResult } from '../core/ports/rate-limiter.ts'
import { countRequests, readWaitMs } from '../database/accounts/rate-limits.ts'
import type { Database } from '../database/database.ts'
import { createGroupCommit } from './group-commit.ts'

/** Maximum number of refused accounts to remember; others only query the database again. */
const refusalsMax = 10_000

/**
 * Counts in the database, for all processes together and by its clock. Requests that arrive together share
 * one statement. A refused account is then refused from memory until its next request would be admitted, so a
 * flood reaches the database no more often than it is admitted. `nowMs` measures that wait and need not agree
 * with any other clock.
 */
export function createSharedRateLimiter(options: {
  readonly database: Database
  readonly limit: RateLimit
  /** @default the time since the process began */
  readonly nowMs?: () => number
}): RateLimiter {
  const { database, limit, nowMs = () => performance.now() } = options
  const refusals = rememberRefusals(nowMs)
  const counter = createGroupCommit<string, RateLimitResult>({
    // Requests that arrive meanwhile share the next statement, which costs less than a concurrent one would.
    concurrency: 1,
    writeTogether: countTogether,
  })

  async function countTogether(accountIds: readonly string[]): Promise<RateLimitResult> {
    const only = accountIds.length === 1 ? accountIds[0] : undefined
    const known = accountIds.map((accountId) => refusals.find(accountId)).find((result) => result)
    if (known !== undefined && only !== undefined) return known
    // The database would refuse them again; filtering them out keeps the others in one statement.
    if (known !== undefined) throw new Error('One of several accounts is refused; count each separately.')
    try {
      await countRequests(database, accountIds, limit)
      return { allowed: true }
    } catch (error) {
      // At least one of several is refused: throw, so that each is counted separately.
      if (only === undefined || database.classify(error) !== 'check') throw error
      const askedAtMs = nowMs()
      return refusals.add(only, { askedAtMs, waitMs: await readWaitMs(database, only, limit) })
    }
  }

  return { count: async (accountId) => refusals.find(accountId) ?? counter.write(accountId) }
}

/** The wait began between the request and its response; each bound uses the end that keeps its guarantee. */
interface Refusal {
  /** Before this time the account's next request is certainly refused. */
  readonly refusedUntilMs: number
  /** After this time it is certainly admitted, unless others came first. */
  readonly admittedFromMs: number
}

function rememberRefusals(nowMs: () => number) {
  const refusals = new LRUCache<string, Refusal>({ max: refusalsMax })

  function find(accountId: string): RateLimitResult | undefined {
    const refusal = refusals.get(accountId)
    if (refusal === undefined) return undefined
    const now = nowMs()
    if (now < refusal.refusedUntilMs) return refused(refusal.admittedFromMs - now)
    refusals.delete(accountId)
    return undefined
  }

  function add(
    accountId: string,
    { askedAtMs, waitMs }: { askedAtMs: number; waitMs: number },
  ): RateLimitResult {
    refusals.set(accountId, { refusedUntilMs: askedAtMs + waitMs, admittedFromMs: nowMs() + waitMs })
    return refused(waitMs)
  }

  return { find, add }
}

function refused(waitMs: number): RateLimitResult {
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) }
}
