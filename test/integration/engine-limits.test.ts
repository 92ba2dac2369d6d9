import { describe, expect, test } from 'vitest'
import { productNames } from '../../server/src/core/domain/products.ts'
import { reserveStart } from '../../server/src/database/providers/capacity.ts'
import { capacityForProducts } from '../../server/src/worker/capacity-for-products.ts'
import { createFakeProvider, onePixelPng } from '../support/fake-provider.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { acceptImage, expectCharged, expectRefunded, pollTask, startWithImage } from './support/tasks.ts'

async function accept(account: TestAccount, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) ids.push(await acceptImage(account))
  return ids
}

async function reserveAll(service: TestService, provider: Parameters<typeof reserveStart>[2]) {
  const tasks = await service.claim(100)
  return Promise.all(tasks.map((task) => reserveStart(service.database, task, provider)))
}

const kindsOf = (reserved: readonly { kind: string }[]) => reserved.map(({ kind }) => kind).sort()

describe('the limits of a provider, over all workers', () => {
  test('delay starts beyond the concurrency, including simultaneous ones', async () => {
    const service = await startTestService()
    await accept(await service.createAccount(), 5)
    const capacity = { concurrency: 2 }
    expect(kindsOf(await reserveAll(service, { name: 'small', capacity }))).toEqual([
      'full',
      'full',
      'full',
      'reserved',
      'reserved',
    ])
  })

  test('let a task keep its slot, so that a repeated start is not delayed by itself', async () => {
    const service = await startTestService()
    await accept(await service.createAccount(), 1)
    const task = await service.claimOne()
    const provider = { name: 'small', capacity: { concurrency: 1 } }
    expect((await reserveStart(service.database, task, provider)).kind).toBe('reserved')
    expect((await reserveStart(service.database, task, provider)).kind).toBe('reserved')
  })

  test('admit a start when the reported wait is over, and not a second one', async () => {
    const service = await startTestService()
    await accept(await service.createAccount(), 6)
    const tasks = await service.claim(100)
    const slow = { name: 'slow', capacity: { requestsPerMinute: 4 } }
    const reserved: Awaited<ReturnType<typeof reserveStart>>[] = []
    for (const task of tasks) {
      const start = await reserveStart(service.database, task, slow)
      reserved.push(start)
      if (start.kind === 'full') {
        expect(start.waitMs).toBeGreaterThan(0)
        expect(start.waitMs).toBeLessThanOrEqual(20_000)
        service.advance(start.waitMs)
      }
    }
    expect(reserved.map(({ kind }) => kind)).toEqual([
      'reserved',
      'reserved',
      'full',
      'reserved',
      'full',
      'reserved',
    ])
  })

  test('never admit a task that the worker no longer holds', async () => {
    const service = await startTestService()
    await accept(await service.createAccount(), 1)
    const task = await service.claimOne()
    const late = { id: task.id, epoch: task.epoch + 1 }
    expect((await reserveStart(service.database, late, { name: 'any' })).kind).toBe('lost')
  })
})

/** Of tasks that are not aside. */
const anyNumber = () => Number.POSITIVE_INFINITY

describe('the capacity of the engines', () => {
  test('is what the concurrency leaves, for a product that only limited engines serve', async () => {
    const bounded = createFakeProvider({ name: 'bounded', capacity: { concurrency: 3 } })
    const service = await startTestService({ providers: [bounded] })
    await accept(await service.createAccount(), 2)
    await reserveAll(service, bounded)
    const room = await capacityForProducts(service.parts, productNames, anyNumber)
    expect(room.get('image.generate')).toBe(1)
  })

  test('is unlimited if one engine is', async () => {
    const bounded = createFakeProvider({ name: 'bounded', capacity: { concurrency: 3 } })
    const service = await startTestService({ providers: [bounded, createFakeProvider({ name: 'open' })] })
    expect(await capacityForProducts(service.parts, productNames, anyNumber)).toEqual(new Map())
  })
})

describe('a busy engine', () => {
  const busy = { kind: 'unavailable', message: 'too many jobs', retryAfterMs: 1_000 } as const

  test('leaves the task to the next engine, and does not count as down', async () => {
    const provider = createFakeProvider({ name: 'first' })
    const emergency = createFakeProvider({ name: 'emergency' })
    const { service, account, id } = await startWithImage({ providers: [provider, emergency] })
    provider.mockStart(...Array(30).fill(busy))
    await service.runQueue()
    await expectCharged(account, id)
    expect([provider.started.length, emergency.started.length]).toEqual([1, 1])
    expect(await service.parts.breaker.isDown('first')).toBe(false)
  })

  test('is tried again after its requested pause if there is no other', async () => {
    const provider = createFakeProvider({ name: 'only' })
    const { service, account, id } = await startWithImage({ providers: [provider] })
    provider.mockStart(...Array(30).fill(busy))
    await service.runQueue()
    await expectCharged(account, id)
    expect(provider.started).toHaveLength(31)
    expect(await service.parts.breaker.isDown('only')).toBe(false)
  })

  test('for longer than an attempt may last fails the task with PROVIDER_UNAVAILABLE, refunded', async () => {
    const provider = createFakeProvider()
    const { service, account, id } = await startWithImage({ providers: [provider] })
    provider.mockStart(
      async () => {
        service.advance(3_600_000)
        return busy
      },
      ...Array(100).fill(busy),
    )
    await service.runQueue()
    await expectRefunded(account, id, 'PROVIDER_UNAVAILABLE')
  })
})

test('a job that had finished when its time was up is accepted after all', async () => {
  const provider = createFakeProvider({ submission: 'once', jobMsMax: 1 })
  const { service, account, id } = await startWithImage({ providers: [provider] })
  const outputs = [{ contentType: 'image/png', bytes: onePixelPng }] as const
  const poll = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    return provider.cancelled.length > 0
      ? ({ kind: 'succeeded', outputs } as const)
      : ({ kind: 'pending' } as const)
  }
  provider.mockPoll(...Array(10_000).fill(poll))
  provider.mockCancel('finished')
  await service.runQueue()
  await expectCharged(account, id)
  expect(provider.cancelled).toHaveLength(1)
})

test('the time of a job counts from its start, so that a slow start leaves none for polling', async () => {
  const provider = createFakeProvider({ jobMsMax: 300 })
  const service = await startTestService({
    providers: [
      {
        ...provider,
        start: async (job, signal) => {
          await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
          return provider.start(job, signal)
        },
      },
    ],
  })
  const account = await service.createAccount()
  const id = await acceptImage(account)
  let polls = 0
  const pending = async () => {
    polls += 1
    await new Promise((resolve) => setImmediate(resolve))
    return { kind: 'pending' } as const
  }
  provider.mockPoll(...Array(500).fill(pending))
  await service.runQueue()
  await expectRefunded(account, id, 'WORKER_TIMEOUT')
  expect(polls).toBe(0)
  expect(provider.cancelled).toHaveLength(1)
})

test('equals share the load by their weights, and a full one leaves its share to the others', async () => {
  const [small, large] = [
    createFakeProvider({ name: 'small', capacity: { concurrency: 1 } }),
    createFakeProvider({ name: 'large' }),
  ]
  const providers = [
    { name: 'small', weight: 1000 },
    { name: 'large', weight: 1 },
  ]
  const service = await startTestService({
    providers: [small, large],
    routes: [{ product: 'image.generate', providers }],
  })
  const account = await service.createAccount()
  const ids = await accept(account, 3)
  const tasks = await service.claim(1)
  const [held] = tasks
  if (held === undefined) throw new Error('nothing was claimed')
  await reserveStart(service.database, held, small)
  await service.runQueue()
  expect([small.started.length, large.started.length]).toEqual([0, 2])
  for (const id of ids.slice(1)) expect((await pollTask(account, id)).status).toBe('SUCCEEDED')
})
