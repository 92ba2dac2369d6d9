import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { cancelOverdueTasks } from '../../../server/src/database/tasks/deadlines.ts'
import { cancelOverdue } from '../../../server/src/worker/cancel-overdue.ts'
import type { TestAccount } from '../../support/service.ts'
import { faultServiceOfFile } from '../service/fault-service.ts'

const current = faultServiceOfFile()
const path = '/api/v1/images/generations'
const body = { prompt: 'a lake' }

/** Steps of a worker: two of its first heartbeat, two of its first claim, sixteen to the end of a task. */
const [beforeClaim, afterClaim, afterSettlement] = [3, 4, 16]

async function accountWith(limits: { tasks_open_max?: bigint; tasks_running_max?: bigint }) {
  const account = await current().createAccount('10.00')
  await current().database.transaction((tx) =>
    tx.db.updateTable('accounts').set(limits).where('id', '=', account.accountId).execute(),
  )
  return account
}

async function order(account: TestAccount, headers: Record<string, string> = {}): Promise<string> {
  const { status, body: accepted } = await account.call('POST', path, body, headers)
  expect(status).toBe(200)
  return accepted.id
}

async function statusesOf(account: TestAccount): Promise<string[]> {
  const { body: list } = await account.call('GET', '/api/v1/tasks')
  return list.tasks.map(({ status }: { status: string }) => status).toSorted()
}

describe('a worker that is killed', () => {
  test.each([
    ['before it has set a task aside', beforeClaim],
    ['after it has set a task aside', afterClaim],
    ['after a task has made room for one that is held', afterSettlement],
  ])('%s: every task of the account is made once, one at a time', async (_when, crashAt) => {
    const service = current()
    const account = await accountWith({ tasks_running_max: 1n })
    await order(account)
    await order(account)
    await service.killAt(crashAt, 'worker')
    await service.recoverNow()
    const running = (await statusesOf(account)).filter((status) => status === 'PROCESSING')
    expect(running.length).toBeLessThanOrEqual(1)
    await service.runQueue()
    expect(await statusesOf(account)).toEqual(['SUCCEEDED', 'SUCCEEDED'])
    expect(await service.brokenPromises()).toEqual([])
  })

  test.each([
    ['before', beforeClaim],
    ['after', afterClaim],
  ])(
    '%s it has cancelled an overdue task: the task is cancelled and refunded once',
    async (_when, crashAt) => {
      const service = current()
      const account = await service.createAccount('10.00')
      await order(account, { 'Cancel-After': '60' })
      await service.database.transaction(async (tx) => {
        await tx.db
          .updateTable('tasks')
          .set({ cancel_at: 1n })
          .where('account_id', '=', account.accountId)
          .execute()
        await tx.db.updateTable('task_deadlines').set({ cancel_at: 1n }).execute()
      })
      await service.killAt(crashAt, 'worker')
      await cancelOverdue(service)
      expect(await statusesOf(account)).toEqual(['CANCELLED'])
      expect(await account.money()).toEqual({ balance: '10.00', reserved: '0.00' })
      expect(await service.brokenPromises()).toEqual([])
    },
  )

  test('while it looks for overdue tasks leaves them to the next one', async () => {
    const service = current()
    const account = await service.createAccount('10.00')
    await order(account, { 'Cancel-After': '1' })
    service.advance(2_000)
    const died = service.database.transaction(async (tx) => {
      await cancelOverdueTasks(tx, 10)
      throw new Error('killed')
    })
    await expect(died).rejects.toThrow('killed')
    expect(await statusesOf(account)).toEqual(['QUEUED'])
    expect(await cancelOverdue(service)).toBe(1)
    expect(await account.money()).toEqual({ balance: '10.00', reserved: '0.00' })
    expect(await service.brokenPromises()).toEqual([])
  })
})

test.each([
  ['before COMMIT', 1],
  ['after COMMIT', 2],
])(
  'an API process that is killed %s of an order counts it once towards the open tasks of its account',
  async (_when, crashAt) => {
    const service = current()
    const account = await accountWith({ tasks_open_max: 1n })
    const key = { 'Idempotency-Key': randomUUID() }
    await service.sendToTheDoomed(crashAt, { ...account, path, body, headers: key })
    const id = await order(account, key)
    expect((await account.call('POST', path, body)).body.code).toBe('TOO_MANY_OPEN_TASKS')
    await account.call('POST', `/api/v1/tasks/${id}/cancel`, {})
    await order(account)
    await service.runQueue()
    expect(await service.brokenPromises()).toEqual([])
  },
)
