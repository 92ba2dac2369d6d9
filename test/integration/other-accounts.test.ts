import { expect, test } from 'vitest'
import { BalanceLimitError } from '../../server/src/core/domain/money/balance-errors.ts'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { reconcileLedger } from '../../server/src/use-cases/sweeps/sweeps.ts'
import { openServiceOfFile, type TestAccount } from '../support/service.ts'
import { gifOf, pngOf } from './support/images.ts'
import { acceptImage } from './support/tasks.ts'

const service = await openServiceOfFile()
const operator = createAdministration(service.database, {
  objectStore: service.parts.objectStore,
})

const dayMs = 86_400_000

/** An account that has something in every table: labels, a limited key, orders in every state, an upload. */
async function openAccount(): Promise<{ account: TestAccount; keyId: string }> {
  const account = await service.createAccount('10.00')
  const { accountId } = account
  await operator.setAccount(accountId, { name: 'Ada', reference: accountId })
  await operator.setAccountLimits({ accountId, tasksOpenMax: 5, tasksRunningMax: 4 })
  const limits = { totalLimit: Usd.parse('5'), dayLimit: Usd.parse('4') }
  const { keyId } = await operator.issueApiKey(accountId, { properties: limits })
  await acceptImage(account)
  await service.runQueue()
  await acceptImage(account)
  expect((await account.upload(pngOf(40, 30), 'image/png')).body.status).toBe('READY')
  return { account, keyId }
}

/** Every row about an account, except which of its keys was used when. */
async function rowsOf({ accountId }: TestAccount, keyId: string) {
  return service.database.read(async (db) => ({
    account: await db.selectFrom('accounts').selectAll().where('id', '=', accountId).execute(),
    usage: await db.selectFrom('upload_usage').selectAll().where('account_id', '=', accountId).execute(),
    uploads: await db
      .selectFrom('uploads')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute(),
    tasks: await db
      .selectFrom('tasks')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute(),
    ledger: await db
      .selectFrom('ledger_entries')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute(),
    keyLimits: await db.selectFrom('key_limits').selectAll().where('id', '=', keyId).execute(),
    spending: await db.selectFrom('key_spending').selectAll().where('limits_id', '=', keyId).execute(),
  }))
}

test('whatever is done to one account changes nothing of another', async () => {
  const [one, other] = [await openAccount(), await openAccount()]
  const { accountId } = one.account
  const before = await rowsOf(other.account, other.keyId)
  await operator.setAccount(accountId, { name: 'Grace', reference: null })
  await operator.setAccountLimits({ accountId, tasksOpenMax: 'none', tasksRunningMax: 1 })
  await operator.creditAccount({ accountId, amount: Usd.parse('1') })
  await operator.debitAccount({ accountId, amount: Usd.parse('2') })
  await operator.suspendAccount({ accountId })
  await operator.resumeAccount({ accountId })
  await operator.setApiKey(one.keyId, { totalLimit: Usd.parse('1'), dayLimit: null })
  await operator.rotateApiKey(one.keyId, { overlapMs: 0 })
  await operator.closeAccount({ accountId })
  service.agreeOnTime()
  service.advance(dayMs)
  expect(await operator.deleteUploads({ accountId, unusedMs: 0 })).toMatchObject({ deleted: 1 })
  expect(await rowsOf(other.account, other.keyId)).toEqual(before)
  await service.expectBooksToAgree()
})

test('counts of one account that are counted again leave those of another as they are', async () => {
  const [one, other] = [await openAccount(), await openAccount()]
  const { accountId } = one.account
  await acceptImage(other.account)
  await other.account.upload(pngOf(40, 30), 'image/png')
  // Only those that are READY count.
  expect((await one.account.upload(gifOf(40, 30), 'image/png')).body.status).toBe('INVALID')
  const before = [await rowsOf(one.account, one.keyId), await rowsOf(other.account, other.keyId)]
  await service.database.transaction(async (tx) => {
    await tx.db.updateTable('accounts').set({ tasks_open: 9n }).where('id', '=', accountId).execute()
    const miscounted = { uploads_kept: 7n, bytes_kept: 1n }
    await tx.db.updateTable('upload_usage').set(miscounted).where('account_id', '=', accountId).execute()
  })
  service.advance(dayMs)
  expect(await reconcileLedger(service.run)).toEqual([])
  expect([await rowsOf(one.account, one.keyId), await rowsOf(other.account, other.keyId)]).toEqual(before)
})

test('a credit beyond the largest balance gives nothing, and what is reserved counts too', async () => {
  const account = await service.createAccount('1.00')
  const { accountId } = account
  const taskId = await acceptImage(account)
  const room = Usd.max.minus(Usd.parse('1.00'))
  const tooMuch = { accountId, amount: room.plus(Usd.ofMicros(1n)) }
  await expect(operator.creditAccount(tooMuch)).rejects.toThrow(BalanceLimitError)
  expect(await account.money()).toEqual({ balance: '0.98', reserved: '0.02' })
  await operator.creditAccount({ accountId, amount: room })
  await expect(operator.creditAccount({ accountId, amount: Usd.ofMicros(1n) })).rejects.toThrow(
    BalanceLimitError,
  )
  const { account: read } = await operator.showAccount(accountId)
  expect(read.balance.plus(read.reserved)).toEqual(Usd.max)
  await account.call('POST', `/api/v1/tasks/${taskId}/cancel`)
  expect(await account.money()).toEqual({ balance: `${Usd.max}`, reserved: '0.00' })
})
