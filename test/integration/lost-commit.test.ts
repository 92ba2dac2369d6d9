import { beforeEach, describe, expect, test } from 'vitest'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import { findApiKey } from '../../server/src/database/accounts/api-keys.ts'
import type { Database } from '../../server/src/database/database.ts'
import {
  CommitAmbiguousError,
  DatabaseUnavailableError,
} from '../../server/src/database/database-unavailable-error.ts'
import { findKeptUploads } from '../../server/src/database/uploads/kept-uploads.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import type { UseCases } from '../../server/src/use-cases/use-cases.ts'
import { wireUseCases } from '../../server/src/wiring/wire.ts'
import { runTask } from '../../server/src/worker/run-task.ts'
import { openServiceOfFile, type TestAccount } from '../support/service.ts'
import { pngOf } from './support/images.ts'
import { countRows } from './support/row-counts.ts'
import { acceptImage, expectCharged, expectRefunded, pollTask } from './support/tasks.ts'

/**
 * The reply to every COMMIT is lost: each transaction is committed, and then rerun as the database port does
 * when it cannot know, with `mayHaveCommitted` set. Everything that the service does must have the same
 * effect as doing it once.
 */
function losingReplies(database: Database): Database {
  return {
    ...database,
    async transaction(work) {
      await database.transaction(work)
      return database.transaction((tx) => work({ ...tx, mayHaveCommitted: true }))
    },
  }
}

let account: TestAccount
const woken: string[] = []
const service = await openServiceOfFile()
const database = losingReplies(service.database)
const useCases = wireUseCases({ ...service.parts, database }, { onAccepted: ({ id }) => woken.push(id) })
beforeEach(async () => {
  account = await service.createAccount('10.00')
})

const request = (prompt: string, idempotencyKey?: string) => ({
  accountId: account.accountId,
  product: 'image.generate' as const,
  parameters: { prompt },
  ...(idempotencyKey !== undefined && { idempotencyKey }),
})

describe('when the reply to a COMMIT is lost', () => {
  test.each([undefined, 'key'])('an acceptance makes one task and one reservation (key: %s)', async (key) => {
    const before = await countRows(service.database)
    const accepted = await useCases.acceptGeneration(request('once', key))
    expect(accepted.replayed).toBe(false)
    const after = await countRows(service.database)
    expect([after.tasks - before.tasks, after.ledger_entries - before.ledger_entries]).toEqual([1, 1])
    expect((await pollTask(account, accepted.id)).createdAt).toBe(accepted.createdAt)
    await service.expectBooksToAgree()
  })

  describe('and then the database is away', () => {
    /** Reads fail once something was written. */
    function losingAllAfterCommit(): UseCases {
      const losing = losingReplies(service.database)
      let isAway = false
      const away: Database = {
        ...losing,
        async transaction(work) {
          isAway = true
          return losing.transaction(work)
        },
        read: (work) =>
          isAway
            ? Promise.reject(new DatabaseUnavailableError(new Error('away')))
            : service.database.read(work),
      }
      return wireUseCases({ ...service.parts, database: away }, { onAccepted: () => undefined })
    }

    test.each([1, 3])('%i acceptances in one transaction are known from their own rerun', async (count) => {
      const { acceptGeneration } = losingAllAfterCommit()
      const requests = Array.from({ length: count }, (_, at) => acceptGeneration(request(`image ${at}`)))
      for (const accepted of await Promise.all(requests))
        expect((await pollTask(account, accepted.id)).createdAt).toBe(accepted.createdAt)
    })

    test('a request whose key another one took says that nobody knows, not that nothing happened', async () => {
      const { database: open } = service
      let isTaken = false
      const away: Database = {
        ...open,
        async transaction(work) {
          if (!isTaken) await useCases.acceptGeneration(request('same', 'taken'))
          isTaken = true
          return open.transaction(work)
        },
        read: (work) =>
          isTaken ? Promise.reject(new DatabaseUnavailableError(new Error('away'))) : open.read(work),
      }
      const late = wireUseCases({ ...service.parts, database: away }, { onAccepted: () => undefined })
      const lost = late.acceptGeneration(request('same', 'taken'))
      await expect(lost).rejects.toThrow(CommitAmbiguousError)
    })

    test.each([undefined, 'key'])('a refusal stays what it is (key: %s)', async (key) => {
      const poor = { accountId: (await service.createAccount('0.00')).accountId }
      const refused = losingAllAfterCommit().acceptGeneration({ ...request('a', key), ...poor })
      await expect(refused).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
    })
  })

  test('20 acceptances at once make 20 tasks, each response with its own', async () => {
    const before = await countRows(service.database)
    const accepted = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        useCases.acceptGeneration(request(`image ${index}`, index % 2 === 0 ? `key ${index}` : undefined)),
      ),
    )
    expect(new Set(accepted.map(({ id }) => id)).size).toBe(20)
    expect(accepted.every(({ replayed }) => !replayed)).toBe(true)
    expect((await countRows(service.database)).tasks - before.tasks).toBe(20)
    await service.expectBooksToAgree()
  })

  test('20 acceptances with one key make one task, which wakes a worker once', async () => {
    woken.length = 0
    const before = await countRows(service.database)
    const accepted = await Promise.all(
      Array.from({ length: 20 }, () => useCases.acceptGeneration(request('same', 'shared'))),
    )
    const ids = new Set(accepted.map(({ id }) => id))
    expect(ids.size).toBe(1)
    expect(woken).toEqual([...ids])
    expect((await countRows(service.database)).tasks - before.tasks).toBe(1)
    await service.expectBooksToAgree()
  })

  test('orders count once towards the limit of their key, also the one that reaches it, and are refunded once', async () => {
    const administration = createAdministration(database)
    const { keyId } = await administration.issueApiKey(account.accountId, {
      properties: { dayLimit: Usd.parse('0.06') },
    })
    const order = () =>
      useCases.acceptGeneration({ ...request('limited'), apiKeyId: keyId, keyLimitsId: keyId })
    const spent = async () =>
      (await service.database.read((db, now) => findApiKey(db, now, keyId)))?.spent?.total.toString()
    const accepted = await Promise.all([order(), order(), order()])
    expect(await spent()).toBe('0.06')
    await expect(order()).rejects.toMatchObject({ code: 'KEY_LIMIT_REACHED' })
    for (const { id } of accepted) await useCases.cancelTask(account.accountId, id)
    expect(await spent()).toBe('0.00')
    await service.expectBooksToAgree()
  })

  test('a cancel responds with CANCELLED and refunds once', async () => {
    const id = await acceptImage(account)
    expect(await useCases.cancelTask(account.accountId, id)).toEqual({ id, status: 'CANCELLED' })
    expect(await account.money()).toEqual({ balance: '10.00', reserved: '0.00' })
  })

  test('a success is charged once, reported once, and keeps its bytes', async () => {
    const id = await acceptImage(account)
    const settled: string[] = []
    const run = {
      ...service.runOn(database),
      onSettled: (_: unknown, outcome: string) => settled.push(outcome),
    }
    for (const task of await service.claim(100)) {
      await runTask(task.id === id ? run : service.run, task, new AbortController().signal)
    }
    await expectCharged(account, id)
    const { output } = await pollTask(account, id)
    expect((await fetch(output.images[0].url)).status).toBe(200)
    expect(settled).toEqual(['SUCCEEDED'])
    await service.expectBooksToAgree()
  })

  test('20 tasks that end at once are each charged once, and none of their bytes are deleted', async () => {
    await service.runQueue()
    const ids = await Promise.all(Array.from({ length: 20 }, () => acceptImage(account)))
    const run = service.runOn(database)
    const tasks = await service.claim(20)
    await Promise.all(tasks.map((task) => runTask(run, task, new AbortController().signal)))
    for (const id of ids) {
      const { status, output } = await pollTask(account, id)
      expect(status).toBe('SUCCEEDED')
      expect((await fetch(output.images[0].url)).status).toBe(200)
    }
    await service.expectBooksToAgree()
  })

  test('a failure is refunded once and reported once', async () => {
    await service.runQueue()
    const id = await acceptImage(account)
    const settled: string[] = []
    const run = {
      ...service.runOn(database),
      onSettled: (_: unknown, outcome: string) => settled.push(outcome),
    }
    service.provider.mockStart({ kind: 'rejected', message: 'no' })
    for (const task of await service.claim()) await runTask(run, task, new AbortController().signal)
    await expectRefunded(account, id, 'INVALID_INPUT')
    expect(settled).toEqual(['INVALID_INPUT'])
  })

  test('an upload is reserved, and its one verdict keeps the verified bytes and counts them once', async () => {
    const reserved = await useCases.createUpload(account.accountId, 'image/png')
    const upload = await account.call('GET', `/api/v1/uploads/${reserved.id}`)
    expect(upload.body).toMatchObject({ status: 'PENDING', expiresAt: reserved.expiresAt })
    const body = pngOf(40, 30)
    await fetch(reserved.uploadUrl, { method: 'PUT', headers: { 'Content-Type': 'image/png' }, body })
    expect(await useCases.completeUpload(account.accountId, reserved.id)).toMatchObject({ status: 'READY' })
    const { object_key: key } = await service.database.read((db) =>
      db.selectFrom('uploads').select('object_key').where('id', '=', reserved.id).executeTakeFirstOrThrow(),
    )
    expect(await service.parts.objectStore.head(key ?? '')).toMatchObject({ sizeBytes: body.length })
    const usage = await service.database.read((db) => findKeptUploads(db, account.accountId))
    expect(usage).toEqual({ uploadsKept: 1, bytesKept: 4096 })
    await service.expectBooksToAgree()
  })

  test('the last upload that an account may open is reserved, and the last that it may keep is READY', async () => {
    const uploadLimits = { openMax: 1, bytesKeptMax: 4096 }
    const config = { ...service.parts.config, uploadLimits }
    const limited = wireUseCases({ ...service.parts, config, database }, { onAccepted: () => undefined })
    const { id, uploadUrl } = await limited.createUpload(account.accountId, 'image/png')
    const headers = { 'Content-Type': 'image/png' }
    await fetch(uploadUrl, { method: 'PUT', headers, body: pngOf(40, 30) })
    expect(await limited.completeUpload(account.accountId, id)).toMatchObject({ status: 'READY' })
    await expect(limited.createUpload(account.accountId, 'image/png')).rejects.toMatchObject({
      code: 'STORAGE_LIMIT_REACHED',
    })
    await service.expectBooksToAgree()
  })

  test('a debit takes once, and is no repetition', async () => {
    const { accountId } = account
    const amount = Usd.parse('2.5')
    const debited = await createAdministration(database).debitAccount({ accountId, amount })
    expect([debited.balance.toString(), debited.replayed]).toEqual(['7.50', false])
    await service.expectBooksToAgree()
  })

  test('a debit of all that there is takes it once', async () => {
    const { accountId } = account
    const amount = Usd.parse('10')
    const debited = await createAdministration(database).debitAccount({ accountId, amount })
    expect(debited.balance.toString()).toBe('0.00')
    await service.expectBooksToAgree()
  })

  test('closing an account refunds each waiting task once, counts it once, and leaves one entry', async () => {
    await service.runQueue()
    for (let count = 0; count < 3; count += 1) await acceptImage(account)
    const { accountId } = account
    const before = await countRows(service.database)
    const closed = await createAdministration(database).closeAccount({ accountId, reason: 'leaves' })
    expect(closed).toMatchObject({ account: { state: 'CLOSED' }, cancelled: 3, running: 0 })
    expect(await account.money()).toEqual({ balance: '10.00', reserved: '0.00' })
    expect((await countRows(service.database)).audit_entries - before.audit_entries).toBe(1)
    await service.expectBooksToAgree()
  })

  test('an operator ends a waiting and a running task, each is refunded once and recorded once', async () => {
    const ids = [await acceptImage(account), await acceptImage(account)]
    await service.claim(1)
    const operator = createAdministration(database)
    for (const taskId of ids) expect(await operator.cancelTask({ taskId })).toMatchObject({ taskId })
    const statuses = await Promise.all(ids.map(async (id) => (await pollTask(account, id)).status))
    expect(statuses.sort()).toEqual(['CANCELLED', 'FAILED'])
    expect(await account.money()).toEqual({ balance: '10.00', reserved: '0.00' })
    const entries = await operator.listAuditEntries({ accountId: account.accountId, limit: 10 })
    expect(entries.filter(({ action }) => action === 'cancel-task')).toHaveLength(2)
    await service.expectBooksToAgree()
  })

  test('a failed task is retried once, and is no repetition', async () => {
    const taskId = await acceptImage(account)
    const operator = createAdministration(database)
    await service.claim(1)
    await operator.cancelTask({ taskId })
    const retried = await operator.retryTask({ taskId })
    expect(retried.isRepeated).toBe(false)
    expect(await pollTask(account, retried.taskId)).toMatchObject({ status: 'QUEUED' })
    expect((await account.money()).reserved).toBe(retried.reserved.toString())
    await service.expectBooksToAgree()
    await service.runQueue()
  })

  test('a pause and its end are recorded once', async () => {
    const operator = createAdministration(database)
    const product = { kind: 'product', name: 'video.transform' } as const
    expect((await operator.pause(product, 'a repair')).pause).toMatchObject(product)
    expect((await operator.resume(product)).pause).toBeUndefined()
    const entries = await operator.listAuditEntries({ limit: 10 })
    const actions = entries.filter(({ subject }) => subject === product.name).map(({ action }) => action)
    expect(actions).toEqual(['resume-product', 'pause-product'])
  })

  test('an account is opened once with its reference, and changed with one entry', async () => {
    const administration = createAdministration(database)
    const labels = { name: 'Ada', reference: account.accountId }
    const before = await countRows(service.database)
    const { accountId } = await administration.createAccount({ balance: Usd.parse('1'), ...labels })
    await administration.setAccount(accountId, { name: 'Ada L.' })
    const after = await countRows(service.database)
    expect([after.accounts - before.accounts, after.audit_entries - before.audit_entries]).toEqual([1, 2])
    expect((await administration.showAccount(accountId)).account.name).toBe('Ada L.')
  })

  test('deleted uploads leave their account’s count once, are reported once, and leave no bytes', async () => {
    const ids: string[] = []
    for (let count = 0; count < 3; count += 1)
      ids.push((await account.upload(pngOf(40, 30), 'image/png')).body.id)
    await service.database.transaction((tx) =>
      tx.db
        .updateTable('uploads')
        .set({ last_used_at: 0n })
        .where('account_id', '=', account.accountId)
        .execute(),
    )
    const { accountId } = account
    const administration = createAdministration(database, service.parts)
    const deleteUploads = () => administration.deleteUploads({ accountId, unusedMs: 0 })
    expect(await deleteUploads()).toEqual({ accountId, deleted: 3, bytesFreed: 3 * 4096 })
    expect(await deleteUploads()).toEqual({ accountId, deleted: 0, bytesFreed: 0 })
    const keys = await service.storedKeys('inputs/')
    expect(keys.filter((key) => ids.some((id) => key.includes(id)))).toEqual([])
    const usage = await service.database.read((db) => findKeptUploads(db, accountId))
    expect(usage).toEqual({ uploadsKept: 0, bytesKept: 0 })
    await service.expectBooksToAgree()
  })

  test('and the COMMIT had failed, an upload that was used before the rerun is kept with its bytes', async () => {
    const { id } = (await account.upload(pngOf(40, 30), 'image/png')).body
    const setUsed = (lastUsedMs: number) =>
      service.database.transaction((tx) =>
        tx.db
          .updateTable('uploads')
          .set({ last_used_at: BigInt(lastUsedMs) })
          .where('id', '=', id)
          .execute(),
      )
    await setUsed(0)
    const failing: Database = {
      ...service.database,
      async transaction(work) {
        const failure = new Error('The COMMIT fails.')
        const failed = service.database.transaction(async (tx) => {
          await work(tx)
          throw failure
        })
        await expect(failed).rejects.toBe(failure)
        await setUsed(await service.database.nowMs())
        return service.database.transaction((tx) => work({ ...tx, mayHaveCommitted: true }))
      },
    }
    const { accountId } = account
    const deletion = createAdministration(failing, service.parts).deleteUploads({ accountId, unusedMs: 0 })
    expect(await deletion).toEqual({ accountId, deleted: 0, bytesFreed: 0 })
    expect((await account.call('GET', `/api/v1/uploads/${id}`)).body.status).toBe('READY')
    expect((await service.storedKeys('inputs/')).filter((key) => key.includes(id))).toHaveLength(1)
    await service.expectBooksToAgree()
  })

  test('an account and a key are created once', async () => {
    const administration = createAdministration(database)
    const before = await countRows(service.database)
    const created = await administration.createAccount({ balance: Usd.parse('3.00') })
    const statement = await administration.showAccount(created.accountId)
    expect(statement.account.balance.toString()).toBe('3.00')
    await administration.issueApiKey(created.accountId)
    expect((await administration.showAccount(created.accountId)).apiKeys).toHaveLength(2)
    await administration.setApiKey(created.keyId, { name: 'first', totalLimit: Usd.parse('1') })
    const rotated = await administration.rotateApiKey(created.keyId, { overlapMs: 60_000 })
    expect((await administration.showAccount(created.accountId)).apiKeys).toHaveLength(3)
    expect(rotated.replacedKeyExpiresAt).not.toBe('')
    await administration.revokeApiKey(created.keyId)
    await administration.recordSignIn('192.0.2.1')
    const after = await countRows(service.database)
    expect(after.audit_entries - before.audit_entries).toBe(6)
  })

  test('a credit is given once', async () => {
    const credit = { accountId: account.accountId, amount: Usd.parse('1.00') }
    const before = await countRows(service.database)
    const { balance } = await createAdministration(database).creditAccount(credit)
    expect(balance.toString()).toBe('11.00')
    expect((await account.money()).balance).toBe('11.00')
    expect((await countRows(service.database)).audit_entries - before.audit_entries).toBe(1)
    await service.expectBooksToAgree()
  })
})
