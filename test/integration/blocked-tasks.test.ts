import { afterEach, beforeEach, expect, test } from 'vitest'
import { createQueueHeads } from '../../server/src/coordination/queue-heads.ts'
import type { ProductName } from '../../server/src/core/domain/products.ts'
import type { Task } from '../../server/src/core/domain/tasks/task.ts'
import { readQueue } from '../../server/src/database/queue/queue.ts'
import { type Claimed, type ClaimLimit, claimTasks } from '../../server/src/database/tasks/claim-tasks.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { openServiceOfFile, type TestAccount } from '../support/service.ts'
import { acceptImage, failTasks } from './support/tasks.ts'

let account: TestAccount
const service = await openServiceOfFile()
beforeEach(async () => {
  // Beyond the places of the test before: a queue is read from its last known head on, and a first task takes its place
  // by a head that is remembered for 50 ms.
  service.advance(60_000)
  account = await service.createAccount('100.00')
  await limitRunning(1)
})
afterEach(async () => {
  await limitRunning('none')
  for (let tasks = await service.claim(20); tasks.length > 0; tasks = await service.claim(20))
    await end(tasks)
  await service.expectBooksToAgree()
})

async function limitRunning(tasksRunningMax: number | 'none'): Promise<void> {
  const { accountId } = account
  await createAdministration(service.database).setAccountLimits({ accountId, tasksRunningMax })
}

/** Claims like a worker that read the queue before any task was blocked, unless it is given some that may return. */
async function claim(
  where: Pick<ClaimLimit, 'fromPosition' | 'returnable'> = {},
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

const videosToo: readonly ProductName[] = ['image.generate', 'video.generate']

/** Accepts an image of the account, in a millisecond of its own: ids of one have no order. */
function image(): Promise<string> {
  service.advance(1)
  return acceptImage(account)
}

async function video(): Promise<string> {
  service.advance(1)
  const { body } = await account.call('POST', '/api/v1/videos/generations', { prompt: 'a fox' })
  return body.id
}

/** The ids of the blocked tasks that may return. */
async function returnable(): Promise<string[]> {
  const waiting = await createQueueHeads(service.database).readWaiting({})
  return waiting
    .flatMap((place) => place.returnable ?? [])
    .map(({ id }) => id)
    .toSorted()
}

async function blockedIds(): Promise<string[]> {
  const rows = await service.database.read((db) => db.selectFrom('held_tasks').select('task_id').execute())
  return rows.map((row) => row.task_id)
}

/**
 * Claims an image of another account with the only slot, while an image of the account returns and waits behind it.
 */
async function claimOtherImage(): Promise<Task> {
  const other = await acceptImage(await service.createAccount())
  const [task] = await claimImage()
  if (task?.id !== other) throw new Error('The other image does not come first.')
  return task
}

async function claimImage(): Promise<readonly Task[]> {
  const waiting = await createQueueHeads(service.database).readWaiting({})
  const products = waiting
    .filter(({ product }) => product === 'image.generate')
    .map((place) => ({ ...place, limit: 1 }))
  const request = { worker: 'test-worker', limit: 1, leaseMs: 30_000, products }
  return service.database.transaction(async (tx) => (await claimTasks(tx, request)).tasks)
}

test('a task does not overtake one of its account and product that is blocked, only one of another product', async () => {
  await acceptImage(account)
  const blocked = await acceptImage(account)
  const { tasks: running } = await claim()
  await limitRunning(3)
  const later = await acceptImage(account)
  const video = await account.call('POST', '/api/v1/videos/generations', { prompt: 'a fox' })
  expect(await claim({}, ['image.generate', 'video.generate'])).toMatchObject({
    tasks: [{ id: video.body.id }],
    hasBlocked: true,
  })
  expect(idsOf(await service.claim(1))).toEqual([blocked])
  await end(running)
  expect(idsOf(await service.claim(10))).toEqual([later])
})

test('a task of one account is not behind a blocked one of another', async () => {
  await acceptImage(account)
  await acceptImage(account)
  await claim()
  const other = await service.createAccount()
  await createAdministration(service.database).setAccountLimits({
    accountId: other.accountId,
    tasksRunningMax: 1,
  })
  const id = await acceptImage(other)
  expect(await claim()).toMatchObject({ tasks: [{ id }], hasBlocked: false })
})

test('a task that is older than the blocked one starts before it', async () => {
  await acceptImage(account)
  const { tasks: running } = await claim()
  const older = await acceptImage(account)
  // Ids of one millisecond have no order.
  service.advance(1)
  const blocked = await acceptImage(account)
  expect(await claim({ fromPosition: await positionOf(blocked) })).toMatchObject({
    tasks: [],
    hasBlocked: true,
  })
  await end(running)
  const claimed = await claim()
  expect(idsOf(claimed.tasks)).toEqual([older])
  await end(claimed.tasks)
  expect(idsOf(await service.claim(10))).toEqual([blocked])
})

test('a new task of an account whose limit was removed starts beside what it blocked', async () => {
  for (let count = 0; count < 4; count += 1) await acceptImage(account)
  await claim()
  await limitRunning('none')
  const later = await acceptImage(account)
  expect(idsOf(await service.claim(10))).toContain(later)
})

test('blocked tasks and those of others start in turn, however long they have been blocked', async () => {
  for (let count = 0; count < 4; count += 1) await acceptImage(account)
  let { tasks } = await claim()
  service.advance(3_600_000)
  const other = await service.createAccount('100.00')
  for (let count = 0; count < 4; count += 1) await acceptImage(other)
  const owners: string[] = []
  for (let start = 0; start < 6; start += 1) {
    await end(tasks)
    tasks = await service.claim(1)
    owners.push(...tasks.map(({ accountId }) => accountId))
  }
  const [own, others] = [account.accountId, other.accountId]
  expect(owners).toEqual([others, own, others, own, others, own])
})

test('a task that has returned waits for its turn with its permit, which no other task of its account takes', async () => {
  await image()
  const returned = await image()
  await end((await claim()).tasks)
  await end([await claimOtherImage()])
  const newer = [await image(), await video()]
  expect(await claim({ fromPosition: await positionOf(newer[0] ?? '') }, videosToo)).toMatchObject({
    tasks: [],
    hasBlocked: true,
  })
  const running = await service.claim(10)
  expect(idsOf(running)).toEqual([returned])
  await end(running)
  for (const id of newer) {
    const tasks = await service.claim(10)
    expect(idsOf(tasks)).toEqual([id])
    await end(tasks)
  }
})

test('the next task of an account and product returns once the one before has started, that of another product at once', async () => {
  const images = [await image(), await image(), await image()]
  const id = await video()
  await end((await claim({}, videosToo)).tasks)
  await limitRunning(3)
  expect(await returnable()).toEqual([images[1], id].toSorted())
  await end([await claimOtherImage()])
  expect(await returnable()).toEqual([id])
  expect(idsOf(await claimImage())).toEqual([images[1]])
  expect(await returnable()).toEqual([images[2], id].toSorted())
})

test.each([
  ['image', 'videos', image, video],
  ['video', 'images', video, image],
])(
  'of an account with one permit left, the oldest blocked task returns, as %s while others wait with %s, and no other',
  async (_oldest, kind, first, second) => {
    await image()
    const [oldest, next] = [await first(), await second()]
    await end((await claim({}, videosToo)).tasks)
    const other = await service.createAccount()
    const { body } = await other.call('POST', `/api/v1/${kind}/generations`, { prompt: 'a fox' })
    const running = await service.claim(1)
    expect(idsOf(running)).toEqual([body.id])
    expect(await blockedIds()).toEqual([next])
    await end(running)
    for (const id of [oldest, next]) {
      const tasks = await service.claim(10)
      expect(idsOf(tasks)).toEqual([id])
      await end(tasks)
    }
  },
)

test.each([
  [0, 'behind'],
  [10_000, 'before'],
])(
  'a task that has returned starts beside another one, if there is a permit for each, %i ms older and so %s it',
  async (ms) => {
    await limitRunning(2)
    await image()
    await image()
    const returned = await image()
    const { tasks } = await claim()
    await end(tasks)
    await end([await claimOtherImage()])
    service.advance(ms)
    const other = await video()
    expect(idsOf((await claim({}, videosToo)).tasks).toSorted()).toEqual([returned, other].toSorted())
  },
)

test('a task returns only to a worker that has room for its product, which may be another one than that of an older task', async () => {
  await image()
  const { tasks } = await claim()
  const blocked = await image()
  const id = await video()
  expect((await claim({}, videosToo)).tasks).toEqual([])
  await end(tasks)
  const claimed = async (limits: Partial<Record<ProductName, number>>) => {
    const waiting = await createQueueHeads(service.database).readWaiting({})
    const products = waiting.map((place) => ({ ...place, limit: limits[place.product] ?? 0 }))
    const request = { worker: 'test-worker', limit: 10, leaseMs: 30_000, products }
    return service.database.transaction(async (tx) => (await claimTasks(tx, request)).tasks)
  }
  expect(await claimed({})).toEqual([])
  const videos = await claimed({ 'video.generate': 1 })
  expect(idsOf(videos)).toEqual([id])
  await end(videos)
  expect(idsOf(await claimed({ 'image.generate': 1 }))).toEqual([blocked])
})

test('a task that has returned is blocked again if the limit was lowered to what runs already', async () => {
  await limitRunning(2)
  const [first, second, returned] = [await image(), await image(), await image()]
  const { tasks: running } = await claim()
  expect(idsOf(running).toSorted()).toEqual([first, second].toSorted())
  await end(running.slice(1))
  await end([await claimOtherImage()])
  await limitRunning(1)
  expect(await claim()).toMatchObject({ tasks: [], hasBlocked: true })
  await end(running.slice(0, 1))
  expect(idsOf(await service.claim(10))).toEqual([returned])
})

test('a task that has returned can be cancelled, which frees its permit', async () => {
  await image()
  const [returned, next] = [await image(), await image()]
  await end((await claim()).tasks)
  await end([await claimOtherImage()])
  const cancelled = await account.call('POST', `/api/v1/tasks/${returned}/cancel`)
  expect(cancelled.body).toEqual({ id: returned, status: 'CANCELLED' })
  expect(idsOf(await service.claim(10))).toEqual([next])
})

test('a claim says whether it blocked tasks, behind which there may be others', async () => {
  await acceptImage(await service.createAccount())
  expect((await claim()).hasBlocked).toBe(false)
  const [, blocked = ''] = [await acceptImage(account), await acceptImage(account)]
  const { tasks, hasBlocked } = await claim()
  expect(hasBlocked).toBe(true)
  const returning = {
    id: blocked,
    type: 'image.generate',
    accountId: account.accountId,
    permitsFree: 1n,
  } as const
  expect(
    await claim({ fromPosition: 0, returnable: [returning] }),
    'another task took the permit',
  ).toMatchObject({ tasks: [], hasBlocked: true })
  await end(tasks)
  expect(await service.claim(1)).toMatchObject([{ id: blocked }])
  expect(
    await claim({ fromPosition: 0, returnable: [returning] }),
    'another worker returned it',
  ).toMatchObject({ tasks: [], hasBlocked: false })
})

test('a claim takes no more than a worker has room for, in all and of each product', async () => {
  const other = await service.createAccount('100.00')
  const [image, next] = [await acceptImage(other), await acceptImage(other)]
  const acceptVideo = async () =>
    (await other.call('POST', '/api/v1/videos/generations', { prompt: 'a fox' })).body.id
  const first = await acceptVideo()
  await acceptVideo()
  const claimed = (limit: number, images: number) =>
    service.database.transaction(async (tx) => {
      const products = [
        { product: 'image.generate' as const, limit: images },
        { product: 'video.generate' as const, limit: 10 },
      ]
      const { tasks } = await claimTasks(tx, { worker: 'test-worker', limit, leaseMs: 30_000, products })
      return idsOf(tasks)
    })
  expect(await claimed(2, 1)).toEqual([image, first])
  expect(await claimed(0, 10)).toEqual([])
  expect(await claimed(10, 0)).not.toContain(next)
})

test('the queue says whether tasks are blocked as well, for whom a worker then looks', async () => {
  const areHeld = async () => (await service.database.read((db) => readQueue(db))).someAreBlocked
  await acceptImage(account)
  expect(await areHeld()).toBe(false)
  await acceptImage(account)
  await claim()
  expect(await areHeld()).toBe(true)
})

test('where tasks wait is said once for each product, with what may return to its queue alone', async () => {
  await limitRunning(2)
  await image()
  await image()
  const { tasks: running } = await claim()
  const blocked = await image()
  const id = await video()
  expect(await claim({}, videosToo)).toMatchObject({ tasks: [], hasBlocked: true })
  await end(running)
  const queued = await acceptImage(await service.createAccount())
  const waiting = await createQueueHeads(service.database).readWaiting({})
  expect(waiting).toMatchObject([
    { product: 'image.generate', fromPosition: await positionOf(queued), returnable: [{ id: blocked }] },
    { product: 'video.generate', returnable: [{ id }] },
  ])
})
