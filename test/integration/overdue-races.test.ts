import { afterEach, expect, test } from 'vitest'
import type { Task } from '../../server/src/core/domain/tasks/task.ts'
import { removeFromQueue } from '../../server/src/database/queue/queue.ts'
import { insertQueueRows } from '../../server/src/database/queue/queue-rows.ts'
import { claimTasks } from '../../server/src/database/tasks/claim-tasks.ts'
import { cancelOverdueTasks } from '../../server/src/database/tasks/deadlines.ts'
import { requeueTask } from '../../server/src/database/tasks/leases.ts'
import { findTask } from '../../server/src/database/tasks/tasks.ts'
import { openServiceOfFile } from '../support/service.ts'
import { afterStatements } from './support/after-statements.ts'
import { pollTask } from './support/tasks.ts'

const service = await openServiceOfFile()
const account = await service.createAccount()
afterEach(() => service.expectBooksToAgree())

/** A task that must start within a minute. */
async function order(): Promise<Task> {
  const headers = { 'Cancel-After': '60' }
  const { body } = await account.call('POST', '/api/v1/images/generations', { prompt: 'a fox' }, headers)
  const task = await service.database.read((db) => findTask(db, account.accountId, body.id))
  if (task === undefined) throw new Error('An accepted task is not there.')
  return task
}

test('the deadline of a task whose place another worker has taken is left to the next search, the others are not', async () => {
  const [taken, waiting] = [await order(), await order()]
  service.advance(61_000)
  await service.database.transaction(async (tx) => {
    expect(await removeFromQueue(tx, taken)).toBe(true)
    expect(await cancelOverdueTasks(tx, 10)).toMatchObject({ found: 1, cancelled: [{ id: waiting.id }] })
    expect(await cancelOverdueTasks(tx, 10)).toEqual({ found: 0, cancelled: [] })
    await insertQueueRows(tx, [taken])
    expect(await cancelOverdueTasks(tx, 10)).toMatchObject({ found: 1, cancelled: [{ id: taken.id }] })
    expect(await cancelOverdueTasks(tx, 10)).toEqual({ found: 0, cancelled: [] })
  })
  for (const { id } of [taken, waiting]) expect((await pollTask(account, id)).status).toBe('CANCELLED')
  expect(await account.money()).toEqual({ balance: '10.00', reserved: '0.00' })
})

test('a task that started in time and was handed back during the search keeps its place, and runs', async () => {
  const { id } = await order()
  service.advance(61_000)
  const overdue = await service.database.transaction((tx) => {
    const searching = afterStatements(tx, 2, async () => {
      const inTime = { ...tx, nowMs: tx.nowMs - 60_000 }
      const { tasks } = await claimTasks(inTime, { worker: 'stopping', limit: 1, leaseMs: 30_000 })
      for (const task of tasks) await requeueTask(inTime, task, { countAttempt: false })
    })
    return cancelOverdueTasks(searching, 10)
  })
  expect(overdue).toEqual({ found: 1, cancelled: [] })
  expect((await pollTask(account, id)).status).toBe('PROCESSING')
  await service.runQueue()
  expect((await pollTask(account, id)).status).toBe('SUCCEEDED')
})
