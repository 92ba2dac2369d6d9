import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { taskIdTimeMs } from '../../server/src/core/domain/ids.ts'
import type { Task } from '../../server/src/core/domain/tasks/task.ts'
import { measureQueue } from '../../server/src/database/queue/queue.ts'
import { claimTasks } from '../../server/src/database/tasks/claim-tasks.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { viewTaskHistory } from '../../server/src/operator/task-views.ts'
import { viewQueue } from '../../server/src/operator/views.ts'
import { measureService } from '../../server/src/use-cases/measure-service.ts'
import { recoverLeases } from '../../server/src/worker/recover-leases.ts'
import { openTestService, type TestAccount } from '../support/service.ts'
import { acceptImage, failTasks, pollTask } from './support/tasks.ts'

let service: Awaited<ReturnType<typeof openTestService>>
beforeEach(async () => {
  service = await openTestService()
})
afterEach(async () => {
  await service.expectBooksToAgree()
  await service.close()
})

async function limitedAccount(runningMax: number | null): Promise<TestAccount> {
  const account = await service.createAccount('100.00')
  await limit(account, runningMax)
  return account
}

async function limit({ accountId }: TestAccount, runningMax: number | null): Promise<void> {
  await service.database.transaction((tx) =>
    tx.db
      .updateTable('accounts')
      .set({ tasks_running_max: runningMax === null ? null : BigInt(runningMax) })
      .where('id', '=', accountId)
      .execute(),
  )
}

function createAccounts(count: number): Promise<TestAccount[]> {
  return Promise.all(Array.from({ length: count }, () => service.createAccount('100.00')))
}

/**
 * Accepts images, each in a millisecond of its own, as the order of tasks within one is by chance; the rate limit never
 * refuses one.
 */
async function acceptImages(account: TestAccount, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    if (index > 0 && index % 50 === 0) service.advance(61_000)
    const id = await acceptImage(account)
    while (Date.now() === taskIdTimeMs(id)) await setImmediate()
    ids.push(id)
  }
  return ids
}

async function runningOf({ accountId }: TestAccount): Promise<number> {
  const { count } = await service.database.read((db) =>
    db
      .selectFrom('tasks')
      .select((row) => row.fn.countAll<bigint>().as('count'))
      .where('account_id', '=', accountId)
      .where('status', '=', 'PROCESSING')
      .executeTakeFirstOrThrow(),
  )
  return Number(count)
}

const end = (tasks: readonly Task[]) => failTasks(service.database, tasks)

const idsOf = (tasks: readonly Task[]): string[] => tasks.map(({ id }) => id)

describe('an account with a limit of running tasks', () => {
  test('never runs more of them, however many workers claim and end tasks at once', async () => {
    const [limited, free] = [await limitedAccount(3), await service.createAccount('100.00')]
    const orders = [...(await acceptImages(limited, 30)), ...(await acceptImages(free, 10))]
    const ended: string[] = []
    for (let round = 0; ended.length < orders.length && round < 200; round += 1) {
      const claims = await Promise.all(['one', 'two', 'three'].map((worker) => service.claim(4, worker)))
      const tasks = claims.flat()
      expect(await runningOf(limited)).toBeLessThanOrEqual(3)
      await Promise.all(tasks.map((task) => end([task])))
      ended.push(...idsOf(tasks))
    }
    expect(ended.toSorted()).toEqual(orders.toSorted())
  })

  test('never runs more of them, although each of the workers that claim at once cancels a task of somebody else', async () => {
    const others = await createAccounts(3)
    for (let round = 0; round < 5; round += 1) {
      const limited = await limitedAccount(3)
      await acceptImages(limited, 9)
      for (const other of others)
        await other.call('POST', '/api/v1/videos/generations', { prompt: 'a fox' }, { 'Cancel-After': '60' })
      service.advance(61_000)
      // Each takes one of the overdue videos and three of the images.
      const products = [
        { product: 'video.generate', limit: 1 },
        { product: 'image.generate', limit: 3 },
      ] as const
      const claims = await Promise.all(
        ['one', 'two', 'three'].map((worker) =>
          service.database.transaction((tx) =>
            claimTasks(tx, { worker, limit: 4, leaseMs: 30_000, products }),
          ),
        ),
      )
      expect(claims.map(({ cancelled }) => cancelled.length)).toEqual([1, 1, 1])
      expect(await runningOf(limited)).toBe(3)
      await end(claims.flatMap(({ tasks }) => tasks))
    }
  })

  test('delays nobody else, although two hundred of its tasks wait', async () => {
    const limited = await limitedAccount(1)
    await acceptImages(limited, 201)
    const free = await service.createAccount('100.00')
    const [first] = await service.claim(1)
    expect(first?.accountId).toBe(limited.accountId)
    for (let turn = 0; turn < 5; turn += 1) {
      const id = await acceptImage(free)
      let claimed: Task[] = []
      // Each claim may set one of the waiting tasks aside.
      for (let claims = 0; claimed.length === 0 && claims < 3; claims += 1) claimed = await service.claim(1)
      expect(idsOf(claimed)).toEqual([id])
      await end(claimed)
    }
    await end(first === undefined ? [] : [first])
  })

  test('takes turns with others for a slot that both want, and keeps its own order', async () => {
    const limited = await limitedAccount(1)
    const mine = await acceptImages(limited, 6)
    const running = await service.claim(1)
    for (let claims = 0; claims < 6; claims += 1) expect(await service.claim(1)).toEqual([])
    const free = await service.createAccount('100.00')
    const theirs = await acceptImages(free, 6)
    await end(running)
    const started: string[] = []
    for (let claims = 0; started.length < 8 && claims < 20; claims += 1) {
      const tasks = await service.claim(1)
      started.push(...idsOf(tasks))
      await end(tasks)
    }
    const own = started.filter((id) => mine.includes(id))
    expect(own).toEqual(mine.slice(1, 1 + own.length))
    expect(own.length).toBeGreaterThanOrEqual(3)
    expect(started.filter((id) => theirs.includes(id)).length).toBeGreaterThanOrEqual(3)
  })

  test('starts what it blocked at the next claim once the limit is raised or removed', async () => {
    const limited = await limitedAccount(1)
    const ids = await acceptImages(limited, 4)
    expect(idsOf(await service.claim(10))).toEqual(ids.slice(0, 1))
    expect(await service.claim(10)).toEqual([])
    await limit(limited, 2)
    expect(idsOf(await service.claim(10))).toEqual(ids.slice(1, 2))
    await limit(limited, null)
    expect(idsOf(await service.claim(10))).toEqual(ids.slice(2, 3))
    expect(idsOf(await service.claim(10))).toEqual(ids.slice(3))
  })

  test('counts a task that waits to be tried again, which goes on although the limit is reached', async () => {
    const limited = await limitedAccount(1)
    const [first, second] = await acceptImages(limited, 2)
    expect(idsOf(await service.claim(10))).toEqual([first])
    service.advance(31_000)
    expect(await recoverLeases(service.run)).toBe(1)
    const again = await service.claim(10)
    expect(idsOf(again)).toEqual([first])
    expect(await service.claim(10)).toEqual([])
    await end(again)
    expect(idsOf(await service.claim(10))).toEqual([second])
  })

  test('counts one that waits to be tried again also for another product', async () => {
    const limited = await limitedAccount(1)
    const image = await acceptImage(limited)
    await service.claim(1)
    const video = await limited.call('POST', '/api/v1/videos/generations', { prompt: 'a fox' })
    service.advance(31_000)
    await recoverLeases(service.run)
    const claimed = await service.claim(10)
    expect(idsOf(claimed)).toEqual([image])
    await end(claimed)
    expect(idsOf(await service.claim(10))).toEqual([video.body.id])
  })

  test('can cancel a task that is blocked, and gets its money back', async () => {
    const limited = await limitedAccount(1)
    const [, blocked = ''] = await acceptImages(limited, 2)
    const running = await service.claim(10)
    const cancelled = await limited.call('POST', `/api/v1/tasks/${blocked}/cancel`)
    expect(cancelled.body).toEqual({ id: blocked, status: 'CANCELLED' })
    await end(running)
    expect(await limited.money()).toEqual({ balance: '100.00', reserved: '0.00' })
    expect(await service.claim(10)).toEqual([])
  })

  test('sees blocked tasks as QUEUED, and the metrics count them but leave their age out', async () => {
    const limited = await limitedAccount(1)
    const [, blocked = ''] = await acceptImages(limited, 3)
    await service.claim(10)
    expect(await pollTask(limited, blocked)).toMatchObject({ status: 'QUEUED' })
    expect(await measureService(service.database)).toMatchObject({ waiting: 2, oldestWaitingSeconds: 0 })
    const [oldestTaskId] = (await acceptImages(await service.createAccount('100.00'), 2)).toSorted()
    expect(await service.database.read(measureQueue)).toEqual({ waiting: 4, oldestTaskId })
  })

  test('has its blocked tasks told apart by its operator: in the queue, in the list and in a task', async () => {
    const operator = createAdministration(service.database)
    const ids = await acceptImages(await limitedAccount(1), 4)
    await service.claim(10)
    const others = await acceptImages(await service.createAccount('100.00'), 1)
    const queue = viewQueue(await operator.showQueue())
    expect(queue).toMatchObject({ waiting: 4, blocked: 3 })
    expect(queue.products[0]).toMatchObject({ product: 'image.generate', waiting: 4, blocked: 3 })
    const listed: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await operator.listTasks({ status: 'QUEUED', limit: 1, cursor })
      listed.push(...page.tasks.map(({ id }) => id))
      if (page.next === undefined) break
      cursor = page.next
    }
    expect(listed).toEqual([...others, ...ids.slice(1)])
    const history = viewTaskHistory(await operator.showTask(ids[1] ?? ''))
    expect(history).toMatchObject({ status: 'QUEUED', isQueued: false, isBlocked: true })
    expect(history.events.at(-1)?.what).toBe('Blocked: its account runs as many tasks as it may')
  })
})
