import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../server/src/database/database.ts'
import { migrate } from '../../server/src/database/schema/migrate.ts'
import { openTestService, type TestAccount } from '../support/service.ts'
import { mountSmallDisk } from '../support/small-disk.ts'
import { testDialect } from '../support/test-database.ts'
import { untilHolds } from '../support/until-holds.ts'

const path = '/api/v1/images/generations'
/** Some pages of its own. */
const body = { prompt: 'a lake with trees '.repeat(100) }

type Service = Awaited<ReturnType<typeof openTestService>>
let service: Service
let account: TestAccount

async function readiness(): Promise<unknown> {
  const response = await service.fetch(`${service.baseUrl}/readyz`)
  const { checks } = await response.json()
  return [response.status, checks.databaseWritable]
}

/** Orders until one is refused, which happens before the file has grown by more than a few pages. */
async function orderUntilRefused(): Promise<{ accepted: number; refused: [number, string] }> {
  for (let accepted = 0; accepted < 30; accepted += 1) {
    const { status, body: error } = await account.call('POST', path, body)
    if (status !== 200) return { accepted, refused: [status, error.code] }
  }
  throw new Error('The file is not full.')
}

async function expectNothingLost(accepted: number): Promise<void> {
  await service.runQueue()
  expect(await account.money()).toEqual({
    balance: (10 - accepted * 0.02).toFixed(2),
    reserved: '0.00',
  })
  await service.expectBooksToAgree()
}

describe.skipIf(testDialect() === 'mysql')('a file of SQLite that cannot grow', () => {
  beforeEach(async () => {
    service = await openTestService()
    account = await service.createAccount('10.00')
  })
  afterEach(() => service.close())

  const limitPages = (pages: number) =>
    service.database.read((db) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(db))

  test('refuses orders with 503, says so in /readyz, answers reads, and works on once it can grow', async () => {
    expect(await readiness()).toEqual([200, 'ok'])
    await limitPages(1)
    const { accepted, refused } = await orderUntilRefused()
    expect(refused).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(await readiness()).toEqual([503, 'failed'])
    expect((await account.call('GET', '/api/v1/me')).status).toBe(200)
    await limitPages(1_000_000)
    expect((await account.call('POST', path, body)).status).toBe(200)
    expect(await readiness()).toEqual([200, 'ok'])
    await expectNothingLost(accepted + 1)
  })
})

const disk = testDialect() === 'sqlite' ? await mountSmallDisk() : undefined
afterAll(() => disk?.close())

/** Where this program may mount a disk: the COMMIT itself is what fails. */
describe.skipIf(disk === undefined)('a full disk of SQLite', () => {
  beforeEach(async () => {
    const url = `sqlite:${join(disk?.folder ?? '', 'mediagen.sqlite')}`
    const database = openDatabase({ url })
    await migrate(database)
    await database.close()
    service = await openTestService({ databaseUrl: url })
    account = await service.createAccount('10.00')
  })
  afterEach(() => service.close())

  test('refuses orders with 503 at their COMMIT: nothing of them is committed, and no client is left without an answer', async () => {
    await disk?.fill(0)
    const { accepted, refused } = await orderUntilRefused()
    expect(refused).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(await readiness()).toEqual([503, 'failed'])
    expect((await account.call('GET', '/api/v1/me')).status).toBe(200)
    await disk?.free()
    expect((await account.call('POST', path, body)).status).toBe(200)
    await untilHolds(async () => expect(await readiness()).toEqual([200, 'ok']))
    await expectNothingLost(accepted + 1)
  })
})
