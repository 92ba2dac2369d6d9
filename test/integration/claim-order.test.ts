import { afterEach, expect, test } from 'vitest'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import type { ProductName } from '../../server/src/core/domain/products.ts'
import type { Task } from '../../server/src/core/domain/tasks/task.ts'
import { removeFromQueue } from '../../server/src/database/queue/queue.ts'
import { cancelTasks } from '../../server/src/database/tasks/cancel-tasks.ts'
import { claimTasks } from '../../server/src/database/tasks/claim-tasks.ts'
import { acceptTasks } from '../../server/src/database/tasks/task-moves.ts'
import { findTask } from '../../server/src/database/tasks/tasks.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { openServiceOfFile, type TestAccount } from '../support/service.ts'
import { failTasks, newTask } from './support/tasks.ts'

const service = await openServiceOfFile()
afterEach(async () => {
  for (let tasks = await service.claim(20); tasks.length > 0; tasks = await service.claim(20))
    await end(tasks)
  await service.expectBooksToAgree()
})

/** An account that may run one task at a time. */
async function limitedAccount(): Promise<TestAccount> {
  const account = await service.createAccount()
  const { accountId } = account
  await createAdministration(service.database).setAccountLimits({ accountId, tasksRunningMax: 1 })
  return account
}

let accepted = 0
/** Accepts a task that waits at this position; each one is a millisecond younger than the one before. */
async function acceptAt(
  account: TestAccount,
  queuePosition: number,
  type: ProductName = 'image.generate',
): Promise<string> {
  accepted += 1
  const task = newTask(account, { type, queuePosition, cost: Usd.parse('0.01'), afterMs: accepted })
  await service.database.transaction((tx) => acceptTasks(tx, [task]))
  return task.id
}

const end = (tasks: readonly Task[]) => failTasks(service.database, tasks)

const idsOf = (tasks: readonly Task[]): string[] => tasks.map(({ id }) => id)

test('a claim of an empty queue starts, cancels and blocks nothing', async () => {
  const claimed = await service.database.transaction((tx) =>
    claimTasks(tx, { worker: 'test-worker', limit: 10, leaseMs: 30_000 }),
  )
  expect(claimed).toEqual({ tasks: [], cancelled: [], hasBlocked: false })
})

test('where an account may run one of its tasks, it is the one at the lowest position, and after that the oldest', async () => {
  const account = await limitedAccount()
  const [oldest, first, video] = [
    await acceptAt(account, 300),
    await acceptAt(account, 100),
    await acceptAt(account, 200, 'video.generate'),
  ]
  for (const id of [first, oldest, video]) {
    const running = await service.claim(10)
    expect(idsOf(running)).toEqual([id])
    await end(running)
  }
})

test('where it may run one, a blocked task goes before one in the queue, even if that waits at a lower position', async () => {
  const account = await limitedAccount()
  await acceptAt(account, 10)
  const video = await acceptAt(account, 100, 'video.generate')
  const blocked = await acceptAt(account, 200)
  const { tasks } = await service.database.transaction((tx) =>
    claimTasks(tx, {
      ...{ worker: 'test-worker', limit: 10, leaseMs: 30_000 },
      products: [{ product: 'image.generate', limit: 10 }],
    }),
  )
  await end(tasks)
  const running = await service.claim(10)
  expect(idsOf(running)).toEqual([blocked])
  await end(running)
  expect(idsOf(await service.claim(10))).toEqual([video])
})

test('a blocked task returns to the queue one step behind its head, in front of what waits after that', async () => {
  const [account, other] = [await limitedAccount(), await service.createAccount()]
  await acceptAt(account, 10)
  const blocked = await acceptAt(account, 20)
  await end(await service.claim(10))
  const ids = [await acceptAt(other, 100), await acceptAt(other, 1_099), await acceptAt(other, 1_101)]
  const order = []
  for (let claims = 0; claims < 4; claims += 1) order.push(...idsOf(await service.claim(1)))
  expect(order).toEqual([...ids.slice(0, 2), blocked, ...ids.slice(2)])
})

test('a waiting task is taken out of its place once, whether it is queued or blocked, and a running one has none', async () => {
  const account = await limitedAccount()
  const [running, blocked] = [await acceptAt(account, 10), await acceptAt(account, 20)]
  expect(idsOf(await service.claim(10))).toEqual([running])
  const queued = await acceptAt(account, 30)
  await service.database.transaction(async (tx) => {
    const taken: boolean[] = []
    const waiting: Task[] = []
    for (const id of [running, blocked, blocked, queued, queued]) {
      const task = await findTask(tx.db, account.accountId, id)
      if (task === undefined) throw new Error('An accepted task is not there.')
      taken.push(await removeFromQueue(tx, task))
      if (taken.at(-1)) waiting.push(task)
    }
    expect(taken).toEqual([false, true, false, true, false])
    expect(await cancelTasks(tx, waiting)).toBe(true)
  })
})

test('a task that has returned to the queue since it was read as blocked is taken out of there', async () => {
  const [account, other] = [await limitedAccount(), await service.createAccount()]
  await acceptAt(account, 10)
  const id = await acceptAt(account, 20)
  const running = await service.claim(10)
  const seen = await service.database.read((db) => findTask(db, account.accountId, id))
  if (seen === undefined) throw new Error('An accepted task is not there.')
  await end(running)
  await acceptAt(other, 10_000)
  expect(await service.claim(1), 'the task of the other account').toHaveLength(1)
  await service.database.transaction(async (tx) => {
    expect(await removeFromQueue(tx, seen)).toBe(true)
    expect(await cancelTasks(tx, [seen])).toBe(true)
  })
  expect(await service.claim(10)).toEqual([])
})
