import { beforeEach, describe, expect, test } from 'vitest'
import { runTask } from '../../server/src/worker/run-task.ts'
import { createWorkerLoop, type WorkerLoop } from '../../server/src/worker/worker-loop.ts'
import { createFakeProvider, onePixelPng } from '../support/fake-provider.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { untilHolds } from '../support/until-holds.ts'
import { acceptImage, expectCharged, expectRefunded, pollTask, startWithImage } from './support/tasks.ts'

const drainMs = 60_000
const result = {
  kind: 'succeeded',
  outputs: [{ contentType: 'image/png', bytes: onePixelPng }],
} as const
const cutOff = { kind: 'ambiguous', message: 'the call was ended' } as const

/** An engine that responds to a start with the result, when the test says so or the call is ended. */
function createSynchronousEngine(submission: 'once' | 'idempotent') {
  const fake = createFakeProvider({ submission })
  const calls: { readonly finish: () => void }[] = []
  const engine = {
    ...fake,
    start: (...[, signal]: Parameters<typeof fake.start>) =>
      new Promise<typeof result | typeof cutOff>((resolve) => {
        signal.addEventListener('abort', () => resolve(cutOff))
        calls.push({ finish: () => resolve(result) })
      }),
  }
  return { engine, calls }
}

/** A worker whose clock is the test's: the drain is over when `endDrain` is called. */
function startWorker(service: TestService): {
  loop: WorkerLoop
  ended: Promise<void>
  drains: { readonly ms: number; readonly end: () => void }[]
} {
  const drains: { readonly ms: number; readonly end: () => void }[] = []
  const loop = createWorkerLoop({
    database: service.database,
    worker: 'loop',
    runTask: (task, signal, stop) => runTask(service.run, task, signal, stop),
    recoverLeases: async () => undefined,
    capacityAtEngines: async () => new Map(),
    logger: service.parts.logger,
    settings: {
      concurrency: 2,
      productConcurrency: {},
      leaseMs: 600_000,
      idlePollMs: 600_000,
      recoverMs: 600_000,
      drainMs,
    },
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve())
        drains.push({ ms, end: resolve })
      }),
  })
  return { loop, ended: loop.run(), drains }
}

describe('a worker that is stopped while a synchronous engine works', () => {
  let made: ReturnType<typeof createSynchronousEngine>

  async function underWay(submission: 'once' | 'idempotent') {
    made = createSynchronousEngine(submission)
    const { service, account, id } = await startWithImage({ providers: [made.engine] })
    const worker = startWorker(service)
    await untilHolds(() => expect(made.calls).toHaveLength(1))
    worker.loop.stop()
    await untilHolds(() => expect(worker.drains.map(({ ms }) => ms)).toEqual([drainMs]))
    return { service, account, id, ...worker }
  }

  test('stores and charges the result that comes within the drain time, and ends right after it', async () => {
    const { account, id, ended, service } = await underWay('once')
    made.calls[0]?.finish()
    await ended
    await expectCharged(account, id)
    await service.expectBooksToAgree()
  })

  test('aborts the call when the drain time is up: ambiguous and refunded, because the engine may have generated it', async () => {
    const { account, id, ended, drains, service } = await underWay('once')
    drains[0]?.end()
    await ended
    await expectRefunded(account, id, 'PROVIDER_SUBMIT_AMBIGUOUS')
    expect(made.calls).toHaveLength(1)
    await service.expectBooksToAgree()
  })

  test('hands the task back when the drain time is up at an engine where repeating costs nothing', async () => {
    const { account, id, ended, drains, service } = await underWay('idempotent')
    drains[0]?.end()
    await ended
    expect(await pollTask(account, id)).toMatchObject({ status: 'PROCESSING', error: null })
    const next = service.runQueue()
    await untilHolds(() => expect(made.calls).toHaveLength(2))
    made.calls[1]?.finish()
    await next
    await expectCharged(account, id)
  })
})

describe('a worker that is stopped before a task is at an engine', () => {
  let service: TestService
  const fake = createFakeProvider()
  beforeEach(async () => {
    service = await startTestService({ providers: [fake] })
  })

  test('does not retry a full engine, because the start might be interrupted: another worker does it', async () => {
    const account = await service.createAccount()
    const id = await acceptImage(account)
    const stop = new AbortController()
    fake.mockStart(async () => {
      stop.abort()
      return { kind: 'unavailable', message: 'full', retryAfterMs: 1_000 }
    })
    const task = await service.claimOne()
    await runTask(service.run, task, new AbortController().signal, stop.signal)
    expect(fake.started).toHaveLength(1)
    expect(await pollTask(account, id)).toMatchObject({ status: 'PROCESSING', error: null })
    await service.runQueue()
    expect(fake.started).toHaveLength(2)
    await expectCharged(account, id)
  })
})
