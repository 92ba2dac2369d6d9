import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { insertRows } from '../../server/src/database/insert-rows.ts'
import { reserveStart } from '../../server/src/database/providers/capacity.ts'
import { insertQueueRows, placesLookedThrough } from '../../server/src/database/queue/queue-rows.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { cancelOverdue } from '../../server/src/worker/cancel-overdue.ts'
import { capacityForProducts } from '../../server/src/worker/capacity-for-products.ts'
import { createClaimable } from '../../server/src/worker/claimable.ts'
import { recoverLeases } from '../../server/src/worker/recover-leases.ts'
import { runTask } from '../../server/src/worker/run-task.ts'
import { createFakeProvider } from '../support/fake-provider.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { pngOf } from './support/images.ts'
import { acceptImage, expectCharged, pollTask } from './support/tasks.ts'

const path = '/api/v1/images/generations'
const refused = { status: 503, body: { code: 'TIER_UNAVAILABLE' } }
const generate = { kind: 'product', name: 'image.generate' } as const

// Pauses are cached for a second of the process's clock.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
})
afterEach(() => {
  vi.useRealTimers()
})

function aSecondPasses(service: TestService): void {
  vi.setSystemTime(Date.now() + 1001)
  service.advance(1001)
}

const operatorOf = ({ database, parts }: TestService) =>
  createAdministration(database, { actor: 'ada@desk', engines: () => parts.providers.list() })

async function pause(
  service: TestService,
  thing: Parameters<ReturnType<typeof operatorOf>['pause']>[0],
): Promise<void> {
  await operatorOf(service).pause(thing, 'a repair')
  aSecondPasses(service)
}

async function resume(service: TestService, thing: Parameters<typeof pause>[1]): Promise<void> {
  await operatorOf(service).resume(thing)
  aSecondPasses(service)
}

const order = (account: TestAccount, body: object = {}, key?: string) =>
  account.call('POST', path, { prompt: 'a', ...body }, key === undefined ? {} : { 'Idempotency-Key': key })

describe('a paused product', () => {
  test('refuses orders with 503 and Retry-After, reserves nothing, and repeats what it has accepted', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    const accepted = await order(account, {}, 'one')
    const money = await account.money()
    await pause(service, generate)
    const response = await order(account, {}, 'two')
    expect(response).toMatchObject(refused)
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await account.money()).toEqual(money)
    expect((await order(account, {}, 'one')).body).toEqual(accepted.body)
    expect((await account.call('POST', '/api/v1/videos/generations', { prompt: 'a' })).status).toBe(200)
    const status = await (await service.fetch('/status')).text()
    expect(status).toMatch(/Text to image/)
    expect(status).not.toContain('Everything works')
    expect(status).not.toContain('a repair')
    await resume(service, generate)
    expect((await order(account, {}, 'two')).status).toBe(200)
  })

  test('lets waiting tasks wait, and runs them once it is resumed', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    const id = await acceptImage(account)
    await pause(service, generate)
    await service.runQueue()
    expect(await pollTask(account, id)).toMatchObject({ status: 'QUEUED' })
    expect(service.provider.started).toHaveLength(0)
    await resume(service, generate)
    await service.runQueue()
    await expectCharged(account, id)
  })

  test('cancels and refunds a waiting task at its deadline', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    const { body } = await account.call('POST', path, { prompt: 'a' }, { 'Cancel-After': '60' })
    const before = await pollTask(account, body.id)
    await pause(service, generate)
    service.advance(61_000)
    await cancelOverdue(service)
    expect(before.status).toBe('QUEUED')
    expect((await pollTask(account, body.id)).status).toBe('CANCELLED')
    expect(await account.money()).toEqual({ balance: '10.00', reserved: '0.00' })
    await service.expectBooksToAgree()
  })

  test('has a job polled to its end by the worker that takes it over', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    const id = await acceptImage(account)
    service.provider.mockStart({ kind: 'started', job: { id: 'j1' } })
    const stopping = AbortSignal.abort()
    const task = await service.claimOne()
    const never = new AbortController().signal
    service.provider.mockPoll({ kind: 'pending' })
    await runTask(service.run, task, never, stopping)
    expect((await pollTask(account, id)).status).toBe('PROCESSING')
    const waiting = await acceptImage(account)
    await pause(service, generate)
    await service.runQueue()
    expect(service.provider.started).toHaveLength(1)
    expect((await pollTask(account, id)).status).toBe('SUCCEEDED')
    expect((await pollTask(account, waiting)).status).toBe('QUEUED')
  })

  test('that was paused between a claim and the start gets the task back in the queue, without an attempt', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    const id = await acceptImage(account)
    const task = await service.claimOne()
    await pause(service, generate)
    await runTask(service.run, task, new AbortController().signal)
    expect(service.provider.started).toHaveLength(0)
    const operator = operatorOf(service)
    expect(await operator.showTask(id)).toMatchObject({ isQueued: true, task: { attempt: 0 } })
    expect((await pollTask(account, id)).status).toBe('PROCESSING')
    await service.runQueue()
    expect(service.provider.started).toHaveLength(0)
    await resume(service, generate)
    await service.runQueue()
    await expectCharged(account, id)
    await service.expectBooksToAgree()
  })

  test('has no task claimed from its first moment on, although what is paused was read just before', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    const [first, second] = [await acceptImage(account), await acceptImage(account)]
    await runTask(service.run, await service.claimOne(), new AbortController().signal)
    await operatorOf(service).pause(generate, 'a repair')
    await service.runQueue()
    expect((await pollTask(account, first)).status).toBe('SUCCEEDED')
    expect(await pollTask(account, second)).toMatchObject({ status: 'QUEUED', startedAt: null })
    await operatorOf(service).resume(generate)
    await service.runQueue()
    expect((await pollTask(account, second)).status).toBe('SUCCEEDED')
  })

  test('loses no task when it is paused and resumed while eight workers claim, and one of them dies', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    const ids = await Promise.all(Array.from({ length: 24 }, () => acceptImage(account)))
    const operator = operatorOf(service)
    const claims = Array.from({ length: 8 }, (_, index) => service.claim(2, `worker-${index}`))
    const [, ...claimed] = await Promise.all([operator.pause(generate, 'a race'), ...claims])
    const [, ...others] = claimed
    aSecondPasses(service)
    const run = (tasks: typeof others) =>
      Promise.all(tasks.flat().map((task) => runTask(service.run, task, new AbortController().signal)))
    await Promise.all([run(others), operator.resume(generate)])
    service.advance(31_000)
    await recoverLeases(service.run)
    aSecondPasses(service)
    await service.runQueue()
    for (const id of ids) expect((await pollTask(account, id)).status).toBe('SUCCEEDED')
    await service.expectBooksToAgree()
  })
})

describe('a paused engine', () => {
  const first = { kind: 'engine', name: 'first' } as const

  test('is not sent a start again whose answer was lost, until it is resumed, and nor is another one', async () => {
    const one = createFakeProvider({ name: 'first', submission: 'idempotent' })
    const two = createFakeProvider({ name: 'second' })
    const service = await startTestService({ providers: [one, two] })
    const account = await service.createAccount()
    const id = await acceptImage(account)
    const task = await service.claimOne()
    await reserveStart(service.database, task, one)
    await pause(service, first)
    // The worker has died.
    service.advance(31_000)
    await recoverLeases(service.run)
    const other = await acceptImage(account)
    await service.runQueue()
    expect([one.started.length, two.started.length]).toEqual([0, 1])
    expect((await pollTask(account, id)).status).toBe('PROCESSING')
    expect((await pollTask(account, other)).status).toBe('SUCCEEDED')
    await resume(service, first)
    await service.runQueue()
    expect([one.started.length, two.started.length]).toEqual([1, 1])
    await expectCharged(account, id)
  })

  test('that pauses while a worker asks it by further starts leaves the task with it, without an attempt', async () => {
    const one = createFakeProvider({ name: 'first', submission: 'idempotent' })
    const service = await startTestService({ providers: [one] })
    const account = await service.createAccount()
    const id = await acceptImage(account)
    const task = await service.claimOne()
    one.mockStart({ kind: 'ambiguous', message: 'reset' }, { kind: 'ambiguous', message: 'reset' })
    const sleep = async () => pause(service, first)
    await runTask({ ...service.run, sleep }, task, new AbortController().signal)
    expect(one.started).toHaveLength(2)
    expect(await operatorOf(service).showTask(id)).toMatchObject({ isQueued: true, task: { attempt: 0 } })
    await resume(service, first)
    await service.runQueue()
    await expectCharged(account, id)
  })

  test('whose tasks waited longer than a busy engine may keep them fails none of them for it when it is resumed', async () => {
    const one = createFakeProvider({ name: 'first' })
    const service = await startTestService({ providers: [one] })
    const account = await service.createAccount()
    const id = await acceptImage(account)
    const busy = { kind: 'unavailable', message: 'busy', retryAfterMs: 20_000 } as const
    one.mockStart(busy, busy)
    await runTask(service.run, await service.claimOne(), new AbortController().signal)
    await pause(service, first)
    service.advance(3_600_000)
    await resume(service, first)
    one.mockStart(busy, busy)
    await runTask(service.run, await service.claimOne(), new AbortController().signal)
    expect((await pollTask(account, id)).status).toBe('PROCESSING')
    service.advance(3_600_000)
    one.mockStart(busy, busy)
    await runTask(service.run, await service.claimOne(), new AbortController().signal)
    expect((await pollTask(account, id)).error?.code).toBe('PROVIDER_UNAVAILABLE')
  })

  test.each([
    ['behind each other', 1],
    ['at one position', 0],
  ])('with more waiting tasks %s than one statement looks through holds up no others', async (_, step) => {
    const { service, account, two } = await startWithTwo()
    const small = await acceptBehindMany(service, account, step)
    await pause(service, first)
    await service.runQueue()
    expect((await pollTask(account, small)).status).toBe('SUCCEEDED')
    expect(two.started).toHaveLength(1)
  })

  test('with more waiting tasks than a claim looks through holds up no others: a later claim looks on', async () => {
    const { service, account } = await startWithTwo()
    const small = await acceptBehindMany(service, account, 1)
    await pause(service, first)
    let nowMs = 0
    const claimable = createClaimable({ ...service.parts, elapsedMs: () => nowMs, windowsMax: 1 })
    const claimableAfter = async (ms: number) => {
      nowMs += ms
      const sources = await claimable([{ product: 'image.generate', mayBePaused: true }])
      return sources.flatMap(({ among = [] }) => among.map(({ id }) => id))
    }
    expect(await claimableAfter(0)).toEqual([])
    expect(await claimableAfter(999)).toEqual([])
    expect(await claimableAfter(1)).toEqual([small])
    expect(await claimableAfter(4_999)).toEqual([small])
    // From the head again, because what waits there may have become claimable.
    expect(await claimableAfter(1)).toEqual([])
    expect(await claimableAfter(1_000)).toEqual([small])
  })

  /** An image that waits behind as many tasks of the first engine as a statement looks through. */
  async function acceptBehindMany(service: TestService, account: TestAccount, step: number): Promise<string> {
    await order(account, { resolution: '4k' })
    const small = await acceptImage(account)
    await service.database.transaction(async (tx) => {
      const { queue_position, ...row } = await tx.db
        .selectFrom('tasks')
        .selectAll()
        .where('tier', '=', '4k')
        .executeTakeFirstOrThrow()
      const copies = Array.from({ length: placesLookedThrough }, (_, count) => ({
        id: `copy${count}`,
        type: 'image.generate' as const,
        queuePosition: Number(queue_position) + step * (count - placesLookedThrough),
      }))
      await insertQueueRows(tx, copies)
      for (let from = 0; from < copies.length; from += 500) {
        const some = copies.slice(from, from + 500)
        const rows = some.map(({ id, queuePosition }) => ({
          ...row,
          id,
          queue_position: BigInt(queuePosition),
        }))
        await insertRows(tx.db, 'tasks', rows)
      }
    })
    return small
  }

  test('has no capacity for a worker, which claims no more than the others take', async () => {
    const [one, two] = [
      createFakeProvider({ name: 'first', capacity: { concurrency: 5 } }),
      createFakeProvider({ name: 'second', capacity: { concurrency: 1 } }),
    ]
    const service = await startTestService({ providers: [one, two] })
    const capacity = () =>
      capacityForProducts(service.parts, ['image.generate'], () => Number.POSITIVE_INFINITY)
    const counts = [(await capacity()).get('image.generate')]
    await pause(service, first)
    counts.push((await capacity()).get('image.generate'))
    await pause(service, { kind: 'engine', name: 'second' })
    // What has a job at one of them is claimed, to be polled.
    counts.push((await capacity()).get('image.generate'))
    expect(counts).toEqual([6, 1, undefined])
  })

  test('leaves the tasks of others to all workers that claim at once', async () => {
    const { service, account } = await startWithTwo()
    for (let count = 0; count < 6; count += 1) await acceptImage(account)
    await pause(service, first)
    const claimed = await Promise.all(['one', 'two', 'three'].map((worker) => service.claim(2, worker)))
    expect(claimed.map(({ length }) => length)).toEqual([2, 2, 2])
  })

  async function startWithTwo() {
    const one = createFakeProvider({ name: 'first' })
    const two = createFakeProvider({ name: 'second', serves: (_product, tier) => tier !== '4k' })
    const service = await startTestService({ providers: [one, two] })
    return { service, account: await service.createAccount(), one, two }
  }

  test('gets no new jobs while others take over, and is not counted as passed over for being down', async () => {
    const { service, account, one, two } = await startWithTwo()
    const id = await acceptImage(account)
    await pause(service, first)
    await service.runQueue()
    await expectCharged(account, id)
    expect([one.started.length, two.started.length]).toEqual([0, 1])
    expect((await operatorOf(service).showTask(id)).task.passedOver).toBeUndefined()
    await resume(service, first)
    await acceptImage(account)
    await service.runQueue()
    expect(one.started).toHaveLength(1)
  })

  test('that alone serves a tier refuses orders of this tier, and its waiting tasks hold up no others', async () => {
    const { service, account, one, two } = await startWithTwo()
    const large = (await order(account, { resolution: '4k' })).body.id
    const small = await acceptImage(account)
    await pause(service, first)
    expect(await order(account, { resolution: '4k' })).toMatchObject(refused)
    expect((await order(account)).status).toBe(200)
    await service.runQueue()
    expect((await pollTask(account, large)).status).toBe('QUEUED')
    expect((await pollTask(account, small)).status).toBe('SUCCEEDED')
    expect([one.started.length, two.started.length]).toEqual([0, 2])
    await resume(service, first)
    await service.runQueue()
    expect((await pollTask(account, large)).status).toBe('SUCCEEDED')
  })

  test('that alone applies an effect holds up only tasks with it, which do not begin', async () => {
    const one = createFakeProvider({ name: 'first', appliesEffect: () => true })
    const two = createFakeProvider({ name: 'second', appliesEffect: () => false })
    const service = await startTestService({ providers: [one, two] })
    const account = await service.createAccount()
    const assetId = (await account.upload(pngOf(40, 30), 'image/png')).body.id
    const transform = (body: object) =>
      account.call('POST', '/api/v1/images/transformations', { assetId, ...body })
    const effectId = service.parts.catalogue.effects.find(({ surface }) => surface === 'image')?.id
    const withEffect = (await transform({ effectId })).body.id
    const plain = (await transform({ prompt: 'a' })).body.id
    await pause(service, { kind: 'engine', name: 'first' })
    expect(await transform({ effectId })).toMatchObject(refused)
    const task = await service.claimOne()
    expect(task.id).toBe(plain)
    await runTask(service.run, task, new AbortController().signal)
    await service.runQueue()
    expect([one.started.length, two.started.length]).toEqual([0, 1])
    expect((await pollTask(account, withEffect)).status).toBe('QUEUED')
    await resume(service, { kind: 'engine', name: 'first' })
    await service.runQueue()
    expect((await pollTask(account, withEffect)).status).toBe('SUCCEEDED')
  })
})

describe('a pause', () => {
  test('is recorded once with who and why, although two operators pause at once, and once when it ends', async () => {
    const service = await startTestService()
    const operator = operatorOf(service)
    await Promise.all([1, 2, 3].map(() => operator.pause(generate, 'a repair')))
    expect(await operator.listPauses()).toMatchObject([
      { ...generate, actor: 'ada@desk', reason: 'a repair' },
    ])
    await Promise.all([1, 2, 3].map(() => operator.resume(generate, 'repaired')))
    expect(await operator.listPauses()).toEqual([])
    const entries = await operator.listAuditEntries({ limit: 100 })
    expect(entries.filter(({ subject }) => subject === generate.name)).toMatchObject([
      { action: 'resume-product', actor: 'ada@desk', details: { reason: 'repaired' } },
      { action: 'pause-product', actor: 'ada@desk', details: { reason: 'a repair' } },
    ])
  })

  test.each([
    { kind: 'engine', name: 'no such engine' },
    { kind: 'engine', name: "x'; DROP TABLE pauses; --" },
    { kind: 'product', name: 'image.paint' },
    { kind: 'product', name: '__proto__' },
    { kind: 'engine', name: '😀'.repeat(200) },
  ] as const)('of $kind $name, which does not exist, is refused and changes nothing', async (thing) => {
    const service = await startTestService()
    const operator = operatorOf(service)
    await expect(operator.pause(thing, 'why')).rejects.toMatchObject({ code: 'UNKNOWN_ID' })
    await expect(operator.resume(thing)).rejects.toMatchObject({ code: 'UNKNOWN_ID' })
    expect(await operator.listPauses()).toEqual([])
  })

  test('of an engine that the providers file no longer names can still be ended', async () => {
    const service = await startTestService()
    await operatorOf(service).pause({ kind: 'engine', name: 'fake' }, 'a repair')
    service.parts.providers.replace([], [])
    const state = await operatorOf(service).resume({ kind: 'engine', name: 'fake' })
    expect(state).toEqual({ kind: 'engine', name: 'fake', pause: undefined })
  })
})
