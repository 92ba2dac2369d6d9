import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import { type Database, openDatabase } from '../../server/src/database/database.ts'
import { DatabaseUnavailableError } from '../../server/src/database/database-unavailable-error.ts'
import { timeoutsFor } from '../../server/src/database/timeouts.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { testDialect } from '../support/test-database.ts'

const path = '/api/v1/images/generations'
const body = { prompt: 'a lake' }

describe.skipIf(testDialect() === 'mysql')("another program's lock on the SQLite file", () => {
  let service: TestService
  let account: TestAccount
  beforeEach(async () => {
    service = await startTestService()
    account = await service.createAccount('1.00')
  })

  /** A backup tool, or a forgotten shell. */
  function openOther(): DatabaseSync {
    const other = new DatabaseSync(service.parts.config.databaseUrl.slice('sqlite:'.length))
    onTestFinished(() => {
      if (other.isOpen) other.close()
    })
    return other
  }

  /** The same file for another part of the service, which gives up on a lock soon. */
  function openImpatient(): Database {
    const timeouts = { ...timeoutsFor.request, fileLockMs: 200 }
    const database = openDatabase({ url: service.parts.config.databaseUrl, timeouts })
    onTestFinished(() => database.close())
    return database
  }

  const ask = async (path: string): Promise<number> => (await fetch(service.baseUrl + path)).status

  test.each(['begin immediate', 'begin exclusive'])(
    'taken by "%s" delays neither probes nor reads, and a write waits until it is released',
    async (begin) => {
      const { body: task } = await account.call('POST', path, body)
      const other = openOther()
      other.exec(begin)
      let isSettled = false
      const write = account.call('POST', path, body).finally(() => {
        isSettled = true
      })
      // Several, so that some of them come behind the waiting write.
      for (let round = 0; round < 5; round += 1) {
        expect(await Promise.all([ask('/healthz'), ask('/readyz')])).toEqual([200, 200])
        expect((await account.call('GET', '/api/v1/me')).status).toBe(200)
        expect((await account.call('GET', `/api/v1/tasks/${task.id}`)).status).toBe(200)
      }
      expect(isSettled).toBe(false)
      other.exec('rollback')
      expect((await write).status).toBe(200)
      expect(await account.money()).toEqual({ balance: '0.96', reserved: '0.04' })
      await service.runQueue()
      await service.expectBooksToAgree()
    },
  )

  test('that outlasts a credit rejects it without a trace, and a repetition gives it once', async () => {
    const { accountId } = account
    const administration = createAdministration(openImpatient())
    const credit = () =>
      administration.creditAccount({ accountId, amount: Usd.parse('2'), idempotencyKey: 'a credit' })
    const other = openOther()
    other.exec('begin immediate')
    await expect(credit()).rejects.toThrow(DatabaseUnavailableError)
    other.exec('rollback')
    expect(await account.money()).toEqual({ balance: '1.00', reserved: '0.00' })
    expect(await credit()).toMatchObject({ replayed: false })
    expect(await credit()).toMatchObject({ replayed: true })
    expect(await account.money()).toEqual({ balance: '3.00', reserved: '0.00' })
    await service.expectBooksToAgree()
  })

  test('that shuts out readers too makes a read wait without blocking the thread, then fail or succeed', async () => {
    // Only a program that comes first can shut out readers of a write-ahead log.
    await service.database.close()
    const other = openOther()
    other.exec('pragma locking_mode = exclusive; begin exclusive')
    const read = (database: Database) =>
      database.read((db) => db.selectFrom('accounts').select('id').execute())
    await expect(read(openImpatient())).rejects.toThrow(DatabaseUnavailableError)
    const patient = openDatabase({ url: service.parts.config.databaseUrl })
    onTestFinished(() => patient.close())
    const waiting = read(patient)
    // A thread that waits for the lock itself would never get here.
    await new Promise((resolve) => setImmediate(resolve))
    other.close()
    expect(await waiting).toEqual([{ id: account.accountId }])
  })
})
