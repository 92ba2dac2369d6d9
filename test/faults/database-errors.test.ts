import { type Connection, createConnection } from 'mysql2/promise'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { faultServiceOfFile } from '../breakage/service/fault-service.ts'
import { createMigratedDatabase } from '../support/migrated-database.ts'
import type { TestAccount } from '../support/service.ts'
import { untilHolds } from '../support/until-holds.ts'

const user = `mediagen_${process.pid}`
const right = 'right-for-this-file'
const path = '/api/v1/images/generations'
const body = { prompt: 'a lake' }

let server: Connection
let account: TestAccount
const current = faultServiceOfFile({
  async databaseUrl() {
    const { url } = await createMigratedDatabase()
    server = await createConnection({ uri: url, multipleStatements: true })
    const database = new URL(url).pathname.slice(1)
    await server.query(
      `create user '${user}'@'%' identified by '${right}'; grant all on \`${database}\`.* to '${user}'@'%'`,
    )
    return Object.assign(new URL(url), { username: user, password: right }).href
  },
})
beforeAll(async () => {
  account = await current().createAccount('10.00')
})
afterAll(async () => {
  await server.query(`drop user '${user}'@'%'`)
  await server.end()
})

async function endConnections(): Promise<void> {
  const [rows] = await server.query<never[]>(
    `select id from information_schema.processlist where user = '${user}'`,
  )
  // A connection may have ended since it was listed.
  for (const { id } of rows as { id: number }[]) await server.query(`kill ${id}`).catch(() => undefined)
}

async function statusOf(path: string): Promise<number> {
  return (await fetch(current().baseUrl + path)).status
}

describe('a right that is taken from a running service', () => {
  test.each([
    [
      'its password is another one',
      `alter user '${user}'@'%' identified by 'another'`,
      `alter user '${user}'@'%' identified by '${right}'`,
    ],
    [
      'its user is gone',
      `rename user '${user}'@'%' to '${user}_away'@'%'`,
      `rename user '${user}_away'@'%' to '${user}'@'%'`,
    ],
    [
      'its user is locked',
      `alter user '${user}'@'%' account lock`,
      `alter user '${user}'@'%' account unlock`,
    ],
  ])('is a database that is away: %s', async (_name, take, give) => {
    await server.query(take)
    let isTaken = true
    const restore = async (): Promise<void> => {
      if (isTaken) await server.query(give)
      isTaken = false
    }
    onTestFinished(restore)
    await endConnections()
    const calls = await Promise.all([
      account.call('POST', path, body),
      account.call('POST', path, body, { 'Idempotency-Key': 'a key' }),
      account.call('GET', '/api/v1/me'),
    ])
    expect(calls.map(({ status, body }) => [status, body.code])).toEqual(
      calls.map(() => [503, 'SERVICE_UNAVAILABLE']),
    )
    expect(await statusOf('/readyz')).toBe(503)
    await restore()
    await untilHolds(async () => expect(await statusOf('/readyz')).toBe(200))
    expect((await account.call('POST', path, body)).status).toBe(200)
    await current().runQueue()
    expect(await current().brokenPromises()).toEqual([])
  })
})

describe('an error of the server within an order', () => {
  const trigger = 'refuse_entries'
  afterEach(() => server.query(`drop trigger if exists ${trigger}`))

  async function raise(errno: number, sqlState: string): Promise<void> {
    await server.query(`create trigger ${trigger} before insert on ledger_entries for each row
      signal sqlstate '${sqlState}' set mysql_errno = ${errno}, message_text = 'by a test'`)
  }

  test.each([
    ['of a group', 3100, 'HY000'],
    ['of a commit', 1180, 'HY000'],
    ['of a server that goes offline', 3032, 'HY000'],
    ['of a cluster without a quorum', 1047, '08S01'],
    ['that a group always has', 3101, '40000'],
    ['that nobody knows', 59_999, 'HY000'],
  ])('is a 503 that has done nothing, and the next order works: one %s', async (_name, errno, sqlState) => {
    const { createAccount, brokenPromises, runQueue } = current()
    const buyer = await createAccount('1.00')
    await raise(errno, sqlState)
    const { status, body: error } = await buyer.call('POST', path, body)
    expect([status, error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    await server.query(`drop trigger ${trigger}`)
    expect(await buyer.money()).toEqual({ balance: '1.00', reserved: '0.00' })
    expect((await buyer.call('POST', path, body)).status).toBe(200)
    await runQueue()
    expect(await brokenPromises()).toEqual([])
  })

  test('is a 500 if it proves a bug or a missing right: an operator must see it, and waiting does not help', async () => {
    const buyer = await current().createAccount('1.00')
    await raise(1142, '42000')
    expect((await buyer.call('POST', path, body)).status).toBe(500)
    await server.query(`drop trigger ${trigger}`)
    expect(await buyer.money()).toEqual({ balance: '1.00', reserved: '0.00' })
    expect(await current().brokenPromises()).toEqual([])
  })
})
