import { beforeEach, expect, test } from 'vitest'
import {
  forgetDeadWorkers,
  listLiveWorkers,
  recordHeartbeat,
} from '../../server/src/database/queue/live-workers.ts'
import { createServiceMetrics } from '../../server/src/metrics/service-metrics.ts'
import { type Administration, createAdministration } from '../../server/src/operator/administration.ts'
import { viewQueue } from '../../server/src/operator/views.ts'
import { measureService } from '../../server/src/use-cases/measure-service.ts'
import { recoverLeases } from '../../server/src/worker/recover-leases.ts'
import { runTask } from '../../server/src/worker/run-task.ts'
import { takeOverTasks } from '../../server/src/worker/take-over-tasks.ts'
import { createWorkerLoop, type WorkerLoop } from '../../server/src/worker/worker-loop.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { untilHolds } from '../support/until-holds.ts'
import { acceptImage } from './support/tasks.ts'

const leaseMs = 30_000

let service: TestService
let operator: Administration
beforeEach(async () => {
  service = await startTestService()
  operator = createAdministration(service.database)
})

/** A worker whose timers do not elapse in a test: after its first heartbeat it is silent. */
function createWorker(worker: string, beatMs = 600_000): WorkerLoop {
  return createWorkerLoop({
    database: service.database,
    worker,
    runTask: (task, signal, stop) => runTask(service.run, task, signal, stop),
    recoverLeases: () => recoverLeases(service.run),
    capacityAtEngines: async () => new Map(),
    logger: service.parts.logger,
    settings: {
      concurrency: 2,
      productConcurrency: {},
      leaseMs: beatMs * 3,
      idlePollMs: 600_000,
      recoverMs: 600_000,
      drainMs: 1,
    },
  })
}

const liveWorkers = async () => (await measureService(service.database)).liveWorkers

test('an idle worker counts as alive from its start until it stops', async () => {
  expect(await liveWorkers()).toBe(0)
  const workers = [createWorker('idle-1'), createWorker('idle-2')]
  const ended = workers.map((worker) => worker.run())
  await untilHolds(async () => expect(await liveWorkers()).toBe(2))
  const { workers: shown } = viewQueue(await operator.showQueue())
  const idle = { isAlive: true, running: 0, interrupted: 0, firstLeaseUntil: null }
  expect(shown).toEqual([
    { worker: 'idle-1', ...idle },
    { worker: 'idle-2', ...idle },
  ])
  for (const worker of workers) worker.stop()
  await Promise.all(ended)
  expect(await liveWorkers()).toBe(0)
})

test('a worker that sends no heartbeat counts as alive no longer, and the next to start clears its row', async () => {
  const silent = createWorker('silent')
  const ended = silent.run()
  await untilHolds(async () => expect(await liveWorkers()).toBe(1))
  service.advance(1_900_000)
  expect(await liveWorkers()).toBe(0)

  const next = createWorker('next')
  const nextEnded = next.run()
  await untilHolds(async () => expect(await liveWorkers()).toBe(1))
  const rows = await service.database.read((db) => db.selectFrom('workers').select('worker').execute())
  expect(rows).toEqual([{ worker: 'next' }])
  for (const worker of [silent, next]) worker.stop()
  await Promise.all([ended, nextEnded])
})

test('a process that takes over the tasks of a killed one forgets that worker at once', async () => {
  const killed = createWorker('killed')
  const ended = killed.run()
  await untilHolds(async () => expect(await liveWorkers()).toBe(1))
  await takeOverTasks({ database: service.database, logger: service.parts.logger })
  expect(await liveWorkers()).toBe(0)
  killed.stop()
  await ended
})

test('a heartbeat keeps its own worker alive and no other one, to the last millisecond', async () => {
  const alive = await service.database.transaction(async (tx) => {
    for (const worker of ['silent', 'alive']) await recordHeartbeat(tx, worker, -1)
    await recordHeartbeat(tx, 'alive', 0)
    await forgetDeadWorkers(tx)
    return [await listLiveWorkers(tx.db, tx.nowMs - 1), await listLiveWorkers(tx.db, tx.nowMs)]
  })
  expect(alive).toEqual([['alive'], ['alive']])
})

test('heartbeats keep an idle worker alive', async () => {
  const worker = createWorker('idle', 5)
  const aliveUntil = async () => {
    const rows = await service.database.read((db) => db.selectFrom('workers').selectAll().execute())
    return rows[0]?.alive_until ?? 0n
  }
  const ended = worker.run()
  await untilHolds(async () => expect(await aliveUntil()).toBeGreaterThan(0n))
  const first = await aliveUntil()
  await untilHolds(async () => expect(await aliveUntil()).toBeGreaterThan(first))
  worker.stop()
  await ended
})

test('tasks of a worker that died at work are interrupted, and not running, for metrics and operators alike', async () => {
  const account = await service.createAccount()
  for (let count = 0; count < 3; count += 1) await acceptImage(account)
  await service.claim(2, 'died')
  await service.claim(1, 'lives')
  const { registry } = createServiceMetrics(service.parts, 'api', {})
  const figures = async () => {
    const { running, interrupted, workers } = viewQueue(await operator.showQueue())
    const text = await registry.metrics()
    const metric = (state: string) =>
      Number(new RegExp(`^mediagen_queue_tasks\\{state="${state}"\\} (\\d+)$`, 'm').exec(text)?.[1])
    expect({ running: metric('running'), interrupted: metric('interrupted') }).toEqual({
      running,
      interrupted,
    })
    const died = workers.find(({ worker }) => worker === 'died')
    return { running, interrupted, died: died && [died.running, died.interrupted] }
  }
  expect(await figures()).toEqual({ running: 3, interrupted: 0, died: [2, 0] })

  await service.database.transaction((tx) =>
    tx.db
      .updateTable('task_leases')
      .set({ lease_until: BigInt(tx.nowMs + 10 * leaseMs) })
      .where('worker', '=', 'lives')
      .execute(),
  )
  service.advance(leaseMs + 1_000)
  expect(await figures()).toEqual({ running: 1, interrupted: 2, died: [0, 2] })

  await recoverLeases(service.run)
  expect(await figures()).toEqual({ running: 1, interrupted: 0, died: undefined })
  expect((await measureService(service.database)).waiting).toBe(2)
})
