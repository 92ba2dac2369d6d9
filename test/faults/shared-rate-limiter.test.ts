import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createSharedRateLimiter } from '../../server/src/coordination/shared-rate-limiter.ts'
import type { RateLimitResult } from '../../server/src/core/ports/rate-limiter.ts'
import { type Database, openDatabase } from '../../server/src/database/database.ts'
import { DatabaseUnavailableError } from '../../server/src/database/database-unavailable-error.ts'
import { migrate } from '../../server/src/database/schema/migrate.ts'
import { timeoutsFor } from '../../server/src/database/timeouts.ts'
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

interface Limiter {
  count(id: string, requestsPerMinute?: number): Promise<RateLimitResult>
}

interface Process {
  readonly limiter: Limiter
  readonly database: Database
  /** Its next statement waits so long for the row that it arrived that much earlier. */
  delay(durationMs: number): void
}

/** A counter as each API process has one: with connections and a memory of its own. Unless told, it counts to 60. */
function openProcess(requestsMax = 60): Process {
  // Without the eight seconds of a request: thousands of them at once take a busy machine longer.
  const database = openDatabase({ url, timeouts: timeoutsFor.work })
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
  // A process's own clock runs on when the database's is set back; none here is alive then.
  const limiter = createSharedRateLimiter({ database: onTestClock, nowMs: () => clockMs })
  return {
    database: onTestClock,
    limiter: { count: (id, requestsPerMinute = requestsMax) => limiter.count(id, requestsPerMinute) },
    delay(durationMs) {
      delayMs = durationMs
    },
  }
}

/** How many of so many requests that arrive at once are let through. */
async function allowed(
  limiters: readonly Limiter[],
  accountId: string,
  requests: number,
  requestsPerMinute?: number,
) {
  const verdicts = await Promise.all(
    Array.from({ length: requests }, (_, index) =>
      limiters[index % limiters.length]?.count(accountId, requestsPerMinute),
    ),
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

  test('counts each request by its own number, in one statement with others', async () => {
    const limiters = [openProcess().limiter, openProcess().limiter]
    const rates = [1, 2, 59, 61, 300, 1_000]
    const ids = rates.map((rate) => String(rate).padStart(24, 'r'))
    const counts = await Promise.all(ids.map((id, index) => allowed(limiters, id, 1_100, rates[index])))
    expect(counts).toEqual(rates)
    clockMs += minuteMs - 1
    expect(await Promise.all(ids.map((id, index) => allowed(limiters, id, 2, rates[index])))).toEqual(
      rates.map(() => 0),
    )
    clockMs += 1
    expect(await Promise.all(ids.map((id, index) => allowed(limiters, id, 1_100, rates[index])))).toEqual(
      rates,
    )
  })

  test('takes a raised number at once, also where it has just rejected for the old one', async () => {
    const { limiter } = openProcess()
    expect(await allowed([limiter], anAccount, 70)).toBe(60)
    expect(await allowed([limiter], anAccount, 100, 90)).toBe(30)
    expect(await limiter.count(anAccount, 90)).toEqual({ allowed: false, retryAfterSeconds: 60 })
  })

  test('takes a lowered number at once: with all that was admitted before, and an exact wait', async () => {
    const { limiter } = openProcess()
    for (let request = 0; request < 50; request += 1) {
      await limiter.count(anAccount, 1_000)
      clockMs += 1_000
    }
    // The tenth latest is 10 seconds old.
    expect(await limiter.count(anAccount, 10)).toEqual({ allowed: false, retryAfterSeconds: 50 })
    clockMs += 50_000
    expect(await limiter.count(anAccount, 10)).toEqual({ allowed: true })
    expect(await limiter.count(anAccount, 10)).toEqual({ allowed: false, retryAfterSeconds: 1 })
    // Nothing that is within the minute was forgotten meanwhile.
    expect(await allowed([limiter], anAccount, 1_000, 60)).toBe(50)
  })

  test('costs one statement a request once a lowered number has been taken', async () => {
    const { database } = openProcess()
    let statements = 0
    const counted: Database = {
      ...database,
      autocommit(statement) {
        statements += 1
        return database.autocommit(statement)
      },
    }
    const limiter = createSharedRateLimiter({ database: counted, nowMs: () => clockMs })
    await allowed([limiter], anAccount, 500, 500)
    clockMs += minuteMs
    expect(await limiter.count(anAccount, 5)).toEqual({ allowed: true })
    statements = 0
    for (let request = 0; request < 10; request += 1) {
      clockMs += 15_000
      expect(await limiter.count(anAccount, 5)).toEqual({ allowed: true })
    }
    expect(statements).toBe(10)
  })

  test('for any times, processes and changes of the number: admits exactly what the number of each request allows', async () => {
    const step = fc.record({
      pauseMs: fc.oneof(fc.constantFrom(0, 1, 999, 59_999, minuteMs), fc.nat(30_000)),
      requests: fc.integer({ min: 1, max: 7 }),
      requestsPerMinute: fc.integer({ min: 1, max: 12 }),
    })
    const processes = [openProcess(), openProcess()]
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        run += 1
        const accountId = String(run).padStart(24, 'e')
        const times: number[] = []
        for (const { pauseMs, requests, requestsPerMinute } of steps) {
          clockMs += pauseMs
          const room = requestsPerMinute - times.filter((time) => time > clockMs - minuteMs).length
          const limiters = processes.map(({ limiter }) => limiter)
          const admitted = await allowed(limiters, accountId, requests, requestsPerMinute)
          expect(admitted).toBe(Math.min(requests, Math.max(0, room)))
          for (let count = 0; count < admitted; count += 1) times.push(clockMs)
        }
      }),
      { numRuns: 25 },
    )
  })

  test('for two numbers at once, as processes see them around a change: no more than the larger, and all of it', async () => {
    const limiters = [openProcess().limiter, openProcess().limiter]
    const [few, many] = [20, 100]
    const admitted = await Promise.all([
      allowed(limiters, anAccount, 150, few),
      allowed(limiters, anAccount, 150, many),
    ])
    expect(admitted[0]).toBeLessThanOrEqual(few)
    expect(admitted[0] + admitted[1]).toBe(many)
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
    const limiter = createSharedRateLimiter({ database: counted, nowMs: () => clockMs })
    const [flood, others] = await Promise.all([
      allowed([limiter], anAccount, 200, 1),
      allowed([limiter], another, 1, 60),
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
          // One that is refused at that time is counted once more.
          else if (verdict?.allowed) expect(model.admit(model.waitMsAt(at) > 0 ? clockMs : at)).toBe(true)
          else expect(model.waitMsAt(clockMs)).toBeGreaterThan(0)
        }
        expect(model.mostInAMinute()).toBeLessThanOrEqual(requestsMax)
      }),
      { numRuns: 15 },
    )
  })

  test('responds at once to all that wait during an outage, none of them after a second timeout', async () => {
    const database = openDatabase({ url: 'mysql://127.0.0.1:1/nowhere' })
    onTestFinished(() => database.close())
    const limiter = createSharedRateLimiter({ database })
    const startedAtMs = performance.now()
    const [first, ...others] = Array.from({ length: 50 }, () =>
      expect(limiter.count(anAccount, 60)).rejects.toThrow(DatabaseUnavailableError),
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

  test('counts together with processes of the version before during an upgrade', async () => {
    const { limiter, database } = openProcess(60)
    expect(await allowedByOldProcess(database, 20)).toBe(20)
    expect(await allowed([limiter], anAccount, 20)).toBe(20)
    expect(await allowedByOldProcess(database, 15)).toBe(15)
    clockMs += 20_000
    expect(await allowed([limiter], anAccount, 10)).toBe(5)
    expect(await limiter.count(anAccount)).toEqual({ allowed: false, retryAfterSeconds: 40 })
    expect(await allowedByOldProcess(database, 2)).toBe(0)
    clockMs += 40_000
    expect(await allowed([limiter], anAccount, 50)).toBe(50)
    expect(await allowedByOldProcess(database, 10)).toBe(5)
  })

  test('counts on exactly after a process of the version before has cut what a larger number needs', async () => {
    const { limiter, database } = openProcess(200)
    for (let request = 0; request < 200; request += 1) {
      expect(await limiter.count(anAccount)).toEqual({ allowed: true })
      clockMs += 400
    }
    expect(await allowedByOldProcess(database, 1)).toBe(1)
    // It knows of 60 now, which took 24 seconds.
    expect(await allowed([limiter], anAccount, 200)).toBe(140)
    clockMs += minuteMs
    expect(await allowed([limiter], anAccount, 300)).toBe(200)
    clockMs += minuteMs - 1
    expect(await allowed([limiter], anAccount, 1)).toBe(0)
  })

  test('is exact again in the version before, once what it cannot read has been emptied as the page of upgrades says', async () => {
    const { limiter, database } = openProcess(200)
    for (let request = 0; request < 200; request += 1) {
      await limiter.count(anAccount)
      clockMs += 5_000
    }
    expect(await allowedByOldProcess(database, 1)).toBe(1)
    const page = await readFile(new URL('../../docs/upgrade.md', import.meta.url), 'utf8')
    const [, statement = ''] = /```sql\n(update rate_limits .*)\n```/.exec(page) ?? []
    await database.read((db) => sql.raw(statement).execute(db))
    clockMs += 59_000
    expect(await allowedByOldProcess(database, 100)).toBe(59)
    // A minute after the first one.
    clockMs += 1_000
    expect(await allowedByOldProcess(database, 100)).toBe(1)
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

/** Sends what a version sent that knew of 60 requests a minute alone. */
async function allowedByOldProcess(database: Database, requests: number): Promise<number> {
  const gap = sql`concat(gaps, unhex(lpad(hex(gap_ms), 4, '0')))`
  const isInWindow = sql`window_started_at > latest_at - 60000`
  let count = 0
  for (let request = 0; request < requests; request += 1) {
    const statement = sql`
      insert into rate_limits (account_id, latest_at, window_started_at, requests_left)
      values (${anAccount}, ${clockMs}, latest_at, 60 - 1)
      on duplicate key update
        clock_ahead_ms = greatest(clock_ahead_ms, latest_at - 10000 - values(latest_at)),
        gap_ms = least(greatest(values(latest_at) + clock_ahead_ms - latest_at, 0), 60000),
        latest_at = greatest(latest_at, values(latest_at) + clock_ahead_ms),
        spare_ms = if(length(gaps) < 118, 0, span_ms + gap_ms - 60000),
        span_ms = span_ms + gap_ms
          - if(length(gaps) < 118, 0, cast(conv(hex(left(${gap}, 2)), 16, 10) as signed)),
        gaps = right(${gap}, 118),
        requests_left = if(${isInWindow}, requests_left, 60) - 1,
        window_started_at = if(${isInWindow}, window_started_at, latest_at)`
    try {
      await database.read((db) => statement.execute(db))
      count += 1
    } catch (error) {
      if (database.classify(error) !== 'check') throw error
    }
  }
  return count
}
