import { describe, expect, test } from 'vitest'
import {
  ConnectionError,
  IdempotencyConflictError,
  InsufficientBalanceError,
  InvalidRequestError,
  type Mediagen,
  SubmitAmbiguousError,
} from '../src/index.js'
import { accepted, account, createFakeClient, polled } from './support/fake-client.js'
import { brokenConnection, errorResponse, json } from './support/fake-fetch.js'

const products = [
  {
    product: 'images.generate',
    path: '/api/v1/images/generations',
    body: { prompt: 'a lighthouse', negativePrompt: 'people', resolution: '2k', aspectRatio: '3:2' },
    call: (client: Mediagen, options?: { idempotencyKey?: string }) =>
      client.images.generate(
        { prompt: 'a lighthouse', negativePrompt: 'people', resolution: '2k', aspectRatio: '3:2' },
        options,
      ),
  },
  {
    product: 'images.transform',
    path: '/api/v1/images/transformations',
    body: { assetId: 'asset-1', effectId: 'oil', prompt: 'more light' },
    call: (client: Mediagen, options?: { idempotencyKey?: string }) =>
      client.images.transform({ assetId: 'asset-1', effectId: 'oil', prompt: 'more light' }, options),
  },
  {
    product: 'videos.generate',
    path: '/api/v1/videos/generations',
    body: { prompt: 'waves', durationSeconds: 4 },
    call: (client: Mediagen, options?: { idempotencyKey?: string }) =>
      client.videos.generate({ prompt: 'waves', durationSeconds: 4 }, options),
  },
  {
    product: 'videos.transform',
    path: '/api/v1/videos/transformations',
    body: { assetId: 'asset-1', effectId: 'zoom' },
    call: (client: Mediagen, options?: { idempotencyKey?: string }) =>
      client.videos.transform({ assetId: 'asset-1', effectId: 'zoom' }, options),
  },
]

describe.each(products)('$product', ({ path, body, call }) => {
  test('posts its input and gives a handle of the accepted task', async () => {
    const { client, sent } = createFakeClient([accepted()])
    const generation = await call(client)
    expect(sent).toMatchObject([{ method: 'POST', path, json: body }])
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer secret-key')
    expect(generation).toMatchObject({
      id: 'task-1',
      status: 'QUEUED',
      createdAt: '2026-01-01T00:00:00.000Z',
      replayed: false,
      requestId: 'request-1',
      idempotencyKey: sent[0]?.headers.get('idempotency-key'),
    })
  })

  test('sends one key of its own on every try, and tells of the replay', async () => {
    const replay = accepted({ 'idempotency-replayed': 'true' })
    const { client, sent } = createFakeClient([
      brokenConnection(),
      errorResponse(503, 'SERVICE_UNAVAILABLE'),
      replay,
    ])
    const generation = await call(client)
    expect(generation.idempotencyKey).toMatch(/^[0-9a-f]{32}$/)
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(
      Array.from({ length: 3 }, () => generation.idempotencyKey),
    )
    expect(sent.map((request) => request.json)).toEqual(Array.from({ length: 3 }, () => body))
    expect(generation.replayed).toBe(true)
  })

  test('sends the key that the caller gives', async () => {
    const { client, sent } = createFakeClient([accepted()])
    const { idempotencyKey } = await call(client, { idempotencyKey: 'order-7' })
    expect(idempotencyKey).toBe('order-7')
    expect(sent[0]?.headers.get('idempotency-key')).toBe('order-7')
  })

  test('tells the key with every error, so that the caller can send the same again', async () => {
    const own = { idempotencyKey: 'order-7' }
    const rejected = createFakeClient([errorResponse(402, 'INSUFFICIENT_BALANCE')])
    await expect(call(rejected.client, own)).rejects.toMatchObject({ status: 402, ...own })
    const lost = createFakeClient([brokenConnection()], { maxRetries: 0 })
    await expect(call(lost.client, own)).rejects.toMatchObject({
      name: 'SubmitAmbiguousError',
      cause: { name: 'ConnectionError' },
      ...own,
    })
    const garbled = createFakeClient([new Response('<html>')])
    await expect(call(garbled.client, own)).rejects.toMatchObject({
      name: 'SubmitAmbiguousError',
      cause: { name: 'InvalidResponseError' },
      ...own,
    })
  })
})

test('two calls with the same input are two generations, each with a key of its own', async () => {
  const { client, sent } = createFakeClient([accepted(), accepted()])
  await client.images.generate({ prompt: 'a lighthouse' })
  await client.images.generate({ prompt: 'a lighthouse' })
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2)
})

test('a key is made and kept for a generation that is posted through client.http, too', async () => {
  const { client, sent } = createFakeClient([brokenConnection(), accepted()])
  await client.http.POST('/api/v1/images/generations', { body: { prompt: 'a lighthouse' } })
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
})

describe('an idempotency key that a header cannot carry unchanged', () => {
  const keys = [
    '',
    ' ',
    '\t',
    'k'.repeat(129),
    ' order-7',
    'order 7',
    'order-7\n',
    'bestellung-\u00fc',
    '\u2028',
    '\0',
  ]

  test.each(keys)(
    'is rejected before anything is sent or uploaded, and named: %j',
    async (idempotencyKey) => {
      const { client, sent } = createFakeClient([])
      const png = new Uint8Array(100)
      const calls = [
        client.images.generate({ prompt: 'x' }, { idempotencyKey, maxCost: '1.00' }),
        client.videos.transform({ file: png, effectId: 'push-in' }, { idempotencyKey }),
      ]
      for (const call of calls) {
        const error = await call.catch((reason: unknown) => reason)
        expect(error).toBeInstanceOf(InvalidRequestError)
        const details = [{ path: 'idempotencyKey', message: 'must have 1 to 128 visible ASCII characters' }]
        expect(error).toMatchObject({ code: 'INVALID_REQUEST', retryable: false, details })
      }
      expect(sent).toEqual([])
    },
  )

  test('is rejected from an untyped caller, too, and as a header of the client underneath', async () => {
    const { client, sent } = createFakeClient([])
    for (const value of [7, null, {}]) {
      // Programs in JavaScript have no types.
      const options = JSON.parse(JSON.stringify({ idempotencyKey: value }))
      await expect(client.images.generate({ prompt: 'x' }, options)).rejects.toThrow(InvalidRequestError)
    }
    const params = { header: { 'Idempotency-Key': 'order 7' } }
    const call = client.http.POST('/api/v1/images/generations', { params, body: { prompt: 'x' } })
    await expect(call).rejects.toThrow(InvalidRequestError)
    expect(sent).toEqual([])
  })

  test('has at most 128 characters, and any that are visible', async () => {
    const { client, sent } = createFakeClient([accepted(), accepted()])
    for (const idempotencyKey of ['k'.repeat(128), '!"#$%&()*+,-./:;<=>?@[]^_`{|}~']) {
      await expect(client.images.generate({ prompt: 'x' }, { idempotencyKey })).resolves.toMatchObject({
        idempotencyKey,
      })
    }
    expect(sent.at(-1)?.headers.get('idempotency-key')).toBe('!"#$%&()*+,-./:;<=>?@[]^_`{|}~')
  })
})

test('no other operation carries a key', async () => {
  const upload = { id: 'asset-1', status: 'READY' }
  const responses = [
    json(account),
    json({ currency: 'USD', products: [] }),
    json({ effects: [] }),
    json({ examples: [] }),
  ]
  const { client, sent } = createFakeClient([
    ...responses,
    polled('QUEUED'),
    json({ id: 'task-1', status: 'CANCELLED' }),
    json({ id: 'asset-1', uploadUrl: 'https://files.test/put', expiresAt: '2026-01-01T00:15:00.000Z' }),
    json(upload),
    json(upload),
  ])
  await client.account()
  await client.pricing()
  await client.effects({ surface: 'image' })
  await client.examples()
  await client.tasks.get('task-1')
  await client.tasks.cancel('task-1')
  await client.uploads.create({ contentType: 'image/png' })
  await client.uploads.complete('asset-1')
  await client.uploads.get('asset-1')
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/v1/me',
    'GET /api/v1/pricing',
    'GET /api/v1/effects',
    'GET /api/v1/examples',
    'GET /api/v1/tasks/task-1',
    'POST /api/v1/tasks/task-1/cancel',
    'POST /api/v1/uploads',
    'POST /api/v1/uploads/asset-1/complete',
    'GET /api/v1/uploads/asset-1',
  ])
  expect(sent.filter(({ headers }) => headers.has('idempotency-key'))).toEqual([])
  expect(sent[2]?.url).toBe('https://media.test/api/v1/effects?surface=image')
})

describe('a rejected generation', () => {
  test('is sent once: 409 is a conflict and 402 a lack of money, at once', async () => {
    const conflict = createFakeClient([errorResponse(409, 'IDEMPOTENCY_CONFLICT')])
    await expect(conflict.client.images.generate({ prompt: 'x' })).rejects.toThrow(IdempotencyConflictError)
    const poor = createFakeClient([errorResponse(402, 'INSUFFICIENT_BALANCE')])
    await expect(poor.client.images.generate({ prompt: 'x' })).rejects.toThrow(InsufficientBalanceError)
    expect([conflict.sent.length, poor.sent.length]).toEqual([1, 1])
  })
})

describe('the handle of a generation', () => {
  test('waits for its own task and cancels it', async () => {
    const { client, sent } = createFakeClient([
      accepted(),
      polled('SUCCEEDED'),
      json({ id: 'task-1', status: 'CANCELLED' }),
    ])
    const generation = await client.images.generate({ prompt: 'x' })
    await expect(generation.wait()).resolves.toMatchObject({ id: 'task-1', status: 'SUCCEEDED' })
    await expect(generation.cancel()).resolves.toEqual({ id: 'task-1', status: 'CANCELLED' })
    expect(sent.map(({ path }) => path).slice(1)).toEqual([
      '/api/v1/tasks/task-1',
      '/api/v1/tasks/task-1/cancel',
    ])
  })

  test('survives JSON with all that another process needs', async () => {
    const { client } = createFakeClient([accepted()])
    const generation = await client.images.generate({ prompt: 'x' }, { idempotencyKey: 'order-7' })
    expect(JSON.parse(JSON.stringify(generation))).toEqual({
      id: 'task-1',
      status: 'QUEUED',
      createdAt: '2026-01-01T00:00:00.000Z',
      idempotencyKey: 'order-7',
      replayed: false,
      requestId: 'request-1',
      pricingInput: { product: 'image.generate' },
    })
  })

  test('of a new task looks after 0.4 s where polls are known not to be held, of a replayed one at once', async () => {
    const replay = accepted({ 'idempotency-replayed': 'true' })
    const responses = [accepted(), polled('SUCCEEDED'), accepted(), polled('SUCCEEDED'), replay]
    const { client, clock } = createFakeClient([...responses, polled('SUCCEEDED')])
    for (const prompt of ['first', 'second', 'third']) {
      await (await client.images.generate({ prompt })).wait()
    }
    expect(clock.pausesMs).toEqual([0, 400, 0])
  })
})

describe('a generation of which no response came', () => {
  test('is a SubmitAmbiguousError whose retry() finds the task under the same key', async () => {
    const replay = accepted({ 'idempotency-replayed': 'true' })
    const { client, sent } = createFakeClient([brokenConnection(), replay], { maxRetries: 0 })
    const error = await client.images.generate({ prompt: 'x' }).catch((reason: unknown) => reason)
    if (!(error instanceof SubmitAmbiguousError)) throw error
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ retryable: true, idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/) })
    await expect(error.retry()).resolves.toMatchObject({ id: 'task-1', replayed: true })
    expect(sent[1]?.headers.get('idempotency-key')).toBe(error.idempotencyKey)
    expect(sent[1]?.json).toEqual(sent[0]?.json)
  })

  test('is none where the upload before it failed', async () => {
    const { client } = createFakeClient([brokenConnection()], { maxRetries: 0 })
    const file = new Uint8Array(100)
    file.set([0xff, 0xd8, 0xff])
    const error = await client.images.transform({ file, prompt: 'x' }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'ConnectionError' })
  })
})
