import { LRUCache } from 'lru-cache'
import {
  type CountedRequest,
  type RateLimiter,
  type RateLimitRefusal,
  type RateLimitResult,
  rateWindowMs,
} from '../core/ports/rate-limiter.ts'
import { countRequests, findWaitMs } from '../database/accounts/rate-limits.ts'
import type { Database } from '../database/database.ts'
import { createGroupCommit } from './group-commit.ts'

/** Maximum number of refusals to remember; others only query the database again. */
const refusalsMax = 10_000
/** How often a request is counted for which there was room when it was refused. */
const countsMax = 3

/**
 * Counts in the database, for all processes together and by its clock. Requests that arrive together share
 * one statement. A refused account is then refused from memory until its next request would be admitted, so a
 * flood reaches the database no more often than it is admitted. `nowMs` measures that wait and need not agree
 * with any other clock.
 */
export function createSharedRateLimiter({
  database,
  windowMs = rateWindowMs,
  nowMs = () => performance.now(),
}: {
  readonly database: Database
  /** @default a minute */
  readonly windowMs?: number
  /** @default the time since the process began */
  readonly nowMs?: () => number
}): RateLimiter {
  const refusals = rememberRefusals(nowMs)
  const counter = createGroupCommit<Counted, RateLimitResult>({
    // Requests that arrive meanwhile share the next statement, which costs less than a concurrent one would.
    concurrency: 1,
    writeTogether: countTogether,
  })

  async function countTogether(requests: readonly Counted[]): Promise<RateLimitResult> {
    const only = requests.length === 1 ? requests[0] : undefined
    const known = requests.map(findRefusal).find((result) => result)
    if (known !== undefined && only !== undefined) return known
    // The database would refuse them again; filtering them out keeps the others in one statement.
    if (known !== undefined) throw new Error('One of several accounts is refused; count each separately.')
    if (await isCounted(requests.flat())) return { allowed: true }
    // At least one of several is refused: throw, so that each is counted separately.
    if (only === undefined) throw new Error('One of several accounts is refused; count each separately.')
    return countAgain(only)
  }

  async function isCounted(requests: readonly CountedRequest[]): Promise<boolean> {
    try {
      await countRequests(database, requests, windowMs)
      return true
    } catch (error) {
      if (database.classify(error) !== 'check') throw error
      return false
    }
  }

  /** One that was refused. There may be room for it: the number of its account was lowered, or time has passed. */
  async function countAgain(counted: Counted): Promise<RateLimitResult> {
    for (let counts = 1; ; counts += 1) {
      for (const request of counted) {
        const askedAtMs = nowMs()
        const waitMs = await findWaitMs(database, request, windowMs)
        const isLast = counts === countsMax && request === counted.at(-1)
        if (waitMs > 0 || isLast)
          return byWhom(counted, request, refusals.add(request, { askedAtMs, waitMs }))
      }
      if (await isCounted(counted)) return { allowed: true }
    }
  }

  function findRefusal(counted: Counted): RateLimitRefusal | undefined {
    for (const request of counted) {
      const refusal = refusals.find(request)
      if (refusal !== undefined) return byWhom(counted, request, refusal)
    }
    return undefined
  }

  return {
    async count(id, requestsPerMinute, also) {
      const first = { id, requestsPerMinute }
      const counted: Counted = also === undefined ? [first] : [first, also]
      return findRefusal(counted) ?? counter.write(counted)
    },
  }
}

/** A request by whom it is counted for, in one statement: all or none. */
type Counted = readonly [CountedRequest, ...CountedRequest[]]

function byWhom(counted: Counted, request: CountedRequest, refusal: RateLimitRefusal): RateLimitRefusal {
  return request === counted[0] ? refusal : { ...refusal, isByAlso: true }
}

/** The wait began between the request and its response; each bound uses the end that keeps its guarantee. */
interface Refusal {
  /** For which it was refused: with another number the wait is another one. */
  readonly requestsPerMinute: number
  /** Before this time the account's next request is certainly refused. */
  readonly refusedUntilMs: number
  /** After this time it is certainly admitted, unless others came first. */
  readonly admittedFromMs: number
}

function rememberRefusals(nowMs: () => number) {
  const refusals = new LRUCache<string, Refusal>({ max: refusalsMax })

  function find({ id, requestsPerMinute }: CountedRequest): RateLimitRefusal | undefined {
    const refusal = refusals.get(id)
    if (refusal === undefined || refusal.requestsPerMinute !== requestsPerMinute) return undefined
    const now = nowMs()
    if (now < refusal.refusedUntilMs) return refused(refusal.admittedFromMs - now)
    refusals.delete(id)
    return undefined
  }

  function add(
    { id, requestsPerMinute }: CountedRequest,
    { askedAtMs, waitMs }: { askedAtMs: number; waitMs: number },
  ): RateLimitRefusal {
    refusals.set(id, {
      requestsPerMinute,
      refusedUntilMs: askedAtMs + waitMs,
      admittedFromMs: nowMs() + waitMs,
    })
    return refused(waitMs)
  }

  return { find, add }
}

function refused(waitMs: number): RateLimitRefusal {
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) }
}
