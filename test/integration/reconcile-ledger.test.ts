import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Tx } from '../../server/src/database/database.ts'
import { findDisagreements } from '../../server/src/database/reconcile-ledger.ts'
import { openTestService, type TestAccount } from '../support/service.ts'
import { acceptImage } from './support/tasks.ts'

let service: Awaited<ReturnType<typeof openTestService>>
let account: TestAccount
let tasks: Record<'queued' | 'succeeded' | 'failed' | 'cancelled', string>

beforeEach(async () => {
  service = await openTestService()
  account = await service.createAccount('1.00')
  await service.createAccount('5.00')
  const succeeded = await acceptImage(account)
  await service.runQueue()
  const failed = await acceptImage(account)
  service.provider.answerStart({ kind: 'rejected', message: 'no' })
  await service.runQueue()
  const cancelled = await acceptImage(account)
  await account.call('POST', `/api/v1/tasks/${cancelled}/cancel`)
  tasks = { succeeded, failed, cancelled, queued: await acceptImage(account) }
  expect(await findDisagreements(service.database)).toEqual([])
})
afterEach(() => service.close())

/** Plants a fault by direct SQL and returns what the reconciliation says. */
async function plant(fault: (tx: Tx) => Promise<unknown>) {
  await service.database.transaction(fault)
  return findDisagreements(service.database)
}

const entriesOf = (tx: Tx, taskId: string) => tx.db.deleteFrom('ledger_entries').where('task_id', '=', taskId)

describe('the reconciliation finds', () => {
  test('a balance that is one micro-dollar off, and says which and by how much', async () => {
    const found = await plant((tx) =>
      tx.db
        .updateTable('accounts')
        .set((row) => ({ balance: row('balance', '+', 1n) }))
        .where('id', '=', account.accountId)
        .execute(),
    )
    expect(found).toEqual([
      {
        kind: 'balance',
        accountId: account.accountId,
        expected: expect.any(String),
        actual: expect.any(String),
      },
    ])
    expect(BigInt(found[0]?.actual ?? 0) - BigInt(found[0]?.expected ?? 0)).toBe(1n)
  })

  test('a reservation that is one micro-dollar off', async () => {
    const found = await plant((tx) =>
      tx.db
        .updateTable('accounts')
        .set((row) => ({ reserved: row('reserved', '-', 1n) }))
        .where('id', '=', account.accountId)
        .execute(),
    )
    expect(found).toMatchObject([{ kind: 'reserved', accountId: account.accountId }])
  })

  test('a credit that is missing from the ledger', async () => {
    const found = await plant((tx) =>
      tx.db
        .deleteFrom('ledger_entries')
        .where('account_id', '=', account.accountId)
        .where('kind', '=', 'credit')
        .execute(),
    )
    expect(found).toMatchObject([{ kind: 'balance', accountId: account.accountId }])
  })

  test('a task without its reservation', async () => {
    const found = await plant((tx) => entriesOf(tx, tasks.queued).execute())
    expect(found.map(({ kind }) => kind).sort()).toEqual(['balance', 'reserved', 'task'])
    expect(found.find(({ kind }) => kind === 'task')?.taskId).toBe(tasks.queued)
  })

  test.each(['succeeded', 'failed', 'cancelled'] as const)(
    'a %s task that was never settled',
    async (which) => {
      const found = await plant((tx) => entriesOf(tx, tasks[which]).where('phase', '=', 2n).execute())
      expect(found).toContainEqual(expect.objectContaining({ kind: 'task', taskId: tasks[which] }))
      expect(found.map(({ kind }) => kind)).toContain('reserved')
    },
  )

  test.each([
    ['succeeded', 'refund'],
    ['failed', 'charge'],
    ['cancelled', 'charge'],
  ] as const)('a %s task that was settled by a %s', async (which, kind) => {
    const found = await plant((tx) =>
      tx.db
        .updateTable('ledger_entries')
        .set({ kind })
        .where('task_id', '=', tasks[which])
        .where('phase', '=', 2n)
        .execute(),
    )
    expect(found).toContainEqual(expect.objectContaining({ kind: 'task', taskId: tasks[which] }))
    expect(found.map((disagreement) => disagreement.kind)).toContain('balance')
  })

  test('a waiting task that was settled already', async () => {
    const found = await plant((tx) =>
      tx.db
        .insertInto('ledger_entries')
        .values({
          account_id: account.accountId,
          task_id: tasks.queued,
          phase: 2n,
          kind: 'refund',
          amount: 20_000n,
          created_at: 0n,
        })
        .execute(),
    )
    expect(found).toContainEqual(expect.objectContaining({ kind: 'task', taskId: tasks.queued }))
  })

  test.each([1n, 2n])('an entry of phase %s whose amount is not the task’s cost', async (phase) => {
    const found = await plant((tx) =>
      tx.db
        .updateTable('ledger_entries')
        .set((row) => ({ amount: row('amount', '+', 1n) }))
        .where('task_id', '=', tasks.failed)
        .where('phase', '=', phase)
        .execute(),
    )
    expect(found).toContainEqual(expect.objectContaining({ kind: 'task', taskId: tasks.failed }))
  })

  test('a cost that was changed after acceptance', async () => {
    const found = await plant((tx) =>
      tx.db
        .updateTable('tasks')
        .set((row) => ({ cost: row('cost', '+', 1n) }))
        .where('id', '=', tasks.succeeded)
        .execute(),
    )
    expect(found).toMatchObject([{ kind: 'task', taskId: tasks.succeeded, accountId: account.accountId }])
  })

  test('an entry that was booked on another account', async () => {
    const other = await service.createAccount('1.00')
    const found = await plant((tx) =>
      tx.db
        .updateTable('ledger_entries')
        .set({ account_id: other.accountId })
        .where('task_id', '=', tasks.queued)
        .execute(),
    )
    expect(new Set(found.map(({ accountId }) => accountId))).toEqual(
      new Set([account.accountId, other.accountId]),
    )
  })

  test('no more than it was asked for at once', async () => {
    await service.database.transaction((tx) =>
      tx.db
        .updateTable('accounts')
        .set((row) => ({ balance: row('balance', '+', 1n) }))
        .execute(),
    )
    expect(await findDisagreements(service.database)).toHaveLength(2)
    expect(await findDisagreements(service.database, 1)).toHaveLength(1)
  })
})
