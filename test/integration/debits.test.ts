import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { openServiceOfFile, type TestAccount } from '../support/service.ts'
import { sumLedgerOf } from './support/ledger-totals.ts'
import { acceptImage } from './support/tasks.ts'

let account: TestAccount
const service = await openServiceOfFile()
beforeEach(async () => {
  account = await service.createAccount('1.00')
})

const debit = (amount: string, idempotencyKey?: string) =>
  createAdministration(service.database).debitAccount({
    accountId: account.accountId,
    amount: Usd.parse(amount),
    idempotencyKey,
  })

describe('a debit', () => {
  test('takes the balance to the last micro-dollar, and not one more', async () => {
    await expect(debit('1.000001')).rejects.toThrow('has 1.00 USD available')
    expect((await debit('1')).balance.toString()).toBe('0.00')
    await expect(debit('0.000001')).rejects.toThrow('has 0.00 USD available')
    const { credited, debited, entries } = await sumLedgerOf(service, account.accountId)
    expect([credited.toString(), debited.toString(), entries]).toEqual(['1.00', '1.00', 2])
    await service.expectBooksToAgree()
  })

  test('never takes what is reserved, which a refund returns in full', async () => {
    const taskId = await acceptImage(account)
    const { balance, reserved } = await account.money()
    await expect(debit('1')).rejects.toThrow(`has ${balance} USD available`)
    await debit(balance)
    await account.call('POST', `/api/v1/tasks/${taskId}/cancel`)
    expect(await account.money()).toEqual({ balance: reserved, reserved: '0.00' })
    await service.expectBooksToAgree()
  })

  test('is made once for each idempotency key, however often and concurrently it is requested', async () => {
    const key = randomUUID()
    const results = await Promise.all(Array.from({ length: 5 }, () => debit('0.30', key)))
    for (const { balance } of results) expect(balance.toString()).toBe('0.70')
    expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1)
    await expect(debit('0.40', key)).rejects.toThrow('it debited 0.30 USD, not 0.40')
    const credit = { accountId: account.accountId, amount: Usd.parse('0.30'), idempotencyKey: key }
    await createAdministration(service.database).creditAccount(credit)
    expect((await account.money()).balance).toBe('1.00')
    await service.expectBooksToAgree()
  })

  test('and orders never take an account below zero: of 50 of them at once, those succeed that it covers', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? debit('0.07') : acceptImage(account))),
    )
    const done = outcomes.map(({ status }) => status === 'fulfilled')
    const debits = done.filter((isDone, index) => isDone && index % 2 === 0).length
    const orders = done.filter((isDone, index) => isDone && index % 2 === 1).length
    const { balance, reserved } = await account.money()
    const { debited } = await sumLedgerOf(service, account.accountId)
    expect(debited.micros).toBe(70_000n * BigInt(debits))
    const spent = Usd.parse('1').minus(Usd.parse(balance))
    expect(spent.micros).toBe(debited.micros + Usd.parse(reserved).micros)
    expect(debits + orders).toBeGreaterThanOrEqual(14)
    expect(Usd.parse(balance).isLessThan(Usd.parse('0.07'))).toBe(true)
    await service.expectBooksToAgree()
    await service.runQueue()
    await service.expectBooksToAgree()
  })
})

describe('the totals of an account', () => {
  test('are those of its ledger and of its tasks, whatever has become of them', async () => {
    const { accountId } = account
    const administration = createAdministration(service.database)
    await administration.creditAccount({ accountId, amount: Usd.parse('0.25') })
    await debit('0.5')
    service.provider.mockStart({ kind: 'failed', message: 'no' })
    for (let index = 0; index < 2; index += 1) await acceptImage(account)
    await service.runQueue()
    const cancelled = await acceptImage(account)
    await account.call('POST', `/api/v1/tasks/${cancelled}/cancel`)
    for (let index = 0; index < 3; index += 1) await acceptImage(account)
    await service.claimOne()
    const { totals } = await administration.showAccount(accountId)
    const { credited, debited, charged } = await sumLedgerOf(service, accountId)
    expect({
      credited: `${totals.credited}`,
      debited: `${totals.debited}`,
      charged: `${totals.charged}`,
    }).toEqual({ credited: `${credited}`, debited: `${debited}`, charged: `${charged}` })
    expect(Object.fromEntries(totals.tasks)).toEqual({
      QUEUED: 2,
      PROCESSING: 1,
      SUCCEEDED: 1,
      FAILED: 1,
      CANCELLED: 1,
    })
    await service.runQueue()
  })
})
