import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { claimTasks } from '../../server/src/database/tasks/claim-tasks.ts'
import { cancelOverdueTasks } from '../../server/src/database/tasks/deadlines.ts'
import { requeueTask } from '../../server/src/database/tasks/leases.ts'
import { acceptTasks } from '../../server/src/database/tasks/task-moves.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { viewTaskHistory } from '../../server/src/operator/task-views.ts'
import { cancelOverdue } from '../../server/src/worker/cancel-overdue.ts'
import { recoverLeases } from '../../server/src/worker/recover-leases.ts'
import { openServiceOfFile, type TestAccount } from '../support/service.ts'
import { testDialect } from '../support/test-database.ts'
import { untilHolds } from '../support/until-holds.ts'
import { acceptImage, newTask, pollTask } from './support/tasks.ts'

const images = '/api/v1/images/generations'

const service = await openServiceOfFile()
afterEach(async () => {
  await service.runQueue()
  await service.expectBooksToAgree()
})

function send(account: TestAccount, cancelAfter: string, headers: Record<string, string> = {}) {
  return account.call('POST', images, { prompt: 'a fox' }, { 'Cancel-After': cancelAfter, ...headers })
}

async function order(account: TestAccount, seconds = 60): Promise<string> {
  const { status, body } = await send(account, String(seconds))
  expect(status).toBe(200)
  return body.id
}

async function deadlines(): Promise<number> {
  const rows = await service.database.read((db) => db.selectFrom('task_deadlines').selectAll().execute())
  return rows.length
}

async function limitRunning({ accountId }: TestAccount, max: bigint): Promise<void> {
  await service.database.transaction((tx) =>
    tx.db.updateTable('accounts').set({ tasks_running_max: max }).where('id', '=', accountId).execute(),
  )
}

/** How many statements that take a task out of the queue are under way: each waits for another transaction. */
async function waitingForPlaces(): Promise<number> {
  const { rows } = await service.database.read((db) =>
    sql`select 1 from information_schema.processlist
      where db = database() and info like 'delete _task_queue_ from%'`.execute(db),
  )
  return rows.length
}

describe('a task that has not started by its deadline', () => {
  test('is cancelled and refunded once, although two workers look for it and a third claims', async () => {
    const account = await service.createAccount()
    const ids = [await order(account), await order(account), await order(account)]
    service.advance(30_000)
    expect(await cancelOverdue(service)).toBe(0)
    service.advance(31_000)
    const [claimed] = await Promise.all([service.claim(2), cancelOverdue(service), cancelOverdue(service)])
    expect(claimed).toEqual([])
    await cancelOverdue(service)
    for (const id of ids) expect(await pollTask(account, id)).toMatchObject({ status: 'CANCELLED' })
    expect(await account.money()).toEqual({ balance: '10.00', reserved: '0.00' })
    expect(await deadlines()).toBe(0)
  })

  test('is never started by a claim, and what waits behind it is', async () => {
    const account = await service.createAccount()
    const id = await order(account)
    service.advance(61_000)
    const other = await acceptImage(account)
    expect((await service.claim(10)).map((task) => task.id)).toEqual([other])
    expect(await pollTask(account, id)).toMatchObject({ status: 'CANCELLED' })
  })

  test('is overdue in the millisecond of its deadline, for a claim and for the search', async () => {
    const account = await service.createAccount()
    const [claimed, searched, early] = [await order(account), await order(account), await order(account)]
    await service.database.transaction(async (tx) => {
      const dueIn = async (id: string, ms: number) => {
        const cancel_at = BigInt(tx.nowMs + ms)
        await tx.db.updateTable('tasks').set({ cancel_at }).where('id', '=', id).execute()
        await tx.db.updateTable('task_deadlines').set({ cancel_at }).where('task_id', '=', id).execute()
      }
      await dueIn(claimed, 0)
      const request = { worker: 'test-worker', limit: 1, leaseMs: 30_000 }
      expect(await claimTasks(tx, request)).toMatchObject({ tasks: [], cancelled: [{ id: claimed }] })
      await dueIn(searched, 0)
      await dueIn(early, 1)
      expect(await cancelOverdueTasks(tx, 10)).toMatchObject({ cancelled: [{ id: searched }] })
      expect(await claimTasks(tx, request)).toMatchObject({ tasks: [{ id: early }], cancelled: [] })
    })
    service.advance(31_000)
    await recoverLeases(service.run)
  })

  test('is cancelled by one search and told once, also if more are overdue than one transaction takes', async () => {
    const account = await service.createAccount('201.00')
    const tasks = Array.from({ length: 201 }, () => newTask(account, { cancelAfterMs: 0 }))
    const ids = tasks.map(({ id }) => id)
    await service.database.transaction((tx) => acceptTasks(tx, tasks))
    const told: string[] = []
    const { database } = service
    expect(await cancelOverdue({ database, onCancelled: ({ id }) => told.push(id) })).toBe(201)
    expect(told.sort()).toEqual(ids.sort())
    expect(await cancelOverdue({ database })).toBe(0)
  })

  test('is cancelled by a claim that also starts and holds tasks of a limited account', async () => {
    const [account, limited] = [await service.createAccount(), await service.createAccount()]
    await limitRunning(limited, 1n)
    const overdue = [await order(account), await order(limited)]
    service.advance(61_000)
    const [first, second] = [await acceptImage(limited), await acceptImage(limited)]
    expect((await service.claim(10)).map((task) => task.id)).toEqual([first])
    for (const [index, id] of overdue.entries())
      expect(await pollTask(index === 0 ? account : limited, id)).toMatchObject({ status: 'CANCELLED' })
    expect(await pollTask(limited, second)).toMatchObject({ status: 'QUEUED' })
    expect(await account.money()).toEqual({ balance: '10.00', reserved: '0.00' })
    service.advance(31_000)
    await recoverLeases(service.run)
  })

  test('is cancelled also where it is held because of a limit', async () => {
    const account = await service.createAccount()
    await limitRunning(account, 1n)
    await order(account)
    const held = await order(account)
    expect(await service.claim(10)).toHaveLength(1)
    service.advance(61_000)
    expect(await cancelOverdue(service)).toBe(1)
    expect(await pollTask(account, held)).toMatchObject({ status: 'CANCELLED' })
    await recoverLeases(service.run)
  })
})

test('the operator sees the deadline, and what cancelled a task', async () => {
  const operator = createAdministration(service.database)
  const account = await service.createAccount()
  const [overdue, cancelled] = [await order(account), await order(account, 600)]
  await account.call('POST', `/api/v1/tasks/${cancelled}/cancel`)
  service.advance(61_000)
  await cancelOverdue(service)
  const closing = await acceptImage(account)
  await operator.closeAccount({ accountId: account.accountId, reason: 'unpaid' })
  // Of two actions in one millisecond, the times do not tell which came first.
  service.advance(1)
  await operator.resumeAccount({ accountId: account.accountId })
  const later = await acceptImage(account)
  await account.call('POST', `/api/v1/tasks/${later}/cancel`)
  const histories = []
  for (const id of [overdue, cancelled, closing, later])
    histories.push(viewTaskHistory(await operator.showTask(id)))
  expect(histories.map(({ cancelledBy }) => cancelledBy)).toEqual([
    'deadline',
    'customer',
    'close-account',
    'customer',
  ])
  const [first, , third] = histories
  const acceptedMs = Date.parse(first?.createdAt ?? '')
  expect(Date.parse(first?.cancelAt ?? '')).toBe(acceptedMs + 60_000)
  expect(first?.events.map(({ what }) => what)).toContain(
    `Has a deadline: cancelled unless it starts by ${first?.cancelAt?.replace(/\.\d+Z$/, 'Z')}`,
  )
  expect(first?.events.map(({ what }) => what)).toContain('CANCELLED: it had not started by its deadline')
  expect(third).toMatchObject({ cancelAt: null })
  expect(third?.events.map(({ what }) => what)).toContain(
    `CANCELLED: its account was closed (${third?.endedBy?.actor}: unpaid)`,
  )
  service.advance(600_000)
  expect(await cancelOverdue(service)).toBe(0)
})

test('a task that has started once runs to its end, also after it was handed back', async () => {
  const account = await service.createAccount()
  const id = await order(account)
  expect((await service.claim(1)).map((task) => task.id)).toEqual([id])
  service.advance(61_000)
  await recoverLeases(service.run)
  expect(await cancelOverdue(service)).toBe(0)
  expect(await deadlines()).toBe(0)
  await service.runQueue()
  expect(await pollTask(account, id)).toMatchObject({ status: 'SUCCEEDED' })
})

test('a task that a worker starts and hands back while its deadline passes keeps its place, and runs', async () => {
  const account = await service.createAccount()
  const id = await order(account)
  const overdue = await service.database.transaction(async (tx) => {
    const { tasks } = await claimTasks(tx, { worker: 'stopping', limit: 1, leaseMs: 30_000 })
    service.advance(61_000)
    const looking = cancelOverdue(service)
    if (testDialect() === 'mysql') await untilHolds(async () => expect(await waitingForPlaces()).toBe(1))
    for (const task of tasks) await requeueTask(tx, task, { countAttempt: false })
    // In an object, because the transaction would wait for a bare promise.
    return { looking }
  })
  expect(await overdue.looking).toBe(0)
  expect(await pollTask(account, id)).toMatchObject({ status: 'PROCESSING' })
  await service.runQueue()
  expect(await pollTask(account, id)).toMatchObject({ status: 'SUCCEEDED' })
  expect(await deadlines()).toBe(0)
})

test('a repeated request gets the same task, and the deadline of the first one applies', async () => {
  const account = await service.createAccount()
  const key = { 'Idempotency-Key': randomUUID() }
  const first = await send(account, '60', key)
  const again = await send(account, '60', key)
  const other = await send(account, '600', key)
  const none = await account.call('POST', images, { prompt: 'a fox' }, key)
  for (const { status, body } of [again, other, none])
    expect({ status, body }).toEqual({ status: 200, body: first.body })
  service.advance(61_000)
  expect(await cancelOverdue(service)).toBe(1)
})

test.each(['0', '-1', '1.5', '604801', 'soon', ''])('the header %j is refused by name', async (value) => {
  const account = await service.createAccount()
  const { status, body } = await send(account, value)
  expect({ status, code: body.code, path: body.details?.[0]?.path }).toEqual({
    status: 400,
    code: 'INVALID_REQUEST',
    path: '/Cancel-After',
  })
  expect(await account.money()).toEqual({ balance: '10.00', reserved: '0.00' })
})
