import { inspect } from 'node:util'
import { sql } from 'kysely'
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import { openDatabase } from '../../server/src/database/database.ts'
import { claimTasks } from '../../server/src/database/tasks/claim-tasks.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import type { TestAccount } from '../support/service.ts'
import { untilHolds } from '../support/until-holds.ts'
import { proxiedServiceOfFile } from './support/proxied-service.ts'
import { onWholePool, poolSize } from './support/whole-pool.ts'

const { current, proxy, directUrl } = proxiedServiceOfFile()
let account: TestAccount
beforeEach(async () => {
  account = await current().createAccount('10.00')
})

const path = '/api/v1/images/generations'
const body = { prompt: 'a lake' }

/** Another client of the same database. */
async function otherSession(): Promise<Connection> {
  const connection = await createConnection(directUrl())
  onTestFinished(async () => connection.destroy())
  return connection
}

describe('every connection of the pool', () => {
  test('reads committed data, uses UTC, and has its time limits', async () => {
    const names = [
      'tx_isolation', // MariaDB
      'transaction_isolation', // MySQL, and newer MariaDB
      'time_zone',
      'innodb_lock_wait_timeout',
      'max_statement_time', // MariaDB, seconds
      'max_execution_time', // MySQL, milliseconds
    ]
    const settings = await onWholePool(current().database, async ({ db }) => {
      const { rows } = await sql<{ Variable_name: string; Value: string }>`
        show session variables where variable_name in (${sql.join(names)})`.execute(db)
      return new Map(rows.map((row) => [row.Variable_name, row.Value]))
    })
    expect(settings).toHaveLength(poolSize)
    for (const setting of settings) {
      expect(setting.get('transaction_isolation') ?? setting.get('tx_isolation')).toBe('READ-COMMITTED')
      expect(setting.get('time_zone')).toBe('+00:00')
      expect(setting.get('innodb_lock_wait_timeout')).toBe('1')
      const limitMs =
        Number(setting.get('max_statement_time') ?? 0) * 1000 || Number(setting.get('max_execution_time'))
      expect(limitMs).toBe(1_800)
    }
  })

  test('takes a text as it is and refuses one that is too long, whatever the mode of the server', async () => {
    const admin = await otherSession()
    const [[server]] = await admin.query<RowDataPacket[]>('select @@global.sql_mode as mode')
    // A backslash escapes nothing there, and a text that is too long is cut off.
    await admin.query("set global sql_mode = 'NO_BACKSLASH_ESCAPES'")
    const database = openDatabase({ url: directUrl() })
    onTestFinished(() => database.close())
    await database.nowMs().finally(() => admin.query('set global sql_mode = ?', [server?.mode]))
    await database.transaction(async ({ db }) => {
      await sql`create temporary table texts (text varchar(20))`.execute(db)
      for (const text of ["it's", '\\', "\\'", "', 1); -- "]) {
        await sql`insert into texts (text) values (${text})`.execute(db)
        const { rows } = await sql`select text from texts where text = ${text}`.execute(db)
        expect(rows).toEqual([{ text }])
      }
      await expect(sql`insert into texts (text) values (${'a'.repeat(21)})`.execute(db)).rejects.toThrow(
        'too long',
      )
    })
  })

  test('is configured once, and not in every transaction', async () => {
    const isolationCount = () =>
      proxy().statements.filter((statement) => /isolation level/i.test(statement)).length
    await onWholePool(current().database, async () => undefined)
    const before = isolationCount()
    await account.call('POST', path, body)
    await current().runQueue()
    expect(isolationCount()).toBe(before)
  })

  test('uses the text protocol: a prepared statement would pass big numbers as doubles', async () => {
    await account.call('POST', path, body)
    const prepareAndExecute = [0x16, 0x17]
    expect(prepareAndExecute.filter((byte) => proxy().commandBytes.has(byte))).toEqual([])
  })

  test('sees in a transaction what others commit meanwhile', async () => {
    const other = await otherSession()
    await current().database.transaction(async ({ db }) => {
      const read = async () =>
        (
          await db
            .selectFrom('accounts')
            .select('created_at')
            .where('id', '=', account.accountId)
            .executeTakeFirstOrThrow()
        ).created_at
      const before = await read()
      await other.query('update accounts set created_at = created_at + 1 where id = ?', [account.accountId])
      expect(await read()).toBe(before + 1n)
    })
  })
})

test('a worker that polls an empty queue blocks no inserts into it', async () => {
  await current().runQueue()
  await current().database.transaction(async (tx) => {
    const { tasks } = await claimTasks(tx, { worker: 'slow', limit: 10, leaseMs: 30_000 })
    expect(tasks).toEqual([])
    expect((await account.call('POST', path, body)).status).toBe(200)
  })
  await current().runQueue()
})

test('money beyond the range of a double is exact to the micro-dollar, in and out', async () => {
  const { database } = current()
  const { accountId } = account
  const administration = createAdministration(database)
  // 2^53 + 1 micro-dollars, and then 2^53 + 3: neither is a double.
  await administration.creditAccount({ accountId, amount: Usd.parse('9007199244.740993') })
  expect((await account.money()).balance).toBe('9007199254.740993')
  await administration.creditAccount({ accountId, amount: Usd.parse('0.000002') })
  expect((await account.money()).balance).toBe('9007199254.740995')
  const { body: accepted } = await account.call('POST', path, body)
  expect(await account.money()).toEqual({ balance: '9007199254.720995', reserved: '0.02' })
  await account.call('POST', `/api/v1/tasks/${accepted.id}/cancel`, {})
  expect(await account.money()).toEqual({ balance: '9007199254.740995', reserved: '0.00' })
  expect((await administration.showAccount(accountId)).totals.credited.toString()).toBe('9007199254.740995')
  expect(await current().brokenPromises()).toEqual([])
})

describe('the account is locked last, with its usage alone after it', () => {
  /** What a transaction wrote or locked, in order. */
  const writes = (kind: string): string[] => {
    const sent = proxy().transactions.findLast((statements) =>
      statements.some((one) => one.includes('`ledger_entries`') && one.includes(`'${kind}'`)),
    )
    const lock =
      /^(?:insert into|update|delete) `(\w+)`|^select .* from `(\w+)` .*(?:for update|for share|in share mode)/
    return (sent ?? []).flatMap((one) => {
      const [, written, locked] = lock.exec(one) ?? []
      return written ?? locked ?? []
    })
  }

  test('by an acceptance', async () => {
    await account.call('POST', path, body, { 'Idempotency-Key': 'last' })
    expect(writes('reserve')).toEqual([
      'idempotency_keys',
      'tasks',
      'task_queue',
      'ledger_entries',
      'accounts',
    ])
  })

  test('by a settlement', async () => {
    await current().runQueue()
    expect(writes('charge').slice(-2)).toEqual(['accounts', 'usage_days'])
    expect(writes('charge').filter((table) => table === 'accounts')).toHaveLength(1)
  })

  test('by a cancellation', async () => {
    const { body: accepted } = await account.call('POST', path, body)
    await account.call('POST', `/api/v1/tasks/${accepted.id}/cancel`, {})
    expect(writes('refund')).toEqual(['task_queue', 'tasks', 'ledger_entries', 'accounts', 'usage_days'])
  })
})

test('the queue has one index, and tasks none by status, because dead entries at its head would slow every claim', async () => {
  const { rows } = await current().database.read((db) =>
    sql<{ table_name: string; index_name: string; column_name: string }>`
      select table_name as table_name, index_name as index_name, column_name as column_name
      from information_schema.statistics where table_schema = database()`.execute(db),
  )
  const queue = rows.filter((row) => row.table_name === 'task_queue')
  expect(new Set(queue.map((row) => row.index_name))).toEqual(new Set(['PRIMARY']))
  expect(rows.filter((row) => row.table_name === 'tasks' && row.column_name === 'status')).toEqual([])
})

describe('locks', () => {
  test('a deadlock reaches no client: the transaction that lost is rerun', async () => {
    const other = await otherSession()
    const { body: accepted } = await account.call('POST', path, body)
    await other.query('create table ballast (id int auto_increment primary key, text char(100))')
    await other.query('begin')
    // InnoDB ends the transaction that has written less; this one has written more.
    await other.query(`insert into ballast (text) values ${Array(200).fill("('')").join(',')}`)
    await other.query('select id from accounts where id = ? for update', [account.accountId])
    const sent = (what: string) =>
      proxy()
        .statements.slice(from)
        .filter((statement) => statement.startsWith(what)).length
    const from = proxy().statements.length
    const cancelled = account.call('POST', `/api/v1/tasks/${accepted.id}/cancel`, {})
    // By then it holds the task, and wants the account.
    await untilHolds(() => expect(sent('update `accounts`')).toBeGreaterThan(0))
    await other.query('update tasks set tier = tier where id = ?', [accepted.id])
    await other.query('rollback')
    expect((await cancelled).body).toEqual({ id: accepted.id, status: 'CANCELLED' })
    expect(sent('delete `task_queue`')).toBeGreaterThan(1)
    expect(await account.money()).toEqual({ balance: '10.00', reserved: '0.00' })
    expect(await current().brokenPromises()).toEqual([])
  })

  test('a request for a locked account gets its response in time, and blocks no other', async () => {
    const other = await otherSession()
    await other.query('begin')
    await other.query('select id from accounts where id = ? for update', [account.accountId])
    const held = account.call('POST', path, body)
    const free = await current().createAccount('1.00')
    expect((await free.call('POST', path, body)).status).toBe(200)
    expect((await held).body.code).toBe('SERVICE_UNAVAILABLE')
    await other.query('rollback')
    expect((await account.call('POST', path, body)).status).toBe(200)
    await current().runQueue()
    expect(await current().brokenPromises()).toEqual([])
  })

  test('ten requests with one key and too little money are each rejected, and none with an internal error', async () => {
    const poor = await current().createAccount('0.01')
    const key = { 'Idempotency-Key': 'one of ten' }
    const responses = await Promise.all(Array.from({ length: 10 }, () => poor.call('POST', path, body, key)))
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(402))
    expect(await current().brokenPromises()).toEqual([])
  })
})

test('the error of a statement has none of its values, such as a prompt: it may be logged', async () => {
  const refused = current().database.read((db) =>
    sql`select ${'a secret lake'} from no_such_table`.execute(db),
  )
  const error = await refused.catch((reason: unknown) => reason)
  expect(inspect(error, { depth: 9 })).toContain('no_such_table')
  expect(inspect(error, { depth: 9 })).not.toContain('secret')
})
