import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createQueueHeads } from '../../server/src/coordination/queue-heads.ts'
import type { ProductName } from '../../server/src/core/domain/products.ts'
import type { Task } from '../../server/src/core/domain/tasks/task.ts'
import {
  type Claimed,
  type ClaimLimit,
  claimTasks,
  readQueue,
} from '../../server/src/database/tasks/claim-tasks.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { openTestService, type TestAccount } from '../support/service.ts'
import { acceptImage, failTasks } from './support/tasks.ts'

let service: Awaited<ReturnType<typeof openTestService>>
let account: TestAccount
beforeAll(async () => {
  service = await openTestService()
})
beforeEach(async () => {
  account = await service.createAccount('100.00')
  await limitRunning(1)
})
afterEach(async () => {
  await limitRunning('none')
  for (let tasks = await service.claim(20); tasks.length > 0; tasks = await service.claim(20))
    await end(tasks)
  await service.expectBooksToAgree()
})
afterAll(() => service.close())

async function limitRunning(tasksRunningMax: number | 'none'): Promise<void> {
  const { accountId } = account
  await createAdministration(service.database).setAccountLimits({ accountId, tasksRunningMax })
}

/** Claims like a worker that read the queue before any task was held, unless it is given turns. */
async function claim(
  where: Pick<ClaimLimit, 'fromPosition' | 'turns'> = {},
  products: readonly ProductName[] = ['image.generate'],
): Promise<Claimed> {
  const request = { worker: 'test-worker', limit: 10, leaseMs: 30_000 }
  return service.database.transaction((tx) =>
    claimTasks(tx, { ...request, products: products.map((product) => ({ product, limit: 10, ...where })) }),
  )
}

const end = (tasks: readonly Task[]) => failTasks(service.database, tasks)

async function positionOf(id: string): Promise<number> {
  const { queue_position } = await service.database.read((db) =>
    db.selectFrom('tasks').select('queue_position').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  return Number(queue_position)
}

const idsOf = (tasks: readonly Task[]): string[] => tasks.map(({ id }) => id)

test('a task does not overtake one of its account and product that is held, only one of another product', async () => {
  await acceptImage(account)
  const held = await acceptImage(account)
  const { tasks: running } = await claim()
  await limitRunning(3)
  const later = await acceptImage(account)
  const video = await account.call('POST', '/api/v1/videos/generations', { prompt: 'a fox' })
  expect(await claim({}, ['image.generate', 'video.generate'])).toMatchObject({
    tasks: [{ id: video.body.id }],
    hasHeld: true,
  })
  expect(idsOf(await service.claim(1))).toEqual([held])
  await end(running)
  expect(idsOf(await service.claim(10))).toEqual([later])
})

test('a task of one account is not behind a held one of another', async () => {
  await acceptImage(account)
  await acceptImage(account)
  await claim()
  const other = await service.createAccount()
  await createAdministration(service.database).setAccountLimits({
    accountId: other.accountId,
    tasksRunningMax: 1,
  })
  const id = await acceptImage(other)
  expect(await claim()).toMatchObject({ tasks: [{ id }], hasHeld: false })
})

test('a task that is older than the held one starts before it', async () => {
  await acceptImage(account)
  const { tasks: running } = await claim()
  const older = await acceptImage(account)
  // Ids of one millisecond have no order.
  service.advance(1)
  const held = await acceptImage(account)
  expect(await claim({ fromPosition: await positionOf(held) })).toMatchObject({ tasks: [], hasHeld: true })
  await end(running)
  const claimed = await claim()
  expect(idsOf(claimed.tasks)).toEqual([older])
  await end(claimed.tasks)
  expect(idsOf(await service.claim(10))).toEqual([held])
})

test('a new task of an account whose limit was removed starts beside what it held', async () => {
  for (let count = 0; count < 4; count += 1) await acceptImage(account)
  await claim()
  await limitRunning('none')
  const later = await acceptImage(account)
  expect(idsOf(await service.claim(10))).toContain(later)
})

test('held tasks and those of others start in turn, however long they have been held', async () => {
  for (let count = 0; count < 4; count += 1) await acceptImage(account)
  let { tasks } = await claim()
  await service.database.transaction((tx) =>
    tx.db
      .updateTable('held_tasks')
      .set((row) => ({ position: row('position', '-', 3_600_000n) }))
      .where('account_id', '=', account.accountId)
      .execute(),
  )
  const other = await service.createAccount('100.00')
  for (let count = 0; count < 4; count += 1) await acceptImage(other)
  const owners: string[] = []
  for (let start = 0; start < 6; start += 1) {
    await end(tasks)
    tasks = await service.claim(1)
    owners.push(...tasks.map(({ accountId }) => accountId))
  }
  const [own, others] = [account.accountId, other.accountId]
  expect(owners).toEqual([own, others, own, others, own, others])
})

test('a claim says whether it held tasks of the queue, behind which there may be others', async () => {
  await acceptImage(await service.createAccount())
  expect((await claim()).hasHeld).toBe(false)
  const [, held = ''] = [await acceptImage(account), await acceptImage(account)]
  expect((await claim()).hasHeld).toBe(true)
  const turn = { product: 'image.generate', accountId: account.accountId, taskId: held, position: 0 } as const
  const claimed = await claim({ fromPosition: 0, turns: [turn] })
  expect(claimed, 'a turn that was lost to another worker').toMatchObject({ tasks: [], hasHeld: false })
  await acceptImage(account)
  expect((await claim({ fromPosition: 0, turns: [turn] })).hasHeld, 'a turn and a new task').toBe(true)
})

test('a claim takes no more than a worker has room for, in all and of each product, and a turn at the head first', async () => {
  await acceptImage(account)
  const held = await acceptImage(account)
  await end((await claim()).tasks)
  const other = await service.createAccount('100.00')
  const [image, next] = [await acceptImage(other), await acceptImage(other)]
  const videos = [1, 2].map(() => other.call('POST', '/api/v1/videos/generations', { prompt: 'a fox' }))
  const [video] = (await Promise.all(videos)).map(({ body }) => body.id).sort()
  const fromPosition = await positionOf(image)
  const { accountId } = account
  const turn = { product: 'image.generate', accountId, taskId: held, position: fromPosition } as const
  const room = (limit: number, images: number, turns: (typeof turn)[] = []) => ({
    ...{ worker: 'test-worker', limit, leaseMs: 30_000 },
    products: [
      { product: 'image.generate' as const, limit: images, fromPosition, turns },
      { product: 'video.generate' as const, limit: 10 },
    ],
  })
  const claimed = (request: ReturnType<typeof room>) =>
    service.database.transaction(async (tx) => idsOf((await claimTasks(tx, request)).tasks))
  expect(await claimed(room(1, 1, [turn]))).toEqual([held])
  expect(await claimed(room(2, 1))).toEqual([image, video])
  expect(await claimed(room(0, 10))).toEqual([])
  expect(await claimed(room(10, 0))).not.toContain(next)
})

test('of two accounts that may each start a held task, the one whose turn has the lower position goes first', async () => {
  const other = await service.createAccount('100.00')
  const operator = createAdministration(service.database)
  await operator.setAccountLimits({ accountId: other.accountId, tasksRunningMax: 1 })
  for (const owner of [account, other]) for (let count = 0; count < 3; count += 1) await acceptImage(owner)
  let { tasks } = await claim()
  for (const first of [account, other]) {
    await end(tasks)
    await service.database.transaction(async (tx) => {
      for (const { accountId } of [account, other])
        await tx.db
          .updateTable('held_tasks')
          .set({ position: accountId === first.accountId ? 1_000n : 2_000n })
          .where('account_id', '=', accountId)
          .execute()
    })
    tasks = await service.claim(1)
    expect(tasks.map(({ accountId }) => accountId)).toEqual([first.accountId])
  }
  await end(tasks)
  await operator.setAccountLimits({ accountId: other.accountId, tasksRunningMax: 'none' })
})

test('the queue says whether tasks are held as well, for whom a worker then looks', async () => {
  const areHeld = async () => (await service.database.read((db) => readQueue(db))).someAreHeld
  await acceptImage(account)
  expect(await areHeld()).toBe(false)
  await acceptImage(account)
  await claim()
  expect(await areHeld()).toBe(true)
})

test('where tasks wait is said once for each product, with the turns of this product alone', async () => {
  await acceptImage(account)
  const { tasks: running } = await claim()
  const image = await acceptImage(account)
  const video = await account.call('POST', '/api/v1/videos/generations', { prompt: 'a fox' })
  expect(await claim({}, ['image.generate', 'video.generate'])).toMatchObject({ tasks: [], hasHeld: true })
  await end(running)
  const queued = await acceptImage(await service.createAccount())
  const waiting = await createQueueHeads(service.database).readWaiting({})
  expect(waiting).toMatchObject([
    { product: 'image.generate', fromPosition: await positionOf(queued), turns: [{ taskId: image }] },
    { product: 'video.generate', turns: [{ taskId: video.body.id }] },
  ])
})
