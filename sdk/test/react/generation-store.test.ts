import { describe, expect, onTestFinished, test } from 'vitest'
import { Mediagen } from '../../src/index.js'
import { createGenerationStore, type GenerationStore } from '../../src/react/generation-store.js'
import type { GenerationOrder, GenerationStorage, TaskView } from '../../src/react/index.js'
import { createOrderStore } from '../../src/react/saved-order.js'
import { createMockService, type MockServiceOptions } from '../../src/testing/index.js'
import { errorResponse } from '../support/fake-fetch.js'

const order: GenerationOrder = { product: 'image.generate', prompt: 'a fox' }
const hourMs = 3_600_000

/** A page's storage, which outlives the page, and counts what is written. */
function createStorage(values = new Map<string, string>()): GenerationStorage & { values: typeof values } {
  return { values, getItem: (name) => values.get(name), setItem: (name, text) => void values.set(name, text) }
}

/** A service with the idempotency key of each order that arrives. */
function startService(options: MockServiceOptions = {}) {
  const service = createMockService(options)
  const keys: (string | null)[] = []
  const polls: AbortSignal[] = []
  const { baseUrl, clock } = service
  let intercept: ((request: Request) => Response | undefined | Promise<Response | undefined>) | undefined
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (request.headers.has('idempotency-key')) keys.push(request.headers.get('idempotency-key'))
    if (request.url.includes('/tasks/') && init?.signal) polls.push(init.signal)
    return (await intercept?.(request.clone())) ?? service.fetch(request)
  }
  const client = new Mediagen({ apiKey: 'any', baseUrl, clock, fetch, maxRetries: 0 })
  return {
    service,
    client,
    keys,
    polls,
    intercept: (by: typeof intercept) => {
      intercept = by
    },
  }
}

/** A mounted page: its store, and every state that it showed. */
function open(client: Mediagen, storage?: GenerationStorage) {
  const store = createGenerationStore(client, createOrderStore(storage, 'order'))
  const seen: string[] = []
  const leave = store.subscribe(() => seen.push(store.read().progress))
  onTestFinished(leave)
  return { store, seen, leave }
}

const untilState = (store: GenerationStore, state: string) =>
  expect.poll(() => store.read().state).toBe(state)

/** Until the next moment at which the order is accepted, before anything else comes of it. */
const untilAccepted = (store: GenerationStore) =>
  new Promise<void>((resolve) => {
    const leave = store.subscribe(() => {
      if (store.read().state !== 'waiting') return
      leave()
      resolve()
    })
  })

describe('a task that is followed while the service cannot be reached', () => {
  test('says so, and why, and goes on by itself to its result', async () => {
    const { client, intercept } = startService()
    const { store, seen } = open(client)
    let failures = 0
    const views: TaskView[] = []
    onTestFinished(store.subscribe(() => views.push(store.read())))
    intercept(({ method }) => {
      if (method !== 'GET' || failures >= 3) return undefined
      failures += 1
      return errorResponse(503, 'SERVICE_UNAVAILABLE')
    })
    store.submit(order)
    await untilState(store, 'succeeded')
    expect(seen).toContain('Reconnecting')
    const offline = views.filter(({ isOffline }) => isOffline)
    expect(offline.map(({ state, lastError, error }) => [state, lastError?.name, error])).toEqual(
      offline.map(() => ['waiting', 'ServerError', undefined]),
    )
    expect(offline).toHaveLength(3)
    expect(store.read()).toMatchObject({ isOffline: false, lastError: undefined, error: undefined })
  })
})

describe('an order', () => {
  test('goes through its states in words to its result and its cost', async () => {
    const { client } = startService()
    const { store, seen } = open(client)
    store.submit(order)
    await untilState(store, 'succeeded')
    expect([...new Set(seen)]).toEqual(['Sending the order', 'Waiting to start', 'Generating', 'Done'])
    const { result, cost, taskId, error } = store.read()
    expect(result?.files[0]?.url).toContain('https://mediagen.test/')
    expect({ cost, taskId, error }).toEqual({
      cost: { amount: '0.02', currency: 'USD', state: 'charged' },
      taskId: result?.id,
      error: undefined,
    })
  })

  test.each([
    { product: 'image.generate', prompt: 'a fox' },
    { product: 'image.transform', effectId: 'watercolour' },
    { product: 'video.generate', prompt: 'a fox', durationSeconds: 5 },
    { product: 'video.transform', effectId: 'push-in', durationSeconds: 5 },
  ] as const)('may be for $product', async ({ ...request }) => {
    const { client } = startService()
    const { id: assetId } = await client.uploads.file(png())
    const { store } = open(client)
    store.submit(request.product.endsWith('transform') ? Object({ ...request, assetId }) : Object(request))
    await untilState(store, 'succeeded')
    expect(store.read().task?.type).toBe(request.product)
  })

  test('is made once, however often submit is called until it ends', async () => {
    const { client, service, keys } = startService()
    const { store } = open(client)
    store.submit(order)
    store.submit(order)
    await untilAccepted(store)
    store.submit(order)
    await untilState(store, 'succeeded')
    expect([service.taskCount(), keys.length]).toEqual([1, 1])
    store.submit(order)
    await expect.poll(() => service.taskCount()).toBe(2)
    expect(new Set(keys).size).toBe(2)
  })

  test('is stored with its key before it is sent, and not sent if it cannot be stored', async () => {
    const { client, keys, intercept } = startService()
    const storage = createStorage()
    const storedAtSend: string[] = []
    intercept(() => void storedAtSend.push(storage.values.get('order') ?? ''))
    open(client, storage).store.submit(order)
    await expect.poll(() => keys.length).toBe(1)
    expect(JSON.parse(storedAtSend[0] ?? '')).toMatchObject({ key: keys[0], request: order })

    const setItem = () => {
      throw new Error('the storage is full')
    }
    const { store } = open(client, { getItem: () => null, setItem })
    store.submit(order)
    expect(store.read()).toMatchObject({ state: 'failed', error: { message: 'the storage is full' } })
    expect(keys).toHaveLength(1)
  })

  test('that the service rejects has failed, is not charged, and leaves nothing behind', async () => {
    const { client, service } = startService({ balance: '0.00' })
    const storage = createStorage()
    const { store } = open(client, storage)
    store.submit(order)
    await untilState(store, 'failed')
    expect(store.read().error?.name).toBe('InsufficientBalanceError')
    expect([service.taskCount(), storage.values.get('order')]).toEqual([0, ''])
  })

  test('whose limits it exceeds is not sent', async () => {
    const { client, keys } = startService()
    const { store } = open(client)
    store.submit(order, { maxCost: '0.01' })
    await untilState(store, 'failed')
    expect([store.read().error?.name, keys.length]).toEqual(['CostLimitError', 0])
  })

  test('whose task fails has failed and is refunded', async () => {
    const { client, service } = startService()
    service.faults.failTasks('GENERATION_FAILED')
    const { store } = open(client)
    store.submit(order)
    await untilState(store, 'failed')
    expect(store.read()).toMatchObject({ error: { name: 'TaskFailedError' }, cost: { state: 'refunded' } })
  })

  test('without a client has failed, and nothing is stored', () => {
    const storage = createStorage()
    const store = createGenerationStore(undefined, createOrderStore(storage, 'order'))
    expect(store.read().state).toBe('idle')
    store.submit(order)
    expect([store.read().state, storage.values.size]).toEqual(['failed', 0])
  })
})

describe('an order without a response', () => {
  test('is open, and retry asks under the same key: one task, one charge', async () => {
    const { client, service, keys } = startService()
    service.faults.dropAfterAccept()
    const { store } = open(client)
    store.submit(order)
    await expect.poll(() => store.read().error?.name).toBe('SubmitAmbiguousError')
    expect(store.read()).toMatchObject({ state: 'submitting', progress: 'Not known whether it was accepted' })
    store.submit(order)
    store.retry()
    await untilState(store, 'succeeded')
    expect([service.taskCount(), service.balance(), new Set(keys).size]).toEqual([1, '99.98', 1])
  })

  test('is sent again after a reload, under its key: one task, one charge', async () => {
    const { client, service, keys } = startService()
    const storage = createStorage()
    service.faults.dropAfterAccept()
    const before = open(client, storage)
    before.store.submit(order)
    await expect.poll(() => before.store.read().error).toBeDefined()
    before.leave()
    const { store } = open(client, storage)
    await untilState(store, 'succeeded')
    expect([service.taskCount(), new Set(keys).size]).toEqual([1, 1])
  })

  test.each([
    [401, 'UNAUTHENTICATED'],
    [403, 'ACCOUNT_NOT_ACTIVE'],
    [429, 'RATE_LIMITED'],
    [503, 'INTERNAL_ERROR'],
  ])('stays open if the repeated one gets %i, which does not say what became of it', async (status, code) => {
    const { client, service, intercept } = startService()
    const storage = createStorage()
    service.faults.dropAfterAccept()
    const { store } = open(client, storage)
    store.submit(order)
    await expect.poll(() => store.read().error).toBeDefined()
    intercept(() => errorResponse(status, code))
    store.retry()
    await expect.poll(() => Object(store.read().error).status).toBe(status)
    expect(store.read().state).toBe('submitting')
    expect(storage.values.get('order')).toContain('"key"')
    intercept(undefined)
    store.retry()
    await untilState(store, 'succeeded')
    expect(service.taskCount()).toBe(1)
  })

  test('that is older than the service remembers keys is not sent again', async () => {
    const { client, keys } = startService()
    const storage = createStorage()
    const at = Date.now() - 25 * hourMs
    storage.values.set('order', JSON.stringify({ key: 'key-1', at, request: order }))
    const { store } = open(client, storage)
    await untilState(store, 'failed')
    store.retry()
    await Promise.resolve()
    expect([store.read().error?.message, keys.length]).toEqual([expect.stringContaining('too old'), 0])
  })
})

describe('a reload', () => {
  test('continues a task under way, and shows a result again', async () => {
    const { client, service, keys } = startService()
    const storage = createStorage()
    const before = open(client, storage)
    before.store.submit(order)
    await untilAccepted(before.store)
    before.leave()
    for (const state of ['waiting', 'succeeded']) {
      const { store, leave } = open(client, storage)
      expect(store.read().state).toBe(state)
      await expect.poll(() => store.read().result?.files).toHaveLength(1)
      leave()
    }
    expect([service.taskCount(), keys.length]).toEqual([1, 1])
  })

  test('begins anew where something else was stored, or another account has no such task', async () => {
    const { client } = startService()
    const storage = createStorage()
    const broken = [
      { at: 'yesterday' },
      { at: 8.7e15 },
      { at: undefined },
      { key: 7 },
      { taskId: 5 },
      { request: { product: 'constructor' } },
      { ended: 'waiting' },
    ].map((changes) => JSON.stringify({ key: 'key-1', at: 0, request: order, ...changes }))
    for (const text of ['no JSON', '7', '{"key":"key-1"}', 'null', ...broken]) {
      storage.values.set('order', text)
      expect(open(client, storage).store.read().state).toBe('idle')
    }
    storage.values.set('order', JSON.stringify({ key: 'key-1', at: 0, request: order, taskId: 'unknown' }))
    const { store } = open(client, storage)
    await untilState(store, 'failed')
    expect(store.read().error?.name).toBe('NotFoundError')
  })

  test('shows how an ended task has ended while the service is away after a reload', async () => {
    const { client, intercept } = startService()
    const storage = createStorage()
    const before = open(client, storage)
    before.store.submit(order)
    await untilState(before.store, 'succeeded')
    before.leave()
    intercept(() => errorResponse(503, 'SERVICE_UNAVAILABLE'))
    const { store } = open(client, storage)
    expect(store.read()).toMatchObject({ state: 'succeeded', progress: 'Done', result: undefined })
    intercept(undefined)
    await expect.poll(() => store.read().result?.files).toHaveLength(1)
  })

  test('after reset begins anew, and the task goes on', async () => {
    const { client, service } = startService()
    const storage = createStorage()
    const { store } = open(client, storage)
    store.submit(order)
    store.reset()
    expect(store.read().state).toBe('idle')
    await expect.poll(() => service.taskCount()).toBe(1)
    expect([store.read().state, open(client, storage).store.read().state]).toEqual(['idle', 'idle'])
  })
})

describe('a subscription', () => {
  test('that ends stops following and not the task; the next one continues', async () => {
    const { client, service, polls } = startService({ queuedMs: 3_600_000 })
    const { store, leave } = open(client)
    store.submit(order)
    await expect.poll(() => polls.length).toBeGreaterThan(0)
    leave()
    const { length } = polls
    expect(store.read().state).toBe('waiting')
    await new Promise((resolve) => setTimeout(resolve))
    expect(polls.length).toBeLessThanOrEqual(length + 1)
    expect(service.balance()).toBe('99.98')
    const again = store.subscribe(() => undefined)
    await expect.poll(() => polls.length).toBeGreaterThan(length)
    again()
  })

  test('that ends and begins while the order is on its way sends it once', async () => {
    const { client, service, keys } = startService()
    const { store, leave } = open(client, createStorage())
    store.submit(order)
    leave()
    onTestFinished(store.subscribe(() => undefined))
    await untilState(store, 'succeeded')
    expect([service.taskCount(), keys.length]).toEqual([1, 1])
  })

  test('keeps the task where following breaks off, and retry follows it again', async () => {
    const { client, intercept } = startService()
    const { store } = open(client)
    intercept(({ url }) => (url.includes('/tasks/') ? errorResponse(401, 'UNAUTHENTICATED') : undefined))
    store.submit(order)
    await expect.poll(() => store.read().error?.name).toBe('AuthenticationError')
    expect(store.read().state).toBe('waiting')
    intercept(undefined)
    store.retry()
    await untilState(store, 'succeeded')
    expect(store.read().error).toBeUndefined()
  })
})

describe('cancel', () => {
  test('refunds a task that waits', async () => {
    const { client, service } = startService({ queuedMs: hourMs })
    const { store } = open(client)
    store.submit(order)
    await untilAccepted(store)
    await store.cancel()
    await untilState(store, 'cancelled')
    expect(store.read()).toMatchObject({ error: undefined, cost: { state: 'refunded' } })
    expect([service.taskCount(), service.balance()]).toEqual([1, '100.00'])
  })

  test('of an order that is on its way finds out whether it was accepted, and refunds its task', async () => {
    const { client, service, keys, intercept } = startService({ queuedMs: hourMs })
    const { store } = open(client)
    const arrived = new Promise<void>((resolve) => {
      intercept(async (request) => {
        intercept(undefined)
        await service.fetch(request.clone())
        resolve()
        return new Promise((_, reject) =>
          request.signal.addEventListener('abort', () => reject(request.signal.reason)),
        )
      })
    })
    store.submit(order)
    await arrived
    await store.cancel()
    await untilState(store, 'cancelled')
    expect(store.read()).toMatchObject({ error: undefined, cost: { state: 'refunded' } })
    expect([service.taskCount(), service.balance(), new Set(keys).size]).toEqual([1, '100.00', 1])
  })

  test('of an order that waits for the rate limit ends at once, and it is never sent', async () => {
    const storage = createStorage()
    const service = createMockService({ queuedMs: hourMs })
    let waits = 0
    const client = new Mediagen({
      apiKey: 'any',
      baseUrl: service.baseUrl,
      fetch: service.fetch,
      requestsPerMinute: 1,
      hooks: {
        onRateLimit: () => {
          waits += 1
        },
      },
      clock: { ...service.clock, delay: () => new Promise(() => undefined) },
    })
    const { store: first } = open(client)
    first.submit(order)
    await untilAccepted(first)
    const { store } = open(client, storage)
    store.submit(order)
    await expect.poll(() => waits).toBe(1)
    await store.cancel()
    expect(store.read()).toMatchObject({ state: 'cancelled', error: undefined, taskId: undefined })
    expect([service.taskCount(), storage.values.get('order')]).toEqual([1, ''])
  })

  test('of a task that has started says so, and the task goes on to its result', async () => {
    const { client, service, intercept } = startService({ queuedMs: 0, processingMs: 60_000 })
    const { store } = open(client)
    intercept(({ url }) => (url.endsWith('/cancel') ? errorResponse(409, 'TASK_NOT_CANCELLABLE') : undefined))
    store.submit(order)
    await untilAccepted(store)
    await store.cancel()
    expect([store.read().state, store.read().error?.name]).toEqual(['waiting', 'TaskNotCancellableError'])
    await untilState(store, 'succeeded')
    expect(service.balance()).toBe('99.98')
  })

  test('of nothing does nothing', async () => {
    const { client } = startService()
    const { store } = open(client)
    await store.cancel()
    expect(store.read().state).toBe('idle')
  })
})

/** A PNG by its header, of 64 x 64 pixels. */
function png(): Uint8Array {
  const bytes = new Uint8Array(64)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  bytes.set([0, 0, 0, 64, 0, 0, 0, 64], 16)
  return bytes
}
