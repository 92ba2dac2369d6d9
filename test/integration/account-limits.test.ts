import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import type { AccountState } from '../../server/src/core/domain/accounts/account-states.ts'
import type { Tx } from '../../server/src/database/database.ts'
import { recountOpenTasks } from '../../server/src/database/money/ledger-totals.ts'
import { reconcileLedger } from '../../server/src/use-cases/sweeps/sweeps.ts'
import { createAcceptWriter } from '../../server/src/use-cases/tasks/accept-writer.ts'
import { openServiceOfFile, startTestService, type TestAccount } from '../support/service.ts'
import { afterStatements } from './support/after-statements.ts'
import { newTask, pollTask } from './support/tasks.ts'

const images = '/api/v1/images/generations'

const service = await openServiceOfFile()
afterEach(() => service.expectBooksToAgree())

type Columns = { state?: AccountState; tasks_open?: bigint; tasks_open_max?: bigint | null }

/** A new account with these values in its row. */
async function accountWithColumns(columns: Columns, balance = '100.00', at = service): Promise<TestAccount> {
  const account = await at.createAccount(balance)
  if (Object.keys(columns).length > 0) await write(account, columns, at)
  return account
}

async function write({ accountId }: TestAccount, columns: Columns, { database } = service): Promise<void> {
  await database.transaction((tx) =>
    tx.db.updateTable('accounts').set(columns).where('id', '=', accountId).execute(),
  )
}

async function order(account: TestAccount): Promise<string> {
  const { status, body } = await account.call('POST', images, { prompt: 'a fox' })
  return status === 200 ? body.id : `${status} ${body.code}`
}

async function openTasksOf({ accountId }: TestAccount): Promise<number> {
  const row = await service.database.read((db) =>
    db.selectFrom('accounts').select('tasks_open').where('id', '=', accountId).executeTakeFirstOrThrow(),
  )
  return Number(row.tasks_open)
}

const accepted = expect.stringMatching(/^[0-9a-z]{24}$/)
const full = '429 TOO_MANY_OPEN_TASKS'

describe('an account with a limit of open tasks', () => {
  test('gets exactly ten of a hundred simultaneous orders accepted at two processes, and keeps the other money', async () => {
    const account = await accountWithColumns({ tasks_open_max: 10n })
    const writers = [createAcceptWriter(service.database), createAcceptWriter(service.database)]
    const orders = Array.from({ length: 100 }, (_, index) =>
      writers[index % 2]?.write({ task: newTask(account), key: undefined }),
    )
    const settled = await Promise.allSettled(orders)
    const reasons = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
    expect(reasons).toEqual(Array(90).fill('TOO_MANY_OPEN_TASKS'))
    expect(await account.money()).toEqual({ balance: '90.00', reserved: '10.00' })
    expect(await openTasksOf(account)).toBe(10)
  })

  test('at its limit refuses no order of another account in the same transaction', async () => {
    const limited = await accountWithColumns({ tasks_open_max: 1n })
    const suspended = await accountWithColumns({ state: 'SUSPENDED' })
    const free = await accountWithColumns({})
    const writer = createAcceptWriter(service.database)
    const orders = Array.from({ length: 5 }, () => [limited, suspended, free]).flat()
    const settled = await Promise.allSettled(
      orders.map((account) => writer.write({ task: newTask(account), key: undefined })),
    )
    const outcomes = settled.map((each) => (each.status === 'rejected' ? each.reason.code : 'accepted'))
    expect(outcomes.filter((_, index) => index % 3 === 0).toSorted()).toEqual([
      ...Array(4).fill('TOO_MANY_OPEN_TASKS'),
      'accepted',
    ])
    expect(outcomes.filter((_, index) => index % 3 === 1)).toEqual(Array(5).fill('ACCOUNT_NOT_ACTIVE'))
    expect(outcomes.filter((_, index) => index % 3 === 2)).toEqual(Array(5).fill('accepted'))
  })

  test('gets room from every end of a task: a success, a failure and a cancellation', async () => {
    const account = await accountWithColumns({ tasks_open_max: 1n })
    await order(account)
    expect(await order(account)).toBe(full)
    await service.runQueue()
    service.provider.mockStart({ kind: 'rejected', message: 'no' })
    const failing = await order(account)
    await service.runQueue()
    expect(await pollTask(account, failing)).toMatchObject({ status: 'FAILED' })
    const cancelled = await order(account)
    expect(await order(account)).toBe(full)
    await account.call('POST', `/api/v1/tasks/${cancelled}/cancel`)
    expect(await openTasksOf(account)).toBe(0)
    expect(await order(account)).toEqual(accepted)
    await service.runQueue()
  })

  test('is told when to try again, keeps its idempotency key, and gets the response of before for a repeated one', async () => {
    const account = await accountWithColumns({ tasks_open_max: 1n })
    const call = (key: string) =>
      account.call('POST', images, { prompt: 'a fox' }, { 'Idempotency-Key': key })
    const [first, second] = [randomUUID(), randomUUID()]
    const { body } = await call(first)
    const refused = await call(second)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect((await call(first)).body).toEqual(body)
    await service.runQueue()
    expect((await call(second)).status).toBe(200)
    await service.runQueue()
  })

  test('of its own comes before the setting, and 0 is none', async () => {
    const limited = await startTestService({ environment: { TASKS_OPEN_MAX: '1' } })
    const at = (columns: Columns) => accountWithColumns(columns, '1.00', limited as typeof service)
    const outcomes = async (account: TestAccount) => [await order(account), await order(account)]
    expect(await outcomes(await at({}))).toEqual([accepted, full])
    expect(await outcomes(await at({ tasks_open_max: 2n }))).toEqual([accepted, accepted])
    expect(await outcomes(await at({ tasks_open_max: 0n }))).toEqual([accepted, accepted])
  })

  test('that a process of an older version miscounted is recounted by the reconciliation', async () => {
    const account = await accountWithColumns({})
    for (let count = 0; count < 3; count += 1) await order(account)
    await write(account, { tasks_open: 1n })
    await expect(service.expectBooksToAgree()).rejects.toThrow('open')
    service.advance(20 * 60_000)
    expect(await reconcileLedger(service.run)).toEqual([])
    expect(await openTasksOf(account)).toBe(3)
    await service.runQueue()
  })

  test('is recounted beside orders and settlements, and once if the response to the COMMIT is lost', async () => {
    const account = await accountWithColumns({})
    for (let count = 0; count < 3; count += 1) await order(account)
    await write(account, { tasks_open: 7n })
    const { database } = service
    await recountOpenTasks(
      {
        ...database,
        async transaction(work) {
          await service.runQueue()
          for (let count = 0; count < 2; count += 1) await order(account)
          await database.transaction(work)
          return database.transaction((tx) => work({ ...tx, mayHaveCommitted: true }))
        },
      },
      account.accountId,
    )
    expect(await openTasksOf(account)).toBe(2)
    await service.runQueue()
  })

  test('is recounted once by two reconciliations at once', async () => {
    const account = await accountWithColumns({})
    for (let count = 0; count < 3; count += 1) await order(account)
    await write(account, { tasks_open: 1n })
    const { database } = service
    await recountOpenTasks(
      {
        ...database,
        async transaction(work) {
          await recountOpenTasks(database, account.accountId)
          return database.transaction(work)
        },
      },
      account.accountId,
    )
    expect(await openTasksOf(account)).toBe(3)
    await service.runQueue()
  })

  test('settles more tasks than were counted, and the count stays at 0', async () => {
    const account = await accountWithColumns({})
    await order(account)
    await write(account, { tasks_open: 0n })
    await service.runQueue()
    expect(await openTasksOf(account)).toBe(0)
    expect(await account.money()).toEqual({ balance: '99.98', reserved: '0.00' })
  })
})

describe('an order whose refusal is gone before its reason is read', () => {
  /** For the first order and exactly the second. */
  async function fullAccount(): Promise<TestAccount> {
    const account = await accountWithColumns({ tasks_open_max: 1n }, '1.02')
    await order(account)
    return account
  }
  const makeRoom = (tx: Tx, { accountId }: TestAccount) =>
    tx.db.updateTable('accounts').set({ tasks_open_max: 2n }).where('id', '=', accountId).execute()

  test('is accepted, not refused for another reason', async () => {
    const account = await fullAccount()
    const { database } = service
    let tries = 0
    const racing: typeof database = {
      ...database,
      async transaction(work) {
        tries += 1
        if (tries > 1) return database.transaction(work)
        const refused = database.transaction((tx) => work(afterReservation(tx, () => makeRoom(tx, account))))
        return refused.finally(() => database.transaction((tx) => makeRoom(tx, account)))
      },
    }
    await createAcceptWriter(racing).write({ task: newTask(account), key: undefined })
    expect(tries).toBe(2)
    expect(await openTasksOf(account)).toBe(2)
  })

  test('each time is given up after 20 tries, with nothing written', async () => {
    const account = await fullAccount()
    const { database } = service
    let tries = 0
    const racing: typeof database = {
      ...database,
      transaction(work) {
        tries += 1
        // The room is rolled back with the order.
        return database.transaction((tx) => work(afterReservation(tx, () => makeRoom(tx, account))))
      },
    }
    const refused = createAcceptWriter(racing).write({ task: newTask(account), key: undefined })
    await expect(refused).rejects.toThrow('20 times')
    expect(tries).toBe(20)
    expect(await openTasksOf(account)).toBe(1)
  })
})

/** Between the task, its place and its entry in the ledger, the account, and why it was refused. */
const afterReservation = (tx: Tx, work: () => Promise<unknown>) => afterStatements(tx, 4, work)

describe('an order is refused for', () => {
  test.each([
    ['403 ACCOUNT_NOT_ACTIVE', { state: 'SUSPENDED' as const, tasks_open_max: 1n }],
    ['403 ACCOUNT_NOT_ACTIVE', { state: 'CLOSED' as const, tasks_open_max: 1n }],
    [full, { tasks_open_max: 1n }],
    ['402 INSUFFICIENT_BALANCE', {}],
    // The one that is open and the one that is ordered are as many as may be.
    ['402 INSUFFICIENT_BALANCE', { tasks_open_max: 2n }],
  ])('%s before any reason that time may change', async (reason, columns) => {
    const account = await accountWithColumns({ tasks_open_max: 0n }, '0.02')
    await order(account)
    await write(account, { tasks_open_max: 0n, ...columns })
    expect(await order(account)).toBe(reason)
    await service.runQueue()
  })
})
