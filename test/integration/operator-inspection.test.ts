import { beforeEach, describe, expect, test } from 'vitest'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import type { TaskStatus } from '../../server/src/core/domain/tasks/task-states.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { viewTask, viewTaskHistory } from '../../server/src/operator/task-views.ts'
import { accountWith } from '../support/account.ts'
import { openServiceOfFile, type TestAccount } from '../support/service.ts'
import { acceptImage } from './support/tasks.ts'

let account: TestAccount
const service = await openServiceOfFile()
const operator = createAdministration(service.database, { engines: () => service.parts.providers.list() })
beforeEach(async () => {
  await service.runQueue()
  account = await service.createAccount('10.00')
})

/** The ids of all pages of a list. */
async function allIds(query: { status?: TaskStatus; accountId?: string; limit: number }): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await operator.listTasks({ ...query, cursor })
    ids.push(...page.tasks.map(({ id }) => id))
    if (page.next === undefined) return ids
    cursor = page.next
  }
}

const video = { prompt: 'a lake', resolution: '480p', aspectRatio: '1:1', durationSeconds: 4 }

describe('the list of tasks', () => {
  test('shows waiting ones in the order of the queue and running ones from their leases, page by page', async () => {
    const videos = await Promise.all(
      [1, 2].map(async () => (await account.call('POST', '/api/v1/videos/generations', video)).body.id),
    )
    const images = [await acceptImage(account), await acceptImage(account), await acceptImage(account)]
    const waiting = await allIds({ status: 'QUEUED', limit: 2 })
    expect(waiting.slice(0, 3)).toEqual(images)
    expect([...waiting].sort()).toEqual([...images, ...videos].sort())
    const claimed = (await service.claim(3)).map(({ id }) => id)
    expect(await allIds({ status: 'PROCESSING', limit: 2 })).toEqual([...claimed].sort())
    expect((await allIds({ status: 'QUEUED', limit: 2 })).sort()).toEqual(
      waiting.filter((id) => !claimed.includes(id)).sort(),
    )
    service.advance(60_000)
  })

  test('shows ended ones newest first, of all accounts and of one', async () => {
    const neighbour = await service.createAccount('10.00')
    const ids: string[] = []
    for (const owner of [account, neighbour, account, neighbour]) ids.push(await acceptImage(owner))
    const [cancelled = '', ...others] = ids
    await account.call('POST', `/api/v1/tasks/${cancelled}/cancel`)
    await service.runQueue()
    const newest = (await operator.listTasks({ limit: 4 })).tasks.map(({ id }) => id)
    expect(newest).toEqual([...ids].sort().reverse())
    const succeeded = (await operator.listTasks({ status: 'SUCCEEDED', limit: 3 })).tasks
    expect(succeeded.map(({ id }) => id)).toEqual([...others].sort().reverse())
    expect((await operator.listTasks({ status: 'CANCELLED', limit: 1 })).tasks[0]?.id).toBe(cancelled)
    const { accountId } = account
    expect((await allIds({ accountId, limit: 1 })).sort()).toEqual([ids[0], ids[2]].sort())
    expect(await allIds({ accountId, status: 'CANCELLED', limit: 1 })).toEqual([cancelled])
    expect(await allIds({ accountId, status: 'FAILED', limit: 1 })).toEqual([])
  })

  test.each(['x', '9.1.a', '0.-1.a', 'é', "' or 1=1 --"])(
    'rejects the cursor %s of another list',
    async (cursor) => {
      const lists = [{ status: 'QUEUED' as const }, { accountId: account.accountId }]
      for (const list of lists)
        await expect(operator.listTasks({ ...list, limit: 1, cursor })).rejects.toThrow(
          'The cursor is not one',
        )
    },
  )
})

describe('the history of a task', () => {
  test('shows acceptance, reservation, claim, engine, settlement and ledger entries', async () => {
    const taskId = await acceptImage(account)
    const waiting = viewTaskHistory(await operator.showTask(taskId))
    expect(waiting).toMatchObject({ status: 'QUEUED', isQueued: true, lease: null, engine: null, attempt: 0 })
    expect(waiting.ledger.map(({ kind }) => kind)).toEqual(['reserve'])
    expect(waiting.events.at(-1)?.what).toBe('Waits for its first attempt')
    await service.claim(1, 'worker-7')
    const running = viewTaskHistory(await operator.showTask(taskId))
    expect(running).toMatchObject({ isQueued: false, lease: { worker: 'worker-7', epoch: 1 }, attempt: 1 })
    service.advance(60_000)
    await service.database.transaction((tx) =>
      tx.db.updateTable('task_leases').set({ lease_until: 0n }).execute(),
    )
  })

  test('names the key that ordered it, and so does the list of tasks', async () => {
    const { accountId } = account
    const { keyId, apiKey } = await operator.issueApiKey(accountId, { properties: { name: 'Shop' } })
    const taskId = await acceptImage({ ...account, ...accountWith(service.fetch, apiKey) })
    expect(viewTaskHistory(await operator.showTask(taskId))).toMatchObject({ keyId, keyName: 'Shop' })
    const { tasks } = await operator.listTasks({ accountId, limit: 10 })
    expect(tasks.map((task) => viewTask(task).keyId)).toEqual([keyId])
    const unnamed = viewTaskHistory(await operator.showTask(await acceptImage(account)))
    expect(unnamed).toMatchObject({ keyId: expect.stringMatching(/^[0-9a-z]+$/), keyName: null })
  })

  test('shows a failure with its code and its refund', async () => {
    const taskId = await acceptImage(account)
    service.provider.mockPoll({ kind: 'failed', code: 'GENERATION_FAILED', message: 'no <b>luck</b>' })
    await service.runQueue()
    const history = viewTaskHistory(await operator.showTask(taskId))
    expect(history).toMatchObject({
      status: 'FAILED',
      engine: service.provider.name,
      error: { code: 'GENERATION_FAILED', message: 'no <b>luck</b>' },
    })
    const { cost } = history
    expect(history.ledger.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['reserve', cost],
      ['refund', cost],
    ])
    expect(history.events.map(({ what }) => what)).toEqual([
      'Accepted',
      `Reserved ${cost} USD`,
      'Claimed by a worker for its first attempt',
      `Started by the engine ${service.provider.name}`,
      'FAILED: GENERATION_FAILED: no <b>luck</b>',
      `Refunded ${cost} USD`,
    ])
  })

  test.each(['nobody', 'é', "' or 1=1 --", 'x'.repeat(65)])(
    'of the unknown id %s is rejected',
    async (taskId) => {
      await expect(operator.showTask(taskId)).rejects.toThrow(`There is no task ${taskId}.`)
    },
  )
})

describe('the rest that an operator sees', () => {
  test('is what waits, by product with its age, and what runs, by worker', async () => {
    await acceptImage(account)
    await acceptImage(account)
    await service.claim(1, 'worker-8')
    const queue = await operator.showQueue()
    const [images] = queue.products
    expect(images).toMatchObject({ product: 'image.generate', waiting: 1 })
    expect(images?.oldestWaitingSeconds).toBeLessThan(60)
    expect(queue.products).toHaveLength(4)
    expect(queue.workers.filter(({ worker }) => worker === 'worker-8')).toMatchObject([{ running: 1 }])
  })

  test('is the health of each engine by name', async () => {
    const [engine, ...others] = await operator.listEngines()
    expect(others).toEqual([])
    expect(engine).toMatchObject({ name: service.provider.name, downMs: 0 })
  })

  test('is accounts, newest first', async () => {
    const [newest] = await operator.findAccounts({ limit: 1 })
    expect(newest?.id).toBe(account.accountId)
    const { accountId } = account
    const older = await operator.findAccounts({ before: accountId, limit: 100 })
    expect(older.map(({ id }) => id)).not.toContain(accountId)
  })

  test('is a reconciliation that stays within its limits, and reports whether it is complete', async () => {
    const all = await operator.reconcileWithin({ msMax: 60_000, foundMax: 10 })
    expect(all).toMatchObject({ disagreements: [], isComplete: true })
    const { accountId } = await operator.createAccount({ balance: Usd.parse('1') })
    const change = (by: bigint) =>
      service.database.transaction((tx) =>
        tx.db
          .updateTable('accounts')
          .set((row) => ({ balance: row('balance', '+', by) }))
          .where('id', '=', accountId)
          .execute(),
      )
    await change(5n)
    const found = await operator.reconcileWithin({ msMax: 60_000, foundMax: 10 })
    expect(found.disagreements).toMatchObject([{ kind: 'balance', accountId, actual: '1000005' }])
    expect((await operator.reconcileWithin({ msMax: 60_000, foundMax: 0 })).isComplete).toBe(false)
    expect((await operator.reconcileWithin({ msMax: 0, foundMax: 10 })).isComplete).toBe(false)
    await change(-5n)
  })
})
