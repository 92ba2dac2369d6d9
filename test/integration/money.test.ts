import { describe, expect, test } from 'vitest'
import { newCreditId } from '../../server/src/core/domain/ids.ts'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import { ledger } from '../../server/src/database/money/ledger.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { openServiceOfFile, startTestService } from '../support/service.ts'
import { sumLedgerOf } from './support/ledger-totals.ts'
import { countRows } from './support/row-counts.ts'
import { acceptImage } from './support/tasks.ts'

const service = await openServiceOfFile()

const price = () => {
  const product = service.parts.catalogue.pricing.products.find((found) => found.product === 'image.generate')
  return product?.tiers.find(({ tier }) => tier === '1k')?.unitPrice ?? Usd.zero
}

/** The database's kind of rejection, or 'none'. */
async function errorOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return 'none'
  } catch (error) {
    return service.database.classify(error)
  }
}

describe('an amount above 2^53 micro-dollars stays exact', () => {
  // 2^53 micro-dollars are 9007199254.740992: a double cannot tell it from the next one.
  test.each(['9007199254.740993', '9007199254.740995', '999999999999.999999', '123456789012.345679'])(
    'through credit, reservation, charge, refund and the wire: %s',
    async (balance) => {
      const account = await service.createAccount(balance)
      expect((await account.call('GET', '/api/v1/me')).body.balance).toBe(balance)
      await acceptImage(account)
      const less = Usd.parse(balance).minus(price()).toString()
      expect(await account.money()).toEqual({ balance: less, reserved: price().toString() })
      await service.runQueue()
      expect(await account.money()).toEqual({ balance: less, reserved: '0.00' })
      const cancelled = await acceptImage(account)
      await account.call('POST', `/api/v1/tasks/${cancelled}/cancel`)
      expect(await account.money()).toEqual({ balance: less, reserved: '0.00' })
      await createAdministration(service.database).creditAccount({
        accountId: account.accountId,
        amount: Usd.parse('0.000001'),
      })
      expect((await account.money()).balance).toBe(Usd.parse(less).plus(Usd.parse('0.000001')).toString())
      await service.expectBooksToAgree()
    },
  )

  test('in the sums that the database makes of a ledger', async () => {
    const account = await service.createAccount('900000000000.000001')
    const administration = createAdministration(service.database)
    for (let times = 0; times < 4; times += 1) {
      await administration.creditAccount({
        accountId: account.accountId,
        amount: Usd.parse('900000000000.000001'),
      })
    }
    const { credited, entries } = await sumLedgerOf(service, account.accountId)
    expect([credited.toString(), entries]).toEqual(['4500000000000.000005', 5])
    expect((await account.money()).balance).toBe('4500000000000.000005')
    await service.expectBooksToAgree()
  })

  test('and is compared exactly: one micro-dollar too little is too little', async () => {
    const account = await service.createAccount('9007199254.740993')
    const spend = (amount: string) =>
      service.database.transaction(async (tx) => {
        const { numUpdatedRows } = await tx.db
          .updateTable('accounts')
          .set({ created_at: 1n })
          .where('id', '=', account.accountId)
          .where('balance', '>=', Usd.parse(amount).micros)
          .executeTakeFirstOrThrow()
        return numUpdatedRows
      })
    expect(await spend('9007199254.740994')).toBe(0n)
    expect(await spend('9007199254.740993')).toBe(1n)
  })
})

describe('the database itself refuses', () => {
  const open = { phase: 1n, kind: 'reserve' } as const
  const closing = { charge: { phase: 2n, kind: 'charge' }, refund: { phase: 2n, kind: 'refund' } } as const

  /** An accepted task, and what writes one more ledger entry for it behind the service's back. */
  async function acceptedTask() {
    const account = await service.createAccount('1.00')
    const taskId = await acceptImage(account)
    const insert = (entry: object) =>
      service.database.transaction((tx) =>
        tx.db
          .insertInto('ledger_entries')
          .values({
            account_id: account.accountId,
            task_id: taskId,
            phase: 2n,
            kind: 'refund',
            amount: price().micros,
            created_at: 0n,
            ...entry,
          })
          .execute(),
      )
    return { taskId, insert }
  }

  test('a second reservation of a task', async () => {
    const { insert } = await acceptedTask()
    const before = await countRows(service.database)
    expect(await errorOf(() => insert(open))).toBe('duplicate')
    expect(await countRows(service.database)).toEqual(before)
  })

  test.each([
    ['charge', 'charge'],
    ['charge', 'refund'],
    ['refund', 'charge'],
    ['refund', 'refund'],
  ] as const)('after a %s of a task a %s', async (first, second) => {
    const { insert } = await acceptedTask()
    expect(await errorOf(() => insert(closing[first]))).toBe('none')
    const before = await countRows(service.database)
    expect(await errorOf(() => insert(closing[second]))).toBe('duplicate')
    expect(await countRows(service.database)).toEqual(before)
  })

  test('all but one of a task’s concurrent settlements', async () => {
    const { insert } = await acceptedTask()
    const rejections = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        errorOf(() => insert(index % 2 === 0 ? closing.charge : closing.refund)),
      ),
    )
    expect(rejections.sort()).toEqual([...Array(5).fill('duplicate'), 'none'])
  })

  test.each(['balance', 'reserved'] as const)('a negative %s', async (column) => {
    const account = await service.createAccount('1.00')
    const overdraw = () =>
      service.database.transaction((tx) =>
        tx.db
          .updateTable('accounts')
          .set((row) => ({ [column]: row(column, '-', 1_000_001n) }))
          .where('id', '=', account.accountId)
          .execute(),
      )
    expect(await errorOf(overdraw)).toBe('check')
    expect(await account.money()).toEqual({ balance: '1.00', reserved: '0.00' })
  })

  test('a ledger entry of a negative amount, of a wrong kind for its phase, or of no task', async () => {
    const { insert } = await acceptedTask()
    expect(await errorOf(() => insert({ amount: -1n }))).toBe('check')
    expect(await errorOf(() => insert({ phase: 1n }))).toBe('check')
    expect(await errorOf(() => insert({ phase: 3n }))).toBe('check')
    expect(await errorOf(() => insert({ kind: 'credit' }))).toBe('check')
    expect(await errorOf(() => insert({ task_id: null, phase: null }))).toBe('check')
    expect(await errorOf(() => insert({ task_id: '0000000000000000000000aa' }))).toBe('refused')
  })

  test('a task that is terminal without an end, or that carries a result without success', async () => {
    const { taskId } = await acceptedTask()
    const change = (columns: object) =>
      service.database.transaction((tx) =>
        tx.db.updateTable('tasks').set(columns).where('id', '=', taskId).execute(),
      )
    expect(await errorOf(() => change({ status: 'SUCCEEDED' }))).toBe('check')
    expect(await errorOf(() => change({ completed_at: 1n }))).toBe('check')
    expect(await errorOf(() => change({ output: '[]' }))).toBe('check')
    expect(await errorOf(() => change({ error_code: 'GENERATION_FAILED' }))).toBe('check')
    expect(await errorOf(() => change({ status: 'DONE' }))).toBe('check')
  })
})

test('a transaction that fails at its last step leaves nothing behind', async () => {
  const account = await service.createAccount('1.00')
  const before = [await account.money(), await countRows(service.database)]
  const work = service.database.transaction(async (tx) => {
    await ledger.credit(tx, {
      accountId: account.accountId,
      creditId: newCreditId(0),
      amount: Usd.parse('5.00'),
    })
    throw new RangeError('at last')
  })
  await expect(work).rejects.toThrow(RangeError)
  expect([await account.money(), await countRows(service.database)]).toEqual(before)
})

test('30 credits, acceptances and cancels at once on one account lose nothing', async () => {
  // Of its own, for the tests above have planted entries that no balance knows.
  const honest = await startTestService()
  const account = await honest.createAccount('10.00')
  const administration = createAdministration(honest.database)
  await Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      if (index % 3 === 0) {
        await administration.creditAccount({ accountId: account.accountId, amount: Usd.parse('0.10') })
        return
      }
      const id = await acceptImage(account)
      if (index % 3 === 1) await account.call('POST', `/api/v1/tasks/${id}/cancel`)
    }),
  )
  const reserved = price().times(10)
  expect(await account.money()).toEqual({
    balance: Usd.parse('11.00').minus(reserved).toString(),
    reserved: reserved.toString(),
  })
  await honest.expectBooksToAgree()
})
