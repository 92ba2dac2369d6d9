import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { dayMs } from '../../server/src/core/domain/utc-day.ts'
import type { Database } from '../../server/src/database/database.ts'
import { recountOpenTasks } from '../../server/src/database/money/ledger-totals.ts'
import { recountUsage } from '../../server/src/database/reconciliation/recount-usage.ts'
import { archiveTasks } from '../../server/src/use-cases/archive/archive-tasks.ts'
import { restoreArchive } from '../../server/src/use-cases/archive/restore-archive.ts'
import { scrubOldTasks } from '../../server/src/use-cases/sweeps/retention.ts'
import { reconcileLedger } from '../../server/src/use-cases/sweeps/sweeps.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { acceptImage, failTasks } from './support/tasks.ts'

const minuteMs = 60_000
const endedMs = 90 * dayMs
const tasksPerStatement = 6

let service: TestService
let account: TestAccount
beforeEach(async () => {
  service = await startTestService()
  account = await service.createAccount('100.00')
  await tradeLongAgo()
})

/** On each of three days, one more task than the day before and a cancelled one; all may be archived. */
async function tradeLongAgo(): Promise<void> {
  for (let day = 1; day <= 3; day += 1) {
    for (let tasks = 0; tasks < day; tasks += 1) await acceptImage(account)
    await service.runQueue()
    await account.call('POST', `/api/v1/tasks/${await acceptImage(account)}/cancel`)
    service.advance(dayMs)
  }
  for (let run = 0; run < 2; run += 1) {
    service.advance(15 * minuteMs)
    await reconcileLedger(service.parts, { entriesPerPeriod: 2 })
  }
  service.advance(endedMs)
  await scrubOldTasks(service.parts, dayMs)
  await failOne()
}

const archive = () => archiveTasks(service.parts, { endedMs, tasksPerArchive: 3 })

async function restore(): Promise<void> {
  const archives = await service.database.read((db) =>
    db.selectFrom('task_archives').select('id').where('state', '=', 'ARCHIVED').execute(),
  )
  for (const { id } of archives) await restoreArchive(service.parts, id)
}

async function failOne(): Promise<void> {
  service.advance(2_000)
  await acceptImage(account)
  await failTasks(service.database, [await service.claimOne()])
}

/** What somebody may have done to the table: counts that are too high, too low, away, and of no task. */
async function damage(): Promise<void> {
  await service.database.transaction(async ({ db }) => {
    const stored = db.selectFrom('usage_days').selectAll().where('account_id', '=', account.accountId)
    const [first, second, third] = await stored.orderBy('day').execute()
    if (first === undefined || second === undefined || third === undefined) throw new Error('No usage.')
    const ofDay = (day: bigint) => sql<boolean>`account_id = ${account.accountId} and day = ${day}`
    await db.updateTable('usage_days').set({ succeeded: 9n, charged: 7n }).where(ofDay(first.day)).execute()
    await db.updateTable('usage_days').set({ cancelled: 0n }).where(ofDay(second.day)).execute()
    await db.deleteFrom('usage_days').where(ofDay(third.day)).execute()
    await db
      .insertInto('usage_days')
      .values({ ...first, day: first.day - 5n, product: 'video.generate' })
      .execute()
  })
}

async function correctOpenTasks(): Promise<void> {
  const { accountId } = account
  await service.database.transaction(({ db }) =>
    db.updateTable('accounts').set({ tasks_open: 7n }).where('id', '=', accountId).execute(),
  )
  await recountOpenTasks(service.database, accountId)
}

/** Usage as it is stored, and as tasks and archive add up to once nothing moves. */
async function readUsage(): Promise<{ readonly stored: string[]; readonly expected: string[] }> {
  const { accountId } = account
  const [stored, archived, tasks] = await service.database.read(async (db) => [
    await db.selectFrom('usage_days').selectAll().where('account_id', '=', accountId).execute(),
    await db.selectFrom('archived_usage').selectAll().where('account_id', '=', accountId).execute(),
    await db.selectFrom('tasks').selectAll().where('account_id', '=', accountId).execute(),
  ])
  const ended = tasks
    .filter(({ completed_at }) => completed_at !== null)
    .map(({ status, completed_at, type, api_key_id, cost }) => ({
      day: BigInt(Math.floor(Number(completed_at) / dayMs)),
      product: type,
      api_key_id: api_key_id ?? '',
      succeeded: status === 'SUCCEEDED' ? 1n : 0n,
      failed: status === 'FAILED' ? 1n : 0n,
      cancelled: status === 'CANCELLED' ? 1n : 0n,
      charged: status === 'SUCCEEDED' ? cost : 0n,
    }))
  const sums = new Map<string, readonly bigint[]>()
  for (const { day, product, api_key_id, succeeded, failed, cancelled, charged } of [...ended, ...archived]) {
    const key = `${day} ${product} ${api_key_id}`
    const by = [succeeded, failed, cancelled, charged]
    sums.set(
      key,
      by.map((count, index) => count + (sums.get(key)?.[index] ?? 0n)),
    )
  }
  return {
    stored: stored
      .map((row) => {
        const { day, product, api_key_id, succeeded, failed, cancelled, charged } = row
        return [day, product, api_key_id, succeeded, failed, cancelled, charged].join(' ')
      })
      .sort(),
    expected: [...sums]
      .filter(([, counts]) => counts.some((count) => count > 0n))
      .map(([key, counts]) => [key, ...counts].join(' '))
      .sort(),
  }
}

async function expectRightUsage(): Promise<void> {
  const { stored, expected } = await readUsage()
  expect(expected.length).toBeGreaterThanOrEqual(4)
  expect(stored).toEqual(expected)
}

/** Does `work` before each call of the database with its number, from 0 on. */
function beforeCalls(work: (call: number) => Promise<unknown>): Database {
  let calls = 0
  const next = async (): Promise<void> => {
    await work(calls)
    calls += 1
  }
  const { database } = service
  return {
    ...database,
    read: (run) => next().then(() => database.read(run)),
    readLongRunning: (run) => next().then(() => database.readLongRunning(run)),
    transaction: (run) => next().then(() => database.transaction(run)),
  }
}

const recount = (database = service.database) =>
  recountUsage(database, account.accountId, { tasksPerStatement })

test('usage is counted again day by day, and what was right stays', async () => {
  const { stored: before } = await readUsage()
  await damage()
  await recount()
  expect((await readUsage()).stored).toEqual(before)
  await expectRightUsage()
})

test('an account without tasks loses usage that is of none', async () => {
  const { stored } = await readUsage()
  const { accountId } = await service.createAccount()
  await service.database.transaction(({ db }) =>
    db
      .insertInto('usage_days')
      .values({
        account_id: accountId,
        day: 20_000n,
        product: 'image.generate',
        api_key_id: '',
        succeeded: 1n,
        failed: 0n,
        cancelled: 0n,
        charged: 1n,
      })
      .execute(),
  )
  await recountUsage(service.database, accountId)
  const left = await service.database.read((db) => db.selectFrom('usage_days').select('account_id').execute())
  expect(left.map((row) => row.account_id)).not.toContain(accountId)
  expect((await readUsage()).stored).toEqual(stored)
})

test('tasks that end, leave or come back at any moment of a recount are counted once', async () => {
  for (const move of [archive, restore]) {
    for (let at = 0, calls = 1; at < calls; at += 1) {
      await (move === archive ? restore() : archive())
      await damage()
      calls = 0
      await recount(
        beforeCalls(async (call) => {
          calls += 1
          if (call !== at) return
          await failOne()
          await move()
        }),
      )
      expect(calls).toBeGreaterThan(at)
      await expectRightUsage()
    }
  }
})

test('a recount beside many orders and settlements, the archive, and the way back is exact', async () => {
  const owner = await service.createAccount('100.00')
  await damage()
  let isOver = false
  // SQLite needs no turn of the event loop, which the orders wait for.
  const settle = async (): Promise<void> => {
    try {
      for (let round = 0; round < 30; round += 1) {
        service.advance(2_000)
        await Promise.all([acceptImage(account), acceptImage(owner)])
        await failTasks(service.database, await service.claim(2))
      }
    } finally {
      isOver = true
    }
  }
  const move = async (): Promise<void> => {
    while (!isOver) {
      await archive()
      await restore()
      await setImmediate()
    }
  }
  const count = async (): Promise<void> => {
    while (!isOver) {
      await recount()
      await setImmediate()
    }
  }
  await Promise.all([count(), settle(), move()])
  await expectRightUsage()
})

test('a recount has the account’s lock once for each day that disagrees, and reads no task meanwhile', async () => {
  await damage()
  const underLock: string[][] = []
  const { database } = service
  await recount({
    ...database,
    transaction: (work) =>
      database.transaction((tx) => {
        const statements: string[] = []
        underLock.push(statements)
        const db = tx.db.withPlugin({
          transformQuery({ node }) {
            statements.push(
              JSON.stringify(node, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
            )
            return node
          },
          transformResult: async ({ result }) => result,
        })
        return work({ ...tx, db })
      }),
  })
  await expectRightUsage()
  expect(underLock).toHaveLength(4)
  for (const statements of underLock) {
    expect(statements.length).toBeGreaterThan(0)
    for (const statement of statements)
      expect(statement).not.toMatch(/\b(tasks|archived_usage|ledger_entries)\b/)
  }
})

test('of several recounts at once, whatever the moment, one adds what is missing', async () => {
  for (let at = 0, calls = 1; at < calls; at += 1) {
    await damage()
    calls = 0
    await recount(
      beforeCalls(async (call) => {
        calls += 1
        if (call === at) await recount()
      }),
    )
    await expectRightUsage()
  }
  await damage()
  await Promise.all([recount(), recount(), recount()])
  await expectRightUsage()
})

test('a correction of other counts, whatever the moment, keeps no recount from adding what is missing', async () => {
  for (let at = 0, calls = 1; at < calls; at += 1) {
    await damage()
    calls = 0
    await recount(
      beforeCalls(async (call) => {
        calls += 1
        if (call === at) await correctOpenTasks()
      }),
    )
    await expectRightUsage()
  }
})

test('a lost response to a COMMIT adds nothing twice', async () => {
  await damage()
  const { database } = service
  await recount({
    ...database,
    async transaction(work) {
      await database.transaction(work)
      return database.transaction((tx) => work({ ...tx, mayHaveCommitted: true }))
    },
  })
  await expectRightUsage()
})
