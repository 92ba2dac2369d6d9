import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createSharedRateLimiter } from '../../server/src/coordination/shared-rate-limiter.ts'
import type { RateLimit, RateLimiter } from '../../server/src/core/ports/rate-limiter.ts'
import { type Database, openDatabase } from '../../server/src/database/database.ts'
import { DatabaseUnavailableError } from '../../server/src/database/database-unavailable-error.ts'
import { migrate } from '../../server/src/database/schema/migrate.ts'
import { createTestDatabase } from '../support/test-database.ts'

const minuteMs = 60_000
const anAccount = 'a'.repeat(24)
const another = 'b'.repeat(24)

let url: string
/** What the database's clock shows, and with it what the processes measure; only the test moves it. */
let clockMs: number
beforeEach(async () => {
  clockMs = 1_800_000_000_000
  url = (await createTestDatabase()).url
  await migrate(openProcess().database)
})

interface Process {
  readonly limiter: RateLimiter
  readonly database: Database
  /** Its next statement waits so long for the row that it arrived that much earlier. */
  delay(durationMs: number): void
}

/** A counter as each API process has one: with connections and a memory of its own. */
function openProcess(requestsMax = 60): Process {
  const database = openDatabase({ url })
  onTestFinished(() => database.close())
  let delayMs = 0
  const onTestClock: Database = {
    ...database,
    autocommit(statement) {
      const now = sql<bigint>`cast(${BigInt(clockMs - delayMs)} as signed)`
      delayMs = 0
      return database.autocommit((db) => statement(db, now))
    },
  }
  const limit: RateLimit = { requestsMax, windowMs: minuteMs }
  // A process's own clock runs on when the database's is set back; none here is alive then.
  const limiter = createSharedRateLimiter({ database: onTestClock, limit, nowMs: () => clockMs })
  return {
    database: onTestClock,
    limiter,
    delay(durationMs) {
      delayMs = durationMs
    },
  }
}

/** How many of so many requests that arrive at once are let through. */
async function allowed(limiters: readonly RateLimiter[], accountId: string, requests: number) {
  const verdicts = await Promise.all(
    Array.from({ length: requests }, (_, index) => limiters[index % limiters.length]?.count(accountId)),
  )
  return verdicts.filter((verdict) => verdict?.allowed).length
}

/** The limit in its plainest form: the times of all admissions. */
class Model {
  readonly times: number[] = []
  readonly #requestsMax: number

  constructor(requestsMax: number) {
    this.#requestsMax = requestsMax
  }

  waitMsAt(now: number): number {
    return Math.max(0, (this.times.at(-this.#requestsMax) ?? Number.NEGATIVE_INFINITY) + minuteMs - now)
  }

  admit(now: number): boolean {
    if (this.waitMsAt(now) > 0) return false
    this.times.push(now)
    return true
  }

  /** The most admissions in any minute that ends with one. */
  mostInAMinute(): number {
    const inMinuteOf = (end: number) => this.times.filter((time) => time > end - minuteMs && time <= end)
    return Math.max(0, ...this.times.map((end) => inMinuteOf(end).length))
  }
}

describe('a limit shared by processes', () => {
  test('admits exactly 60 of 200 requests that arrive at two processes at once', async () => {
    const limiters = [openProcess().limiter, openProcess().limiter]
    expect(await allowed(limiters, anAccount, 200)).toBe(60)
    expect(await allowed(limiters, anAccount, 10)).toBe(0)
  })

  test('is counted per account, even if one statement counts for many', async () => {
    const limiters = [openProcess().limiter, openProcess().limiter]
    const others = Array.from({ length: 20 }, (_, index) => String(index).padStart(24, 'c'))
    const counts = await Promise.all([
      allowed(limiters, anAccount, 100),
      allowed(limiters, another, 60),
      ...others.map((id) => allowed(limiters, id, 7)),
    ])
    expect(counts).toEqual([60, 60, ...others.map(() => 7)])
  })

  test('slides: a burst across the edge of a minute gets no more than a minute’s requests', async () => {
    const limiters = [openProcess().limiter, openProcess().limiter]
    expect(await allowed(limiters, anAccount, 1)).toBe(1)
    clockMs += 59_000
    expect(await allowed(limiters, anAccount, 59)).toBe(59)
    clockMs += 1_000
    expect(await allowed(limiters, anAccount, 60)).toBe(1)
    clockMs += 58_999
    expect(await allowed(limiters, anAccount, 60)).toBe(0)
    clockMs += 1
    expect(await allowed(limiters, anAccount, 60)).toBe(59)
  })

  test('never rejects evenly spaced requests, and admits a burst of 60 after a minute’s silence', async () => {
    const limiters = [openProcess().limiter, openProcess().limiter]
    for (let request = 0; request < 150; request += 1) {
      expect(await limiters[request % 2]?.count(anAccount)).toEqual({ allowed: true })
      clockMs += 1_000
    }
    clockMs += 59_000
    expect(await allowed(limiters, anAccount, 100)).toBe(60)
  })

  test('returns in whole seconds when the next request is admitted, and a rejected request extends no wait', async () => {
    const { limiter } = openProcess(2)
    await limiter.count(anAccount)
    clockMs += 50_000
    await limiter.count(anAccount)
    expect(await limiter.count(anAccount)).toEqual({ allowed: false, retryAfterSeconds: 10 })
    clockMs += 8_500
    expect(await openProcess(2).limiter.count(anAccount)).toEqual({ allowed: false, retryAfterSeconds: 2 })
    expect(await limiter.count(anAccount)).toEqual({ allowed: false, retryAfterSeconds: 2 })
    clockMs += 1_500
    expect(await allowed([limiter], anAccount, 5)).toBe(1)
    expect(await limiter.count(anAccount)).toEqual({ allowed: false, retryAfterSeconds: 50 })
  })

  test('for any times and processes: admits exactly what the limit allows, with exact waits', async () => {
    const step = fc.record({
      pauseMs: fc.oneof(fc.constantFrom(0, 1, 999, 1_000, 59_999, minuteMs), fc.nat(70_000)),
      requests: fc.integer({ min: 1, max: 7 }),
    })
    const requestsMax = 5
    const processes = [openProcess(requestsMax), openProcess(requestsMax)]
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        run += 1
        const accountId = String(run).padStart(24, 'c')
        const model = new Model(requestsMax)
        for (const { pauseMs, requests } of steps) {
          clockMs += pauseMs
          const verdicts = await Promise.all(
            Array.from({ length: requests }, (_, index) => processes[index % 2]?.limiter.count(accountId)),
          )
          const expected = verdicts.filter(() => model.admit(clockMs)).length
          expect(verdicts.filter((verdict) => verdict?.allowed)).toHaveLength(expected)
          const rejected = { allowed: false, retryAfterSeconds: Math.ceil(model.waitMsAt(clockMs) / 1000) }
          for (const verdict of verdicts) if (!verdict?.allowed) expect(verdict).toEqual(rejected)
        }
        expect(model.mostInAMinute()).toBeLessThanOrEqual(requestsMax)
      }),
      { numRuns: 25 },
    )
  })

  test('a client that waits for the returned time is admitted, and one that waits a second less is not', async () => {
    const requestsMax = 3
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(20_000), { minLength: 3, maxLength: 6 }), async (pauses) => {
        const { database, limiter } = openProcess(requestsMax)
        await database.read((db) => db.deleteFrom('rate_limits').execute())
        let retryAfterSeconds: number | undefined
        for (const pauseMs of [...pauses, 0, 0]) {
          clockMs += pauseMs
          const verdict = await limiter.count(anAccount)
          if (!verdict.allowed) retryAfterSeconds = verdict.retryAfterSeconds
        }
        if (retryAfterSeconds === undefined) return
        clockMs += (retryAfterSeconds - 1) * 1_000
        expect(await allowed([limiter, openProcess(requestsMax).limiter], anAccount, 2)).toBe(0)
        clockMs += 1_000
        expect(await limiter.count(anAccount)).toEqual({ allowed: true })
        clockMs += minuteMs
      }),
      { numRuns: 15 },
    )
  })

  test('outlives the process that counted: a new one continues the count', async () => {
    expect(await allowed([openProcess().limiter], anAccount, 60)).toBe(60)
    expect(await openProcess().limiter.count(anAccount)).toMatchObject({ allowed: false })
  })

  test('rejects a flood from memory: it reaches the database once', async () => {
    const { limiter, database } = openProcess(1)
    await limiter.count(anAccount)
    await limiter.count(anAccount)
    await database.close()
    expect(await allowed([limiter], anAccount, 100)).toBe(0)
  })

  test('costs the database a few statements for a flood that arrives at once, and takes nothing from other accounts', async () => {
    const { database } = openProcess()
    let statements = 0
    const counted: Database = {
      ...database,
      autocommit(statement) {
        statements += 1
        return database.autocommit(statement)
      },
    }
    const limit: RateLimit = { requestsMax: 1, windowMs: minuteMs }
    const limiter = createSharedRateLimiter({ database: counted, limit, nowMs: () => clockMs })
    const [flood, others] = await Promise.all([
      allowed([limiter], anAccount, 200),
      allowed([limiter], another, 1),
    ])
    expect([flood, others]).toEqual([1, 1])
    // The halves of 201 down to one that is let through, one that is rejected, and how long for.
    expect(statements).toBeLessThan(20)
  })

  test('applies to statements that waited for their row: they count at the time of the one before them', async () => {
    const requestsMax = 4
    const step = fc.record({ pauseMs: fc.nat(30_000), delayMs: fc.nat(5_000), process: fc.nat(1) })
    const processes = [openProcess(requestsMax), openProcess(requestsMax)]
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
        run += 1
        const accountId = String(run).padStart(24, 'd')
        const model = new Model(requestsMax)
        for (const { pauseMs, delayMs, process } of steps) {
          clockMs += pauseMs
          processes[process]?.delay(delayMs)
          const at = Math.max(clockMs - delayMs, model.times.at(-1) ?? 0)
          // A rejection from memory sends nothing that could be late.
          const mayBeRemembered = model.waitMsAt(clockMs) > 0
          const verdict = await processes[process]?.limiter.count(accountId)
          processes[process]?.delay(0)
          if (mayBeRemembered) expect(verdict?.allowed).toBe(false)
          else if (verdict?.allowed) expect(model.admit(at)).toBe(true)
          else expect(model.waitMsAt(at)).toBeGreaterThan(0)
        }
        expect(model.mostInAMinute()).toBeLessThanOrEqual(requestsMax)
      }),
      { numRuns: 15 },
    )
  })

  test('responds at once to all that wait during an outage, none of them after a second timeout', async () => {
    const database = openDatabase({ url: 'mysql://127.0.0.1:1/nowhere' })
    onTestFinished(() => database.close())
    const limiter = createSharedRateLimiter({ database, limit: { requestsMax: 60, windowMs: minuteMs } })
    const startedAtMs = performance.now()
    const [first, ...others] = Array.from({ length: 50 }, () =>
      expect(limiter.count(anAccount)).rejects.toThrow(DatabaseUnavailableError),
    )
    await first
    const firstMs = performance.now() - startedAtMs
    await Promise.all(others)
    expect(performance.now() - startedAtMs).toBeLessThan(1.9 * firstMs)
  })

  test.each([1_500, 9_000, 11_000, 60 * minuteMs])(
    'keeps no account waiting for longer than a minute when the clock was set back by %d ms',
    async (setBackMs) => {
      expect(await allowed([openProcess().limiter], anAccount, 60)).toBe(60)
      clockMs -= setBackMs
      const { limiter } = openProcess()
      expect(await limiter.count(anAccount)).toEqual({ allowed: false, retryAfterSeconds: 60 })
      clockMs += minuteMs - 1
      expect(await openProcess().limiter.count(anAccount)).toEqual({ allowed: false, retryAfterSeconds: 1 })
      clockMs += 1
      expect(await allowed([limiter], anAccount, 100)).toBe(60)
    },
  )

  test('continues counting after the clock was set back, and admits a minute’s requests in a minute', async () => {
    const { limiter } = openProcess(3)
    expect(await allowed([limiter], anAccount, 2)).toBe(2)
    clockMs -= 60 * minuteMs
    expect(await allowed([limiter], anAccount, 2)).toBe(1)
    for (let round = 0; round < 3; round += 1) {
      clockMs += minuteMs
      expect(await allowed([limiter], anAccount, 5)).toBe(3)
    }
  })

  test('counts together with processes of the previous version during an upgrade', async () => {
    const { limiter, database } = openProcess(10)
    expect(await allowedByOldProcess(database, 4)).toBe(4)
    expect(await allowed([limiter], anAccount, 4)).toBe(4)
    expect(await allowedByOldProcess(database, 1)).toBe(1)
    clockMs += 20_000
    expect(await allowed([limiter], anAccount, 5)).toBe(1)
    expect(await limiter.count(anAccount)).toEqual({ allowed: false, retryAfterSeconds: 40 })
    expect(await allowedByOldProcess(database, 2)).toBe(0)
    clockMs += 40_000
    expect(await allowed([limiter], anAccount, 9)).toBe(9)
    expect(await allowedByOldProcess(database, 2)).toBe(1)
  })

  test('keeps one row for an account, however many minutes it has been busy', async () => {
    const { limiter, database } = openProcess(1)
    for (let minute = 0; minute < 5; minute += 1) {
      expect(await allowed([limiter], anAccount, 2)).toBe(1)
      clockMs += minuteMs
    }
    const rows = await database.read((db) => db.selectFrom('rate_limits').selectAll().execute())
    expect(rows).toHaveLength(1)
  })
})

/**
 * Sends what version 1.0.0 sent before the limit slid: a window that begins with its first request, 10 in
 * each.
 */
async function allowedByOldProcess(database: Database, requests: number): Promise<number> {
  let count = 0
  for (let request = 0; request < requests; request += 1) {
    const isRunning = sql`window_started_at > ${clockMs} - 60000 and window_started_at <= ${clockMs} + 10000`
    const statement = sql`insert into rate_limits (account_id, window_started_at, requests_left)
      values (${anAccount}, ${clockMs}, 9)
      on duplicate key update
        requests_left = if(${isRunning}, requests_left, 10) - 1,
        window_started_at = if(${isRunning}, window_started_at, ${clockMs})`
    try {
      await database.read((db) => statement.execute(db))
      count += 1
    } catch (error) {
      if (database.classify(error) !== 'check') throw error
    }
  }
  return count
}
