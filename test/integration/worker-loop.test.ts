import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Task } from '../../server/src/core/domain/tasks/task.ts'
import type { Database } from '../../server/src/database/database.ts'
import { DatabaseUnavailableError } from '../../server/src/database/database-unavailable-error.ts'
import { extendLeases } from '../../server/src/database/tasks/leases.ts'
import { recoverLeases } from '../../server/src/worker/recover-leases.ts'
import { runTask } from '../../server/src/worker/run-task.ts'
import {
  createWorkerLoop,
  type WorkerLoop,
  type WorkerLoopDependencies,
  type WorkerLoopSettings,
} from '../../server/src/worker/worker-loop.ts'
import { openServiceOfFile, type TestAccount } from '../support/service.ts'
import { untilHolds } from '../support/until-holds.ts'
import { acceptImage, expectCharged, pollTask } from './support/tasks.ts'

/** Periods that never elapse in a test; each test shortens only the one that it is about. */
const quiet: WorkerLoopSettings = {
  concurrency: 2,
  productConcurrency: {},
  leaseMs: 600_000,
  idlePollMs: 600_000,
  recoverMs: 600_000,
  drainMs: 600_000,
}

let account: TestAccount
let ended: Promise<void>[] = []
let loops: WorkerLoop[] = []

const service = await openServiceOfFile()
beforeEach(async () => {
  account = await service.createAccount()
})
afterEach(async () => {
  for (const loop of loops) loop.stop()
  await Promise.all(ended)
  loops = []
  ended = []
  await service.runQueue()
})

/** Starts a loop that is stopped after the test. */
function startLoop(
  settings: Partial<WorkerLoopSettings> = {},
  replaced: Partial<WorkerLoopDependencies> = {},
): { loop: WorkerLoop; ended: Promise<void> } {
  const loop = createWorkerLoop({
    database: service.database,
    worker: 'loop',
    runTask: (task, signal, stop) => runTask(service.run, task, signal, stop),
    recoverLeases: () => recoverLeases(service.run),
    capacityAtEngines: async () => new Map(),
    logger: service.parts.logger,
    settings: { ...quiet, ...settings },
    ...replaced,
  })
  const run = loop.run()
  loops.push(loop)
  ended.push(run)
  return { loop, ended: run }
}

/** Tasks that run until the test ends them. */
function createOpenRuns() {
  const open = new Map<string, { signal: AbortSignal; end: () => void }>()
  const seen = { most: 0 }
  const runUntilEnded = (task: Task, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const end = () => {
        open.delete(task.id)
        resolve(runTask(service.run, task, new AbortController().signal))
      }
      open.set(task.id, { signal, end })
      seen.most = Math.max(seen.most, open.size)
    })
  return { open, seen, runTask: runUntilEnded }
}

const statusOf = async (id: string) => (await pollTask(account, id)).status

/** The database, except that every call fails while `state.away`. */
function failing(database: Database, state: { away: boolean; refused: number }): Database {
  const refuse = () => {
    state.refused += 1
    return Promise.reject(new DatabaseUnavailableError(new Error('connection refused')))
  }
  return {
    ...database,
    read: (work) => (state.away ? refuse() : database.read(work)),
    transaction: (work) => (state.away ? refuse() : database.transaction(work)),
  }
}

describe('a worker', () => {
  test('runs at most its concurrency at once, leaves the rest to others, and claims more as slots become free', async () => {
    const ids: string[] = []
    for (let index = 0; index < 5; index += 1) ids.push(await acceptImage(account))
    const { open, seen, runTask: run } = createOpenRuns()
    startLoop({ concurrency: 2 }, { runTask: run })
    await untilHolds(() => expect(open.size).toBe(2))
    expect(
      await Promise.all(ids.map(statusOf)).then((all) => all.filter((status) => status === 'QUEUED')),
    ).toHaveLength(3)
    for (let done = 0; done < 5; done += 1) {
      await untilHolds(() => expect(open.size).toBeGreaterThan(0))
      for (const { end } of [...open.values()].slice(0, 1)) end()
    }
    await untilHolds(async () =>
      expect(await Promise.all(ids.map(statusOf))).toEqual(Array(5).fill('SUCCEEDED')),
    )
    expect(seen.most).toBe(2)
  })

  test('that is idle starts new work when it is woken, long before its next poll', async () => {
    const { loop } = startLoop()
    const id = await acceptImage(account)
    loop.wake()
    await untilHolds(async () => expect(await statusOf(id)).toBe('SUCCEEDED'))
  })

  test('that is not woken finds the work of other processes by polling', async () => {
    startLoop({ idlePollMs: 5 })
    const id = await acceptImage(account)
    await untilHolds(async () => expect(await statusOf(id)).toBe('SUCCEEDED'))
  })

  test('keeps the leases of what it runs alive by heartbeats', async () => {
    const id = await acceptImage(account)
    const { open, runTask: run } = createOpenRuns()
    const leaseUntil = async () => {
      const row = await service.database.read((db) =>
        db.selectFrom('task_leases').select('lease_until').where('task_id', '=', id).executeTakeFirst(),
      )
      return row?.lease_until ?? 0n
    }
    startLoop({ leaseMs: 3_000 }, { runTask: run })
    await untilHolds(() => expect(open.has(id)).toBe(true))
    const first = await leaseUntil()
    await untilHolds(async () => expect(await leaseUntil()).toBeGreaterThan(first))
    open.get(id)?.end()
  })

  test('aborts a task whose lease another worker has taken', async () => {
    const id = await acceptImage(account)
    const { open, runTask: run } = createOpenRuns()
    startLoop({ leaseMs: 60 }, { runTask: run })
    await untilHolds(() => expect(open.has(id)).toBe(true))
    const signal = open.get(id)?.signal
    expect(signal?.aborted).toBe(false)
    await untilHolds(async () => {
      // Until no heartbeat comes in between.
      service.advance(120_000)
      expect(await recoverLeases(service.run)).toBe(1)
    })
    await untilHolds(() => expect(signal?.aborted).toBe(true))
    open.get(id)?.end()
  })

  test('takes back the tasks of silent workers', async () => {
    const id = await acceptImage(account)
    await service.claim(1, 'silent')
    service.advance(31_000)
    // A search that takes longer than the pause between two takes nothing, and the next comes a third of a lease later.
    startLoop({ leaseMs: 3_000, recoverMs: 1_000, idlePollMs: 5 })
    await untilHolds(async () => expect(await statusOf(id)).toBe('SUCCEEDED'))
  })

  test('continues after a task that failed unexpectedly, and leaves that one to its lease', async () => {
    const [broken, next] = [await acceptImage(account), await acceptImage(account)]
    const run: WorkerLoopDependencies['runTask'] = (task, signal) =>
      task.id === broken
        ? Promise.reject(new Error('the database went away'))
        : runTask(service.run, task, signal)
    startLoop({ concurrency: 1 }, { runTask: run })
    await untilHolds(async () => expect(await statusOf(next)).toBe('SUCCEEDED'))
    expect(await statusOf(broken)).toBe('PROCESSING')
    service.advance(700_000)
    await recoverLeases(service.run)
    await untilHolds(async () => expect((await service.claim()).map((task) => task.id)).toEqual([broken]))
    service.advance(31_000)
    await recoverLeases(service.run)
  })

  test('survives a database outage, and continues afterwards', async () => {
    const state = { away: true, refused: 0 }
    const id = await acceptImage(account)
    startLoop({ idlePollMs: 2, recoverMs: 2 }, { database: failing(service.database, state) })
    await untilHolds(() => expect(state.refused).toBeGreaterThan(20))
    expect(await statusOf(id)).toBe('QUEUED')
    state.away = false
    await untilHolds(async () => expect(await statusOf(id)).toBe('SUCCEEDED'))
    await service.expectBooksToAgree()
  })
})

test('a worker that had to wait for the database leaves expired leases to those whose heartbeats waited, too', async () => {
  await acceptImage(account)
  const task = await service.claimOne('another worker')
  service.advance(31_000)
  let endOutage: () => void = () => undefined
  const outage = new Promise<void>((resolve) => {
    endOutage = resolve
  })
  const database: Database = {
    ...service.database,
    transaction: (work) => outage.then(() => service.database.transaction(work)),
  }
  const recovered: number[] = []
  let isSearching = false
  const { ended, loop } = startLoop(
    { recoverMs: 10, idlePollMs: 1 },
    {
      async recoverLeases(mayTake) {
        isSearching = true
        recovered.push(await recoverLeases({ ...service.run, database }, mayTake))
      },
    },
  )
  await untilHolds(() => expect(isSearching).toBe(true))
  const sinceMs = performance.now()
  await untilHolds(() => expect(performance.now() - sinceMs).toBeGreaterThan(20))
  endOutage()
  await untilHolds(() => expect(recovered).toEqual([0]))
  loop.stop()
  await ended
  expect(await service.database.transaction((tx) => extendLeases(tx, [task], 30_000))).toEqual([])
  await runTask(service.run, task, new AbortController().signal)
  expect(recovered).toEqual([0])
})

describe('a worker that is stopped', () => {
  test('claims nothing more, lets running tasks finish, and then ends', async () => {
    const running = await acceptImage(account)
    const { open, runTask: run } = createOpenRuns()
    const { loop, ended } = startLoop({ concurrency: 1 }, { runTask: run })
    await untilHolds(() => expect(open.has(running)).toBe(true))
    const waiting = await acceptImage(account)
    loop.stop()
    loop.wake()
    open.get(running)?.end()
    await ended
    expect(await statusOf(running)).toBe('SUCCEEDED')
    expect(await statusOf(waiting)).toBe('QUEUED')
  })

  test.each([
    ['immediately if the engine continues with it', { jobsEndWithWorker: false }, 600_000],
    ['after the drain if it would be lost', { jobsEndWithWorker: true }, 1],
  ])(
    'hands a job back %s, the attempt not counted; another worker continues with it',
    async (_when, kind, drainMs) => {
      const id = await acceptImage(account)
      const startedBefore = service.provider.started.length
      let polls = 0
      const pending = async () => {
        polls += 1
        // The worker's own pauses are skipped in tests; this lets its timers run.
        await new Promise((resolve) => setImmediate(resolve))
        return { kind: 'pending' } as const
      }
      const engine = { ...service.provider, ...kind, poll: pending }
      const run = {
        ...service.run,
        providers: { ...service.run.providers, groupsFor: () => [[engine]], find: () => engine },
      }
      const { loop, ended } = startLoop(
        { drainMs },
        { runTask: (task, signal, stop) => runTask(run, task, signal, stop) },
      )
      await untilHolds(() => expect(polls).toBeGreaterThan(0))
      loop.stop()
      await ended
      const row = await service.database.read((db) =>
        db.selectFrom('tasks').select(['status', 'attempt']).where('id', '=', id).executeTakeFirstOrThrow(),
      )
      expect(row).toEqual({ status: 'PROCESSING', attempt: 0n })
      expect(service.provider.cancelled).toEqual([])
      await service.runQueue()
      await expectCharged(account, id)
      expect(service.provider.started.length - startedBefore).toBe(1)
    },
  )

  test('before it found any work ends immediately', async () => {
    const { loop, ended } = startLoop()
    loop.stop()
    await expect(ended).resolves.toBeUndefined()
  })
})
