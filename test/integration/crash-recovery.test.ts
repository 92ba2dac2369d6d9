import { describe, expect, test } from 'vitest'
import {
  expireLeases,
  extendLeases,
  lockExpiredTasks,
  requeueTask,
} from '../../server/src/database/tasks/leases.ts'
import { setSubmission } from '../../server/src/database/tasks/tasks.ts'
import { recoverLeases } from '../../server/src/worker/recover-leases.ts'
import { runTask } from '../../server/src/worker/run-task.ts'
import { takeOverTasks } from '../../server/src/worker/take-over-tasks.ts'
import { createFakeProvider, onePixelPng } from '../support/fake-provider.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { acceptImage, expectCharged, expectRefunded, pollTask, startWithImage } from './support/tasks.ts'

const leaseMs = 30_000
const never = new AbortController().signal

/** The worker is gone: its lease expires and is taken back. */
async function loseWorker(service: TestService): Promise<void> {
  service.advance(leaseMs + 1000)
  await recoverLeases(service.run)
}

/** A worker takes the next task, writes down how far it came with the engine, and is gone. */
async function dieAfter(
  service: TestService,
  submission: Parameters<typeof setSubmission>[2],
): Promise<void> {
  const task = await service.claimOne()
  await service.database.transaction((tx) => setSubmission(tx, task, submission))
  await loseWorker(service)
}

function stored(service: TestService, id: string) {
  return service.database.read((db) =>
    db
      .selectFrom('tasks')
      .select(['status', 'attempt', 'epoch', 'provider', 'provider_job'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )
}

async function waiting(service: TestService): Promise<string[]> {
  const rows = await service.database.read((db) => db.selectFrom('task_queue').select('task_id').execute())
  return rows.map((row) => row.task_id)
}

describe('a worker that died between the intent and the start', () => {
  test('is recognised: if the engine takes a job once, it is not submitted, but refunded', async () => {
    const provider = createFakeProvider({ submission: 'once' })
    const { service, account, id } = await startWithImage({ providers: [provider] })
    await dieAfter(service, { kind: 'intended', provider: 'fake' })
    await service.runQueue()
    await expectRefunded(account, id, 'PROVIDER_SUBMIT_AMBIGUOUS')
    expect(provider.started).toHaveLength(0)
    await service.expectBooksToAgree()
  })

  test('costs nothing if the engine accepts our id: the job is submitted with it and runs', async () => {
    const provider = createFakeProvider({ submission: 'idempotent' })
    const { service, account, id } = await startWithImage({ providers: [provider] })
    await dieAfter(service, { kind: 'intended', provider: 'fake' })
    await service.runQueue()
    await expectCharged(account, id)
    expect(provider.started.map((job) => job.taskId)).toEqual([id])
  })

  test('at an engine that is no longer configured: NO_PROVIDER_CONFIGURED, refunded', async () => {
    const { service, account, id } = await startWithImage()
    await dieAfter(service, { kind: 'intended', provider: 'gone' })
    await service.runQueue()
    await expectRefunded(account, id, 'NO_PROVIDER_CONFIGURED')
    expect(service.provider.started).toHaveLength(0)
  })
})

describe.each(['once', 'idempotent'] as const)(
  'a worker that died after the start (engine: %s)',
  (submission) => {
    test('is succeeded by one that continues with the same job and starts no second one', async () => {
      const provider = createFakeProvider({ submission })
      const { service, account, id } = await startWithImage({ providers: [provider] })
      const polled: unknown[] = []
      const job = { jobId: 'job-7', product: 'image.generate' }
      await dieAfter(service, { kind: 'started', provider: 'fake', job })
      const poll: typeof provider.poll = (asked, options) => {
        polled.push(asked)
        return provider.poll(asked, options)
      }
      const providers = { ...service.run.providers, find: () => ({ ...provider, poll }) }
      await runTask({ ...service.run, providers }, await service.claimOne(), never)
      await expectCharged(account, id)
      expect(provider.started).toHaveLength(0)
      expect(polled).toEqual([job])
    })
  },
)

describe('a lease', () => {
  test('that expired requeues the task, still PROCESSING, with a new epoch', async () => {
    const { service, account, id } = await startWithImage()
    const first = await service.claimOne()
    const { startedAt } = await pollTask(account, id)
    await loseWorker(service)
    expect(await waiting(service)).toEqual([id])
    expect((await pollTask(account, id)).status).toBe('PROCESSING')
    const second = await service.claimOne()
    expect(second.attempt).toBe(2)
    expect(second.epoch).toBeGreaterThan(first.epoch)
    expect((await pollTask(account, id)).startedAt).toBe(startedAt)
    const marks = await service.database.read((db) => db.selectFrom('requeued_tasks').selectAll().execute())
    expect(marks, 'what says that it waits again').toEqual([])
  })

  test('that has not expired is left alone, to the millisecond of the database’s clock', async () => {
    const service = await startTestService()
    await acceptImage(await service.createAccount())
    await service.claimOne()
    service.advance(leaseMs - 10_000)
    expect(await recoverLeases(service.run)).toBe(0)
    expect(await waiting(service)).toEqual([])
    service.advance(10_001)
    expect(await recoverLeases(service.run)).toBe(1)
  })

  test('that expired with many others is taken back with all of them at the next search', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    const ids: string[] = []
    for (let count = 0; count < 51; count += 1) ids.push(await acceptImage(account))
    for (const _ of ids) await service.claimOne()
    await loseWorker(service)
    expect((await waiting(service)).toSorted()).toEqual(ids.toSorted())
  })

  test('that a heartbeat extended runs from the heartbeat', async () => {
    const service = await startTestService()
    await acceptImage(await service.createAccount())
    const task = await service.claimOne()
    for (let beat = 0; beat < 5; beat += 1) {
      service.advance(leaseMs - 10_000)
      expect(await service.database.transaction((tx) => extendLeases(tx, [task], leaseMs))).toEqual([])
    }
    expect(await recoverLeases(service.run)).toBe(0)
    await loseWorker(service)
    expect(await service.database.transaction((tx) => extendLeases(tx, [task], leaseMs))).toEqual([task.id])
  })

  test('of another worker’s task is not extended by a heartbeat', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    await acceptImage(account)
    await acceptImage(account)
    const alive = await service.claimOne('a')
    const dead = await service.claimOne('b')
    service.advance(leaseMs - 10_000)
    expect(await service.database.transaction((tx) => extendLeases(tx, [alive], leaseMs))).toEqual([])
    service.advance(10_001)
    expect(await recoverLeases(service.run)).toBe(1)
    expect(await waiting(service)).toEqual([dead.id])
  })

  test('of one task among several: a heartbeat for all reports which one was lost, and keeps the others', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    await acceptImage(account)
    await acceptImage(account)
    await acceptImage(account)
    const tasks = await service.claim(3)
    const [, lost] = tasks
    if (lost === undefined) throw new Error('Nothing was claimed.')
    await service.database.transaction((tx) => requeueTask(tx, lost, { countAttempt: true }))
    const beat = () => service.database.transaction((tx) => extendLeases(tx, tasks, leaseMs))
    expect(await beat()).toEqual([lost.id])
    expect(await service.claim(1, 'successor')).toHaveLength(1)
    service.advance(leaseMs - 10_000)
    expect(await beat()).toEqual([lost.id])
    service.advance(leaseMs - 10_000)
    // Only the successor, which received no heartbeat, has gone silent.
    expect(await recoverLeases(service.run)).toBe(1)
  })

  test('that expired on the last attempt fails the task with WORKER_TIMEOUT and refunds it, once', async () => {
    const { service, account, id } = await startWithImage({ runSettings: { attemptsMax: 3 } })
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect((await service.claimOne()).attempt).toBe(attempt)
      expect((await pollTask(account, id)).status).toBe('PROCESSING')
      await loseWorker(service)
    }
    await expectRefunded(account, id, 'WORKER_TIMEOUT')
    expect(await waiting(service)).toEqual([])
    expect(await recoverLeases(service.run)).toBe(0)
    expect(service.settled).toEqual([{ taskId: id, outcome: 'WORKER_TIMEOUT' }])
    await service.expectBooksToAgree()
  })

  test('that expired is taken back once, however many workers search concurrently', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    const ids = [await acceptImage(account), await acceptImage(account), await acceptImage(account)]
    await service.claim()
    service.advance(leaseMs + 1000)
    const found = await Promise.all(Array.from({ length: 8 }, () => recoverLeases(service.run)))
    expect(found.reduce((sum, count) => sum + count)).toBe(3)
    expect((await waiting(service)).sort()).toEqual(ids.sort())
    for (const id of ids) expect((await stored(service, id)).attempt).toBe(1n)
  })
})

describe('a worker that lost its lease without knowing', () => {
  test('submits nothing', async () => {
    const { service, id } = await startWithImage()
    const old = await service.claimOne('old')
    await loseWorker(service)
    await runTask(service.run, old, never)
    expect(service.provider.started).toEqual([])
    expect(await waiting(service)).toEqual([id])
  })

  test.each([
    ['a success', { kind: 'succeeded', outputs: [{ contentType: 'image/png', bytes: onePixelPng }] }],
    ['a failure', { kind: 'failed', code: 'GENERATION_FAILED', message: 'late' }],
  ] as const)(
    'cannot settle %s: the new worker’s outcome stands, and the old one’s bytes are deleted',
    async (_name, late) => {
      const { service, account, id } = await startWithImage()
      const old = await service.claimOne('old')
      service.provider.mockPoll(async () => {
        // While the old worker waits for its engine, the lease expires and another worker finishes the task.
        await loseWorker(service)
        await runTask(service.run, await service.claimOne('new'), never)
        return late
      })
      await runTask(service.run, old, never)

      await expectCharged(account, id)
      expect(service.settled).toEqual([{ taskId: id, outcome: 'SUCCEEDED' }])
      const results = await service.storedKeys('results/')
      expect(results).toHaveLength(1)
      const { output } = await pollTask(account, id)
      expect(new URL(output.images[0].url).pathname).toBe(`/objects/${results[0]}`)
      expect((await fetch(output.images[0].url)).status).toBe(200)
      expect(service.provider.started).toHaveLength(1)
      await service.expectBooksToAgree()
    },
  )

  test('does not stop the job that its successor continues with', async () => {
    const { service, account, id } = await startWithImage()
    const old = await service.claimOne('old')
    const lost = new AbortController()
    service.provider.mockPoll(async () => {
      await loseWorker(service)
      lost.abort(new Error('The lease is lost.'))
      return { kind: 'pending' }
    })
    await runTask(service.run, old, lost.signal)
    expect(service.provider.cancelled).toEqual([])
    await service.runQueue()
    await expectCharged(account, id)
    expect(service.provider.started).toHaveLength(1)
  })
})

test('a stopping worker hands its task back with the attempt not counted, and the next continues with the job', async () => {
  const { service, account, id } = await startWithImage()
  for (let stop = 0; stop < 5; stop += 1) {
    const stopping = new AbortController()
    service.provider.mockPoll(async () => {
      stopping.abort(new Error('The worker is stopping.'))
      return { kind: 'pending' }
    })
    await runTask(service.run, await service.claimOne(), stopping.signal)
    expect(await stored(service, id)).toMatchObject({ status: 'PROCESSING', attempt: 0n })
    expect(await waiting(service)).toEqual([id])
  }
  await service.runQueue()
  await expectCharged(account, id)
  expect(service.provider.started).toHaveLength(1)
  expect(service.provider.cancelled).toEqual([])
})

test('a task that has ended is not queued again by a worker that hands it back, or that took its lease for expired', async () => {
  const { service, account, id } = await startWithImage()
  const task = await service.claimOne()
  await runTask(service.run, task, never)
  for (const countAttempt of [true, false])
    expect(await service.database.transaction((tx) => requeueTask(tx, task, { countAttempt }))).toBe(false)
  expect(await waiting(service)).toEqual([])
  await expectCharged(account, id)
})

test('a task that another worker holds is not queued again by the one before', async () => {
  const { service } = await startWithImage()
  const old = await service.claimOne()
  await loseWorker(service)
  await service.claimOne()
  expect(await service.database.transaction((tx) => requeueTask(tx, old, { countAttempt: false }))).toBe(
    false,
  )
  expect(await waiting(service)).toEqual([])
})

test('a sole worker takes over the first attempts of a killed one immediately, and later ones when their leases expire', async () => {
  const { service, id } = await startWithImage()
  const task = await service.claimOne()
  const expired = await service.database.transaction(async (tx) => [
    await expireLeases(tx),
    await lockExpiredTasks(tx, 10),
  ])
  expect(expired).toMatchObject([1, [{ id }]])
  expect(await service.database.transaction(expireLeases), 'one that has expired').toBe(0)
  expect(await recoverLeases(service.run)).toBe(1)
  const [again] = await service.claim(1)
  expect(again).toMatchObject({ id, attempt: 2, epoch: task.epoch + 2 })
  expect(await service.database.transaction((tx) => extendLeases(tx, [task], leaseMs))).toEqual([id])
  expect(await service.database.transaction(expireLeases)).toBe(0)
  await loseWorker(service)
  expect(await waiting(service)).toEqual([id])
})

test('a sole worker that starts says how many tasks it takes over, if there are any', async () => {
  const lines: Record<string, unknown>[] = []
  const service = await startTestService({ onLogLine: (line) => lines.push(line) })
  const takeOver = () => takeOverTasks(service.parts)
  const taken = () => lines.flatMap(({ taskCount }) => (taskCount === undefined ? [] : [taskCount]))
  await acceptImage(await service.createAccount())
  await takeOver()
  expect(taken()).toEqual([])
  await service.claim()
  await takeOver()
  expect(taken()).toEqual([1])
})

test('concurrent workers never claim the same task, and miss none', async () => {
  const service = await startTestService()
  const account = await service.createAccount()
  const ids = await Promise.all(Array.from({ length: 40 }, () => acceptImage(account)))
  const claimed = await Promise.all(
    Array.from({ length: 8 }, async (_, worker) => {
      const mine: string[] = []
      for (let tasks = await service.claim(3, `worker-${worker}`); tasks.length > 0; ) {
        mine.push(...tasks.map((task) => task.id))
        tasks = await service.claim(3, `worker-${worker}`)
      }
      return mine
    }),
  )
  // Rows that another claim holds are skipped, so a worker may see an empty queue while there is one more.
  const rest = (await service.claim(40)).map((task) => task.id)
  expect([...claimed.flat(), ...rest].sort()).toEqual(ids.sort())
})
