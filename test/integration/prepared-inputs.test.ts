import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createSemaphore, type Semaphore } from '../../server/src/core/async/semaphore.ts'
import type { GenerationJob } from '../../server/src/core/ports/generation-job.ts'
import type { MediaFinisher } from '../../server/src/core/ports/media-finisher.ts'
import type { Provider, StartResponse } from '../../server/src/core/ports/provider.ts'
import { findTask } from '../../server/src/database/tasks/tasks.ts'
import { capacityForProducts } from '../../server/src/worker/capacity-for-products.ts'
import { defaultLoopSettings } from '../../server/src/worker/default-settings.ts'
import { runTask } from '../../server/src/worker/run-task.ts'
import { createWorkerLoop } from '../../server/src/worker/worker-loop.ts'
import { startCounterpart } from '../engines/support/counterpart.ts'
import { openGate } from '../engines/support/gate.ts'
import { createFakeProvider, type FakeProvider, onePixelPng } from '../support/fake-provider.ts'
import { phoneImage } from '../support/phone-images.ts'
import { openTestService, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { untilHolds } from '../support/until-holds.ts'
import { expectCharged, expectRefunded, pollTask } from './support/tasks.ts'

const never = new AbortController().signal
const down = { kind: 'unavailable', message: 'refused' } as const
const made = {
  kind: 'succeeded',
  outputs: [{ contentType: 'image/png', bytes: onePixelPng }],
} as const satisfies StartResponse

/** An engine that is sent the image upright. */
function imageTaker(fake: FakeProvider): Provider {
  return {
    ...fake,
    takesUpright: () => true,
    async start(job, signal) {
      await job.input?.upright()
      return fake.start(job, signal)
    },
  }
}

/** Accepts a transformation of a turned photo, and returns its task's id. */
async function orderTransformation(account: TestAccount): Promise<string> {
  const { body } = await account.upload(await phoneImage('image/jpeg', 6), 'image/jpeg')
  const order = { assetId: body.id, prompt: 'in oil' }
  return (await account.call('POST', '/api/v1/images/transformations', order)).body.id
}

/** The service's own finisher, of which each decoding of an input is noted before it joins the line. */
function watched({ run }: TestService, onUpright: () => unknown): MediaFinisher {
  return {
    ...run.finisher,
    async upright(...given) {
      await onUpright()
      return run.finisher.upright(...given)
    },
  }
}

describe('an input that an engine is sent upright', () => {
  test('is decoded before its start is reserved, so that the engine’s time limit does not count it', async () => {
    const fake = createFakeProvider({ jobMsMax: 1, capacity: { concurrency: 1 } })
    let isLate: boolean | undefined
    const engine = {
      ...imageTaker(fake),
      async start(job: GenerationJob, signal: AbortSignal) {
        await job.input?.upright()
        isLate = signal.aborted
        return made
      },
    }
    const service = await startTestService({ providers: [engine] })
    const account = await service.createAccount()
    const id = await orderTransformation(account)
    const submissions: unknown[] = []
    const finisher = watched(service, async () => {
      const task = await service.database.read((db) => findTask(db, account.accountId, id))
      submissions.push(task?.submission)
    })
    await runTask({ ...service.run, finisher }, await service.claimOne(), never)
    expect(submissions).toEqual([{ kind: 'none' }])
    expect(isLate).toBe(false)
    await expectCharged(account, id)
  })

  test('is decoded once for all gates, engines and tries, and let go once an engine has the job', async () => {
    const responses = [{ status: 500 }]
    const { url } = await startCounterpart(() => responses.shift() ?? { json: { verdict: 'allow' } })
    const options = `
request: { path: /, json: { input: '{{input.base64}}' } }
verdict: { pointer: verdict, allow: [allow], refuse: [refuse] }
`
    const fakes = [createFakeProvider({ name: 'first' }), createFakeProvider({ name: 'second' })] as const
    for (const fake of fakes) fake.mockStart(down)
    const service = await startTestService({
      providers: fakes.map(imageTaker),
      gates: ['one', 'two'].map((name) => openGate({ name, url, options })),
    })
    const account = await service.createAccount()
    const id = await orderTransformation(account)
    let decodings = 0
    const finisher = watched(service, () => {
      decodings += 1
    })
    await runTask({ ...service.run, finisher }, await service.claimOne(), never)
    await expectCharged(account, id)
    expect(fakes.map(({ started }) => started.length)).toEqual([2, 1])
    expect(decodings).toBe(1)
    await fakes[0].started.at(-1)?.input?.upright()
    expect(decodings).toBe(2)
  })

  test('and decoded once more for a gate that judges the result by it', async () => {
    const gate = await startCounterpart(() => ({ json: { verdict: 'allow' } }))
    const options = `
request: { path: /, json: { input: '{{input.base64}}' } }
verdict: { pointer: verdict, allow: [allow], refuse: [refuse] }
`
    const service = await startTestService({
      providers: [imageTaker(createFakeProvider())],
      gates: [openGate({ url: gate.url, options, at: ['before', 'after'] })],
    })
    const account = await service.createAccount()
    const id = await orderTransformation(account)
    let decodings = 0
    const finisher = watched(service, () => {
      decodings += 1
    })
    await runTask({ ...service.run, finisher }, await service.claimOne(), never)
    await expectCharged(account, id)
    expect(decodings).toBe(2)
    const [before, after] = gate.requests.map((request) => request.json())
    expect(after).toEqual(before)
  })

  test('is waited for if this machine cannot decode: nothing is submitted, no attempt counted, nobody blamed', async () => {
    const fake = createFakeProvider()
    const service = await startTestService({ providers: [imageTaker(fake)] })
    const account = await service.createAccount()
    const id = await orderTransformation(account)
    const full = watched(service, () => Promise.reject(new Error('no space left on the disk')))
    const task = await service.claimOne()
    await runTask({ ...service.run, finisher: full }, task, never)
    expect(fake.started).toEqual([])
    const again = await service.claimOne()
    expect([again.id, again.attempt]).toEqual([id, task.attempt])
    await runTask(service.run, again, never)
    await expectCharged(account, id)
    expect(await service.parts.breaker.isDown(fake.name)).toBe(false)
  })

  test('of a store that is away is asked for once, however many engines there are, and waits without a submission', async () => {
    const fakes = ['first', 'second', 'third'].map((name) => createFakeProvider({ name }))
    const service = await startTestService({ providers: fakes.map(imageTaker) })
    const account = await service.createAccount()
    const id = await orderTransformation(account)
    let reads = 0
    const read = () => {
      reads += 1
      return Promise.reject(new Error('away'))
    }
    const task = await service.claimOne()
    await runTask({ ...service.run, objectStore: { ...service.run.objectStore, read } }, task, never)
    expect(reads).toBe(20)
    expect(fakes.flatMap(({ started }) => started)).toEqual([])
    const again = await service.claimOne()
    expect([again.id, again.attempt]).toEqual([id, task.attempt])
    service.advance(16 * 60_000)
    await runTask({ ...service.run, objectStore: { ...service.run.objectStore, read } }, again, never)
    await expectRefunded(account, id, 'PROVIDER_UNAVAILABLE')
    const { error } = await pollTask(account, id)
    expect(error?.message).toBe('The input image could not be prepared. Try again later.')
  })

  test('whose store never answers costs an attempt its own time, and no more', async () => {
    const fake = createFakeProvider()
    const runSettings = { attemptMsMax: 50, hungMsMax: 1 }
    const service = await startTestService({ providers: [imageTaker(fake)], runSettings })
    const account = await service.createAccount()
    const id = await orderTransformation(account)
    const read = () => new Promise<never>(() => undefined)
    const task = await service.claimOne()
    await runTask({ ...service.run, objectStore: { ...service.run.objectStore, read } }, task, never)
    expect(fake.started).toEqual([])
    const again = await service.claimOne()
    expect([again.id, again.attempt]).toEqual([id, task.attempt + 1])
  })

  test.each(['is stopped', 'has lost its lease'] as const)(
    'leaves the line when the worker %s, and the task is left to another with nothing submitted',
    async (end) => {
      const fake = createFakeProvider()
      // Its decoder has still to start, so that the other image keeps it busy.
      const service = await startTestService({ providers: [imageTaker(fake)], hasOwnDecoder: true })
      const account = await service.createAccount()
      const id = await orderTransformation(account)
      const { finisher } = service.run
      const photo = await phoneImage('image/jpeg', 6)
      let other: ReturnType<typeof finisher.upright> | undefined
      const stop = new AbortController()
      const noted = watched(service, () => {
        other = finisher.upright(photo, never)
        // Behind the other in the line by then.
        setImmediate(() => stop.abort())
      })
      const [leaseLost, stopping] = end === 'is stopped' ? [never, stop.signal] : [stop.signal, never]
      await runTask({ ...service.run, finisher: noted }, await service.claimOne(), leaseLost, stopping)
      expect(fake.started).toEqual([])
      expect(await other).toMatchObject({ kind: 'upright' })
      await service.runQueue()
      await expectCharged(account, id)
    },
  )
})

describe('a gate that is sent the input with the result', () => {
  const options = `
request: { path: /, json: { input: '{{input.base64}}' } }
verdict: { pointer: verdict, allow: [allow], refuse: [refuse] }
`

  /** A task at an engine that is sent a link, behind such a gate. */
  async function start() {
    const { url } = await startCounterpart(() => ({ json: { verdict: 'allow' } }))
    const engine = createFakeProvider()
    const service = await startTestService({
      providers: [engine],
      gates: [openGate({ url, options, at: ['after'] })],
    })
    const account = await service.createAccount()
    return { engine, service, account, id: await orderTransformation(account) }
  }

  test('has no engine paid for an image that cannot be decoded', async () => {
    const { engine, service, account, id } = await start()
    const finisher: MediaFinisher = {
      ...service.run.finisher,
      upright: async () => ({ kind: 'unusable', message: 'cut off' }),
    }
    await runTask({ ...service.run, finisher }, await service.claimOne(), never)
    await expectRefunded(account, id, 'INVALID_INPUT')
    expect(engine.started).toEqual([])
  })

  test('waits for a store that is away, without another start', async () => {
    const { engine, service, account, id } = await start()
    let decodings = 0
    const finisher = watched(service, () => {
      decodings += 1
      return decodings === 2 ? Promise.reject(new Error('no space left on the disk')) : undefined
    })
    await runTask({ ...service.run, finisher }, await service.claimOne(), never)
    await expectCharged(account, id)
    expect([decodings, engine.started.length]).toEqual([3, 1])
  })

  test('has the result deleted and refunded if the input is gone by then, and the engine is called once', async () => {
    const { engine, service, account, id } = await start()
    const { objectStore } = service.run
    const stored: string[] = []
    const deleted: string[] = []
    const store: typeof objectStore = {
      ...objectStore,
      put(request, signal) {
        stored.push(request.key)
        return objectStore.put(request, signal)
      },
      read: async (key) => (stored.length > 0 ? undefined : objectStore.read(key)),
      delete(key) {
        deleted.push(key)
        return objectStore.delete(key)
      },
    }
    await runTask({ ...service.run, objectStore: store }, await service.claimOne(), never)
    await expectRefunded(account, id, 'INVALID_INPUT')
    expect(engine.started).toHaveLength(1)
    expect(stored).toHaveLength(1)
    expect(deleted).toEqual(stored)
  })
})

test('a service that is stopped leaves no folder of its decoder', async () => {
  const temporary = await mkdtemp(join(tmpdir(), 'mediagen-temporary-'))
  vi.stubEnv('TMPDIR', temporary)
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await rm(temporary, { recursive: true, force: true })
  })
  const folders = async () => (await readdir(temporary)).filter((name) => name.startsWith('mediagen-work-'))
  const service = await openTestService({ hasOwnDecoder: true })
  await service.run.finisher.upright(await phoneImage('image/jpeg', 6), never)
  expect(await folders()).toHaveLength(1)
  await service.close()
  expect(await folders()).toEqual([])
})

test('a result is stored after one at most of each other account that waits, however many it has', async () => {
  const engine: Provider = { ...createFakeProvider(), results: 'raw' }
  const service = await startTestService({ providers: [engine] })
  const accounts = { many: await service.createAccount(), other: await service.createAccount() }
  const inLine: string[] = []
  const turns = createSemaphore(1)
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  const resultTurns: Semaphore = {
    run(signal, work, accountId) {
      inLine.push(accountId ?? '')
      return turns.run(signal, () => released.then(work), accountId)
    },
  }
  for (const [account, count] of [
    [accounts.many, 5],
    [accounts.other, 1],
  ] as const)
    for (let each = 0; each < count; each += 1)
      await account.call('POST', '/api/v1/images/generations', { prompt: 'a lake' })
  const tasks = await service.claim()
  const runs: Promise<void>[] = []
  for (const { accountId } of Object.values(accounts)) {
    const own = tasks.filter((task) => task.accountId === accountId)
    for (const task of own)
      runs.push(runTask({ ...service.run, resultTurns: () => resultTurns }, task, never))
    await untilHolds(() => expect(inLine.filter((id) => id === accountId)).toHaveLength(own.length))
  }
  release()
  await Promise.all(runs)
  const settled = service.settled.map(({ taskId }) => tasks.find(({ id }) => id === taskId)?.accountId)
  expect(settled.indexOf(accounts.other.accountId)).toBeLessThanOrEqual(2)
})

test('results of an engine that delivers slowly hold up those of no other', async () => {
  const names = ['slow', 'quick'] as const
  const [slow, quick] = names.map(
    (name): FakeProvider => ({ ...createFakeProvider({ name }), results: 'raw' }),
  )
  if (slow === undefined || quick === undefined) throw new Error('no engines')
  let deliver: () => void = () => undefined
  const delivered = new Promise<void>((resolve) => (deliver = resolve))
  let fetched = 0
  async function* stream() {
    fetched += 1
    await delivered
    yield onePixelPng
  }
  const slowly: Provider = {
    ...slow,
    start: async () => ({ kind: 'succeeded', outputs: [{ contentType: 'image/png', stream }] }),
  }
  const service = await startTestService({ providers: [slowly, quick] })
  const account = await service.createAccount()
  for (let each = 0; each < 6; each += 1)
    await account.call('POST', '/api/v1/images/generations', { prompt: 'a lake' })
  const runWith = ({ name }: Provider): typeof service.run => ({
    ...service.run,
    providers: {
      ...service.run.providers,
      groupsFor: (...given) =>
        service.run.providers.groupsFor(...given).filter(([first]) => first?.name === name),
    },
  })
  const [last, ...tasks] = await service.claim()
  if (last === undefined) throw new Error('no tasks')
  const runs = tasks.map((task) => runTask(runWith(slowly), task, never))
  await untilHolds(() => expect(fetched).toBe(4))
  await runTask(runWith(quick), last, never)
  expect(service.settled).toEqual([{ taskId: last.id, outcome: 'SUCCEEDED' }])
  deliver()
  await Promise.all(runs)
  expect(service.settled.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 6 }, () => 'SUCCEEDED'))
})

test.each([undefined, { concurrency: 2 }])(
  'images that are in line for the decoder take no slot of a worker, nor the capacity of an engine limited to %j',
  async (capacity) => {
    const fake = createFakeProvider({ ...(capacity && { capacity }) })
    const engine = { ...imageTaker(fake), takesUpright: (product: string) => product === 'image.transform' }
    const service = await startTestService({ providers: [engine] })
    const many = await service.createAccount()
    const ids: string[] = []
    for (let each = 0; each < 5; each += 1) ids.push(await orderTransformation(many))
    let inLine = 0
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    const finisher = watched(service, () => {
      inLine += 1
      return released
    })
    const { database, parts } = service
    const loop = createWorkerLoop({
      database,
      worker: 'worker',
      runTask: (...given) => runTask({ ...service.run, finisher }, ...given),
      recoverLeases: async () => undefined,
      capacityAtEngines: (...given) => capacityForProducts(parts, ...given),
      logger: parts.logger,
      settings: { ...defaultLoopSettings, concurrency: 2, productConcurrency: {}, drainMs: 5_000 },
    })
    const ended = loop.run()
    onTestFinished(async () => {
      release()
      loop.stop()
      await ended
    })
    await untilHolds(() => expect(inLine).toBe(2))
    const other = await service.createAccount()
    const order = await other.call('POST', '/api/v1/images/generations', { prompt: 'a lake' })
    await untilHolds(() => expect(service.settled).toEqual([{ taskId: order.body.id, outcome: 'SUCCEEDED' }]))
    expect(inLine).toBe(2)
    release()
    await untilHolds(() => expect(service.settled).toHaveLength(6))
    for (const id of ids) await expectCharged(many, id)
  },
)
