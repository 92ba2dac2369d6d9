import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import type { Tx } from '../../server/src/database/database.ts'
import {
  disagreementsByChunk,
  findDisagreements,
} from '../../server/src/database/reconciliation/reconcile-ledger.ts'
import { requeueTask } from '../../server/src/database/tasks/leases.ts'
import { recountKeptUploads } from '../../server/src/database/uploads/kept-uploads.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { pngOf } from './support/images.ts'
import { acceptImage } from './support/tasks.ts'

let service: TestService
let account: TestAccount
let tasks: Record<'queued' | 'succeeded' | 'failed' | 'cancelled', string>

beforeEach(async () => {
  service = await startTestService()
  account = await service.createAccount('1.00')
  await service.createAccount('5.00')
  const succeeded = await acceptImage(account)
  await service.runQueue()
  const failed = await acceptImage(account)
  service.provider.mockStart({ kind: 'rejected', message: 'no' })
  await service.runQueue()
  const cancelled = await acceptImage(account)
  await account.call('POST', `/api/v1/tasks/${cancelled}/cancel`)
  tasks = { succeeded, failed, cancelled, queued: await acceptImage(account) }
  expect(await findDisagreements(service.database)).toEqual([])
})

/** Plants an error by direct SQL and returns the findings of the reconciliation. */
async function plant(fault: (tx: Tx) => Promise<unknown>) {
  await service.database.transaction(fault)
  return findDisagreements(service.database)
}

const entriesOf = (tx: Tx, taskId: string) => tx.db.deleteFrom('ledger_entries').where('task_id', '=', taskId)

describe('the reconciliation finds', () => {
  test('a balance that is one micro-dollar off, and reports which and by how much', async () => {
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
    expect(found.map(({ kind }) => kind).sort()).toEqual(['balance', 'open', 'reserved', 'task'])
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
    const task = { kind: 'task', taskId: tasks.queued, expected: 'QUEUED of 20000' }
    expect(found).toContainEqual(
      expect.objectContaining({ ...task, actual: 'opened 20000, closed by refund' }),
    )
  })

  test('a usage that is not the ledger’s, and the space of uploads, each only where it is asked for', async () => {
    const day = (tx: Tx) =>
      tx.db
        .updateTable('usage_days')
        .set((row) => ({ charged: row('charged', '+', 1n) }))
        .execute()
    const [usage] = await plant(day)
    expect(usage).toMatchObject({
      kind: 'usage',
      expected: '20000 by 1 charges, 2 refunds',
      actual: '20001 by 1 charges, 2 refunds',
    })
    await account.upload(pngOf(40, 30, 5_000), 'image/png')
    await plant((tx) => tx.db.deleteFrom('upload_usage').execute())
    const kindsOf = async (of?: 'books' | 'storage') =>
      (await findDisagreements(service.database, of && { of })).map(({ kind }) => kind)
    expect(await kindsOf()).toEqual(['usage', 'storage'])
    expect(await kindsOf('books')).toEqual(['usage'])
    expect(await kindsOf('storage')).toEqual(['storage'])
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

  test('a waiting task that is not in the queue, which the statement of the on-call page puts back', async () => {
    const found = await plant((tx) =>
      tx.db.deleteFrom('task_queue').where('task_id', '=', tasks.queued).execute(),
    )
    expect(found).toEqual([
      {
        kind: 'work',
        accountId: account.accountId,
        taskId: tasks.queued,
        expected: 'QUEUED, in the queue',
        actual: 'neither in the queue nor with a lease',
      },
    ])
    const page = readFileSync(new URL('../../docs/on-call.md', import.meta.url), 'utf8')
    const [, statement = ''] = /`(insert into task_queue [^`]+)`/.exec(page) ?? []
    expect(await plant((tx) => sql.raw(statement.replace('TASK', tasks.queued)).execute(tx.db))).toEqual([])
    await service.runQueue()
    expect((await account.call('GET', `/api/v1/tasks/${tasks.queued}`)).body.status).toBe('SUCCEEDED')
  })

  test('a running task without a lease, and not one that is in the queue again', async () => {
    const [task] = await service.claim()
    expect(task?.id).toBe(tasks.queued)
    expect(await findDisagreements(service.database)).toEqual([])
    const found = await plant((tx) => tx.db.deleteFrom('task_leases').execute())
    expect(found).toMatchObject([
      {
        kind: 'work',
        taskId: tasks.queued,
        expected: 'PROCESSING, with a lease or in the queue again',
        actual: 'neither in the queue nor with a lease',
      },
    ])
    const again = await plant(async (tx) => {
      if (task === undefined) throw new Error('Nothing was claimed.')
      const { id, epoch } = task
      await tx.db
        .insertInto('task_leases')
        .values({ task_id: id, epoch: BigInt(epoch), worker: 'w', lease_until: 0n })
        .execute()
      expect(await requeueTask(tx, task, { countAttempt: true })).toBe(true)
    })
    expect(again).toEqual([])
  })

  test('ended tasks that are still in the queue or have a lease, and a waiting one with a lease', async () => {
    const leases = [tasks.queued, tasks.cancelled].map((task_id) => {
      return { task_id, epoch: 0n, worker: 'w', lease_until: 0n }
    })
    const found = await plant(async (tx) => {
      await sql`insert into task_queue (product, position, task_id)
        select type, queue_position, id from tasks where id = ${tasks.failed}`.execute(tx.db)
      await tx.db.insertInto('task_leases').values(leases).execute()
    })
    expect(found.map(({ expected, actual }) => [expected, actual]).sort()).toEqual([
      ['CANCELLED, neither in the queue nor with a lease', 'with a lease'],
      ['FAILED, neither in the queue nor with a lease', 'in the queue'],
      ['QUEUED, in the queue', 'in the queue and with a lease'],
    ])
  })

  test('the space of an account’s uploads if its count differs, or is missing', async () => {
    const ready = async () => (await account.upload(pngOf(40, 30, 5_000), 'image/png')).body.id
    const [id] = [await ready(), await ready()]
    const storage = { kind: 'storage', accountId: account.accountId }
    const uncounted = await plant((tx) =>
      tx.db.updateTable('upload_usage').set({ bytes_kept: 9_999n }).execute(),
    )
    const uploads = (kept: number, bytes: number) =>
      expect.stringMatching(`^${kept} uploads, ${bytes} bytes, results \\d+ bytes$`)
    const both = uploads(2, 10_000)
    expect(uncounted).toEqual([{ ...storage, expected: both, actual: uploads(2, 9_999) }])
    const missing = await plant((tx) => tx.db.deleteFrom('upload_usage').execute())
    expect(missing).toEqual([{ ...storage, expected: both, actual: uploads(0, 0) }])
    await plant((tx) => recountKeptUploads(tx, account.accountId))
    const gone = await plant((tx) => tx.db.deleteFrom('uploads').where('id', '=', id).execute())
    expect(gone).toEqual([{ ...storage, expected: uploads(1, 5_000), actual: both }])
  })

  test('everything even if every account and every task is a separate chunk', async () => {
    const small = { accounts: 1, tasks: 1 }
    expect(await findDisagreements(service.database, { chunkSizes: small })).toEqual([])
    const found = await plant(async (tx) => {
      await tx.db
        .updateTable('accounts')
        .set((row) => ({ balance: row('balance', '+', 1n) }))
        .execute()
      await tx.db
        .updateTable('tasks')
        .set((row) => ({ cost: row('cost', '+', 1n) }))
        .execute()
    })
    expect(found).toHaveLength(2 + 4)
    for (const chunkSizes of [small, { accounts: 2, tasks: 3 }, { accounts: 3, tasks: 4 }])
      expect(await findDisagreements(service.database, { chunkSizes })).toEqual(found)
    expect(await findDisagreements(service.database, { limit: 3, chunkSizes: small })).toEqual(
      found.slice(0, 3),
    )
  })

  test('in statements that each read no more rows than they may', async () => {
    const administration = createAdministration(service.database)
    for (const dayLimit of ['1', '2', '3'])
      await administration.issueApiKey(account.accountId, { properties: { dayLimit: Usd.parse(dayLimit) } })
    const chunks: unknown[] = []
    const small = { accounts: 1, tasks: 1 }
    for await (const chunk of disagreementsByChunk(service.database, { of: 'books', chunkSizes: small }))
      chunks.push(chunk)
    expect(chunks).toEqual(Array(2 + 4 + 3).fill([]))
  })

  test('no more at once than was requested', async () => {
    await service.database.transaction((tx) =>
      tx.db
        .updateTable('accounts')
        .set((row) => ({ balance: row('balance', '+', 1n) }))
        .execute(),
    )
    expect(await findDisagreements(service.database)).toHaveLength(2)
    expect(await findDisagreements(service.database, { limit: 1 })).toHaveLength(1)
  })
})
