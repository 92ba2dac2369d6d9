import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '../../server/src/database/database.ts'
import { DatabaseUnavailableError } from '../../server/src/database/database-unavailable-error.ts'
import { migrate } from '../../server/src/database/migrate.ts'
import type { RateLimiter } from '../../server/src/ports/rate-limiter.ts'
import { createSharedRateLimiter } from '../../server/src/use-cases/shared-rate-limiter.ts'
import { createTestDatabase } from '../support/test-database.ts'

const minuteMs = 60_000
const anAccount = 'a'.repeat(24)
const another = 'b'.repeat(24)

let url: string
/** How far the database's clock and that of the processes' memories have been moved. */
let clockMs: number
beforeEach(async () => {
  clockMs = 0
  url = (await createTestDatabase()).url
  await migrate(openProcess().database)
})

/** A counter as each API process has one: with connections and a memory of its own. */
function openProcess(requestsPerMinute = 60): { limiter: RateLimiter; database: Database } {
  const database = openDatabase({ url, clockOffsetMs: () => clockMs })
  onTestFinished(() => database.close())
  return {
    database,
    limiter: createSharedRateLimiter({
      database,
      requestsPerMinute,
      nowMs: () => performance.now() + clockMs,
    }),
  }
}

/** How many of so many requests that arrive at once are let through. */
async function allowed(limiters: readonly RateLimiter[], accountId: string, requests: number) {
  const verdicts = await Promise.all(
    Array.from({ length: requests }, (_, index) => limiters[index % limiters.length]?.count(accountId)),
  )
  return verdicts.filter((verdict) => verdict?.allowed).length
}

describe('a limit that processes share', () => {
  test('lets exactly 60 of 200 requests through that arrive at two processes at once', async () => {
    const limiters = [openProcess().limiter, openProcess().limiter]
    expect(await allowed(limiters, anAccount, 200)).toBe(60)
    expect(await allowed(limiters, anAccount, 10)).toBe(0)
  })

  test('is each account’s own, also where one statement counts for many', async () => {
    const limiters = [openProcess().limiter, openProcess().limiter]
    const others = Array.from({ length: 20 }, (_, index) => String(index).padStart(24, 'c'))
    const counts = await Promise.all([
      allowed(limiters, anAccount, 100),
      allowed(limiters, another, 60),
      ...others.map((id) => allowed(limiters, id, 7)),
    ])
    expect(counts).toEqual([60, 60, ...others.map(() => 7)])
  })

  test('ends with the minute that its first request began, and says in whole seconds when', async () => {
    const { limiter } = openProcess(2)
    await limiter.count(anAccount)
    clockMs += 50_000
    await limiter.count(anAccount)
    const verdict = await limiter.count(anAccount)
    expect(verdict).toEqual({ allowed: false, retryAfterSeconds: 10 })
    clockMs += 8_500
    expect(await limiter.count(anAccount)).toEqual({ allowed: false, retryAfterSeconds: 2 })
    clockMs += 1_500
    expect(await allowed([limiter], anAccount, 5)).toBe(2)
  })

  test('outlives the process that counted: a new one goes on where it stood', async () => {
    expect(await allowed([openProcess().limiter], anAccount, 60)).toBe(60)
    expect(await openProcess().limiter.count(anAccount)).toMatchObject({ allowed: false })
  })

  test('refuses a flood from memory: the database hears of it once', async () => {
    const { limiter, database } = openProcess(1)
    await limiter.count(anAccount)
    await limiter.count(anAccount)
    await database.close()
    expect(await allowed([limiter], anAccount, 100)).toBe(0)
  })

  test('counts into a window that began while the statement waited for its row', async () => {
    const { limiter, database } = openProcess()
    // Begun a little later than our statement will say that it is.
    const row = { window_started_at: BigInt((await database.nowMs()) + 2_000), requests_left: 1n }
    await database.transaction((tx) =>
      tx.db
        .insertInto('rate_limits')
        .values({ account_id: anAccount, ...row })
        .execute(),
    )
    expect(await allowed([limiter], anAccount, 10)).toBe(1)
  })

  test('tells all that wait during an outage at once, and none of them twice as late', async () => {
    const database = openDatabase({ url: 'mysql://127.0.0.1:1/nowhere' })
    onTestFinished(() => database.close())
    const limiter = createSharedRateLimiter({ database, requestsPerMinute: 60 })
    const startedAtMs = performance.now()
    const [first, ...others] = Array.from({ length: 50 }, () =>
      expect(limiter.count(anAccount)).rejects.toThrow(DatabaseUnavailableError),
    )
    await first
    const firstMs = performance.now() - startedAtMs
    await Promise.all(others)
    expect(performance.now() - startedAtMs).toBeLessThan(1.9 * firstMs)
  })

  test('does not outlast a clock that was set back', async () => {
    const { limiter } = openProcess(1)
    clockMs = 60 * minuteMs
    expect(await allowed([limiter], anAccount, 1)).toBe(1)
    clockMs = 0
    expect(await allowed([openProcess(1).limiter], anAccount, 2)).toBe(1)
  })

  test('is not begun anew by a statement that waited for the one that began it', async () => {
    const { limiter, database } = openProcess(1)
    await limiter.count(anAccount)
    // As the waiting statement finds it: begun after its own time.
    await database.transaction((tx) =>
      tx.db
        .updateTable('rate_limits')
        .set({ window_started_at: BigInt(tx.nowMs + 2_000) })
        .execute(),
    )
    expect(await openProcess(1).limiter.count(anAccount)).toMatchObject({ allowed: false })
  })

  test('keeps one row for an account, however many minutes it has been busy', async () => {
    const { limiter, database } = openProcess(1)
    for (let minute = 0; minute < 5; minute += 1) {
      expect(await allowed([limiter], anAccount, 1)).toBe(1)
      clockMs += minuteMs
    }
    const rows = await database.read((db) => db.selectFrom('rate_limits').selectAll().execute())
    expect(rows).toHaveLength(1)
  })
})
