import { beforeEach, expect, test } from 'vitest'
import type { Task } from '../../server/src/core/domain/tasks/task.ts'
import { requeueTask } from '../../server/src/database/tasks/leases.ts'
import { endTasks } from '../../server/src/database/tasks/task-moves.ts'
import { createSettleWriter } from '../../server/src/worker/settle-writer.ts'
import { openServiceOfFile, type TestAccount } from '../support/service.ts'
import { acceptImage, pollTask } from './support/tasks.ts'

let rich: TestAccount
let other: TestAccount
const service = await openServiceOfFile()
beforeEach(async () => {
  rich = await service.createAccount('10.00')
  other = await service.createAccount('10.00')
})

const output = [{ key: 'results/a/1-0.png', contentType: 'image/png', sizeBytes: 1 }]
const failure = { code: 'GENERATION_FAILED', message: 'It did not work.' } as const

/** Twelve running tasks, of two accounts in turn. */
async function runTwelve(): Promise<Task[]> {
  for (let index = 0; index < 12; index += 1) await acceptImage(index % 2 === 0 ? rich : other)
  const tasks = await service.claim(12)
  expect(tasks).toHaveLength(12)
  return tasks
}

test('tasks of several accounts that end at once share transactions, and each is settled its own way', async () => {
  const tasks = await runTwelve()
  let transactions = 0
  const writer = createSettleWriter({
    ...service.database,
    transaction(work) {
      transactions += 1
      return service.database.transaction(work)
    },
  })
  const settled = await Promise.all(
    tasks.map((task, index) =>
      writer.write(index < 4 ? { task, move: 'fail', failure } : { task, move: 'succeed', output }),
    ),
  )
  expect(settled).toEqual(tasks.map(() => 'settled'))
  expect(transactions).toBeLessThan(tasks.length / 2)
  for (const [index, task] of tasks.entries()) {
    const polled = await pollTask(task.accountId === rich.accountId ? rich : other, task.id)
    expect(polled).toMatchObject(
      index < 4 ? { status: 'FAILED', error: failure } : { status: 'SUCCEEDED', output: expect.anything() },
    )
  }
  const charged = (account: TestAccount): number =>
    tasks.slice(4).filter(({ accountId }) => accountId === account.accountId).length
  for (const account of [rich, other]) {
    const balance = (10 - 0.02 * charged(account)).toFixed(2)
    expect(await account.money()).toEqual({ balance, reserved: '0.00' })
  }
  await service.expectBooksToAgree()
})

test('a task that another worker holds by now is reported, and does not affect the others', async () => {
  const tasks = await runTwelve()
  const [, , , lost] = tasks
  if (lost === undefined) throw new Error('Nothing was claimed.')
  await service.database.transaction((tx) => requeueTask(tx, lost, { countAttempt: true }))
  const writer = createSettleWriter(service.database)
  const settled = await Promise.all(tasks.map((task) => writer.write({ task, move: 'succeed', output })))
  expect(settled).toEqual(tasks.map((task) => (task === lost ? 'leaseLost' : 'settled')))
  const account = lost.accountId === rich.accountId ? rich : other
  expect((await pollTask(account, lost.id)).status).toBe('PROCESSING')
  expect((await account.money()).reserved).toBe('0.02')
  await service.expectBooksToAgree()
  await service.runQueue()
})

test('a task that is ended twice concurrently is settled once', async () => {
  const [task, ...others] = await runTwelve()
  if (task === undefined) throw new Error('Nothing was claimed.')
  const writer = createSettleWriter(service.database)
  const settled = await Promise.all([
    ...others.map((other) => writer.write({ task: other, move: 'succeed', output })),
    writer.write({ task, move: 'succeed', output }),
    writer.write({ task, move: 'fail', failure }),
  ])
  expect(settled.filter((settlement) => settlement === 'leaseLost')).toHaveLength(1)
  await service.expectBooksToAgree()
})

test('an ending that another transaction repeats is lost, so that nobody reports or keeps its result twice', async () => {
  await acceptImage(rich)
  const task = await service.claimOne()
  const ending = { task, move: 'succeed', output } as const
  const write = () => service.database.transaction((tx) => endTasks(tx, [ending]))
  expect(await write()).toEqual(new Set())
  expect(await write()).toEqual(new Set([ending]))
  expect(await rich.money()).toEqual({ balance: '9.98', reserved: '0.00' })
  await service.expectBooksToAgree()
})

test('of two endings of one task in a batch, the one of its holder applies, whichever comes first', async () => {
  for (const order of ['holder first', 'holder last']) {
    await acceptImage(rich)
    const stale = await service.claimOne()
    await service.database.transaction((tx) => requeueTask(tx, stale, { countAttempt: true }))
    const held = await service.claimOne()
    expect([held.id, held.epoch > stale.epoch]).toEqual([stale.id, true])
    const both = order === 'holder first' ? [held, stale] : [stale, held]
    const endings = both.map((task) => ({ task, move: 'succeed', output }) as const)
    const lost = await service.database.transaction((tx) => endTasks(tx, endings))
    expect([...lost].map(({ task }) => task)).toEqual([stale])
    expect((await pollTask(rich, held.id)).status).toBe('SUCCEEDED')
  }
  expect(await rich.money()).toEqual({ balance: '9.96', reserved: '0.00' })
  await service.expectBooksToAgree()
})
