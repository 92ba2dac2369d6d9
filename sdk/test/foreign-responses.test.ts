import { describe, expect, test } from 'vitest'
import { bufferedBytesMax } from '../src/core/fetch.js'
import {
  InvalidResponseError,
  type Mediagen,
  SubmitAmbiguousError,
  UploadNotReceivedError,
} from '../src/index.js'
import { accepted, account, createFakeClient, polled, taskIn } from './support/fake-client.js'
import { brokenConnection, errorResponse, type FakeResponse, json } from './support/fake-fetch.js'

const createdAt = '2026-01-01T00:00:00.000Z'
const order = { id: 'task-1', status: 'QUEUED', createdAt }
const place = { id: 'asset-1', uploadUrl: 'https://files.test/put?signature=one', expiresAt: createdAt }
const tier = { tier: '2k', unitPrice: '0.05' }
const product = { product: 'image.generate', unit: 'image', tiers: [tier] }

/** Each call, what the service returns, and the same with one thing wrong, by the field that is named. */
const calls: readonly (readonly [
  string,
  (client: Mediagen) => Promise<unknown>,
  object,
  readonly [string, object][],
])[] = [
  [
    'account',
    (client) => client.account(),
    account,
    [
      ['balance', { ...account, balance: undefined }],
      ['balance', { ...account, balance: 12.5 }],
      ['balance', { ...account, balance: 'plenty' }],
      ['currency', { ...account, currency: '' }],
      ['balance', [account]],
    ],
  ],
  [
    'pricing',
    (client) => client.pricing(),
    { currency: 'USD', products: [product] },
    [
      ['currency', { products: [product] }],
      ['products', { currency: 'USD' }],
      ['products', { currency: 'USD', products: [{ ...product, tiers: {} }] }],
      ['products', { currency: 'USD', products: [{ ...product, tiers: [{ ...tier, unitPrice: '-1' }] }] }],
    ],
  ],
  [
    'effects',
    (client) => client.effects(),
    { effects: [{ id: 'oil' }] },
    [
      ['effects', {}],
      ['effects', { effects: 'none' }],
      ['effects', { effects: [null] }],
      ['effects', { effects: [{ id: 7 }] }],
    ],
  ],
  [
    'examples',
    (client) => client.examples(),
    { examples: [{ id: 'one' }] },
    [
      ['examples', {}],
      ['examples', { examples: ['one'] }],
    ],
  ],
  [
    'tasks.get',
    (client) => client.tasks.get('task-1'),
    taskIn('SUCCEEDED'),
    [
      ['id', taskIn('SUCCEEDED', { id: 'task-2' })],
      ['id', { status: 'QUEUED' }],
      ['status', { id: 'task-1', ok: true }],
      ['output', { ...taskIn('SUCCEEDED'), output: 'done' }],
      ['output', { ...taskIn('SUCCEEDED'), output: { images: 'https://files.test/out' } }],
      [
        'output',
        { ...taskIn('SUCCEEDED'), output: { images: [{ url: 'out.png', contentType: 'image/png' }] } },
      ],
    ],
  ],
  [
    'tasks.list',
    (client) => client.tasks.list(),
    { tasks: [taskIn('SUCCEEDED')], nextCursor: null },
    [
      ['tasks', { tasks: [taskIn('SUCCEEDED'), { ...taskIn('SUCCEEDED'), output: { images: 5 } }] }],
      ['tasks', { tasks: [{ id: 'task-1' }] }],
      ['nextCursor', { tasks: [], nextCursor: 7 }],
    ],
  ],
  [
    'tasks.cancel',
    (client) => client.tasks.cancel('task-1'),
    { id: 'task-1', status: 'CANCELLED' },
    [
      ['id', { id: 'task-2', status: 'CANCELLED' }],
      ['status', { id: 'task-1', status: 'QUEUED' }],
    ],
  ],
  [
    'uploads.create',
    (client) => client.uploads.create({ contentType: 'image/png' }),
    place,
    [
      ['id', { ...place, id: '' }],
      ['uploadUrl', { ...place, uploadUrl: '/put' }],
      ['expiresAt', { ...place, expiresAt: 'soon' }],
    ],
  ],
  [
    'uploads.complete',
    (client) => client.uploads.complete('asset-1'),
    { id: 'asset-1', status: 'READY' },
    [
      ['id', { id: 'asset-2', status: 'READY' }],
      ['status', { id: 'asset-1' }],
    ],
  ],
  [
    'uploads.get',
    (client) => client.uploads.get('asset-1'),
    { id: 'asset-1', status: 'READY' },
    [
      ['id', { id: 'asset-2', status: 'READY' }],
      ['status', { id: 'asset-1', status: null }],
    ],
  ],
]

const cases = calls.flatMap(([name, call, , wrong]) =>
  wrong.map(([field, body]) => [name, field, JSON.stringify(body), call] as const),
)

describe('a response with the status 200 that is not the service’s own', () => {
  test.each(cases)('is rejected by %s, which names %s: %s', async (_, field, body, call) => {
    const { client } = createFakeClient([json(JSON.parse(body))])
    const error = await call(client).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(InvalidResponseError)
    expect(error).toMatchObject({ status: 200, retryable: true, requestId: 'request-1' })
    expect(`${error}`).toContain(`a response without the "${field}" that is expected: check baseUrl`)
  })

  test.each(calls)(
    'is distinguished from the service’s own by %s, also if that has more fields',
    async (_, call, body) => {
      const { client } = createFakeClient([json({ ...body, fieldOfTomorrow: 1 })])
      await expect(call(client)).resolves.toBeDefined()
    },
  )

  test.each(['<p>Log in</p>', '', 'null', '"text"', '7'])('is rejected by every call: %j', async (body) => {
    for (const [, call] of calls) {
      const { client } = createFakeClient([new Response(body, { headers: { 'x-request-id': 'request-9' } })])
      const facts = { name: 'InvalidResponseError', status: 200, requestId: 'request-9' }
      await expect(call(client)).rejects.toMatchObject(facts)
    }
  })

  test('carries the task or the upload that was asked for', async () => {
    const { client } = createFakeClient([json({}), json({})])
    await expect(client.tasks.get('task-1')).rejects.toMatchObject({ taskId: 'task-1' })
    await expect(client.uploads.get('asset-1')).rejects.toMatchObject({ uploadId: 'asset-1' })
  })

  const image = { url: 'https://files.test/out', contentType: 'image/png' }
  const outputs: readonly unknown[] = [
    'abc',
    [],
    { images: 'abc' },
    { images: 5 },
    { images: [null] },
    { images: [{}] },
    { images: [{ ...image, url: 'javascript:alert(1)' }] },
    { images: [{ ...image, url: 'data:image/png,hello' }] },
    { videos: [{ ...image, url: 'file:///etc/passwd' }] },
    { images: [{ ...image, sizeBytes: -5 }] },
    { images: [{ ...image, sizeBytes: 2 ** 53 }] },
    { removed: true },
    { removed: [] },
    { removed: { code: 'RESULT_EXPIRED', removedAt: 'today' } },
    null,
    undefined,
  ]

  test.each(outputs.map((output) => [JSON.stringify(output), output]))(
    'ends a wait by itself and one that shares its polls with the same typed error for the output %s',
    async (_, output) => {
      const taskOf = (id: string | null) => ({ ...taskIn('SUCCEEDED'), id, ...(id !== 'good' && { output }) })
      const respond = ({ url }: { url: string }) => {
        const { pathname, searchParams } = new URL(url)
        const isList = pathname.endsWith('/tasks')
        return json(
          isList
            ? { tasks: searchParams.getAll('id').map(taskOf) }
            : taskOf(pathname.split('/').at(-1) ?? ''),
        )
      }
      const { client } = createFakeClient(Array.from({ length: 10 }, () => respond))
      const ended = (id: string) => client.tasks.wait(id).catch((reason: unknown) => reason)
      const alone = await ended('task-1')
      const [good, shared] = await Promise.all([ended('good'), ended('task-1')])
      expect(alone).toBeInstanceOf(InvalidResponseError)
      expect(shared).toBeInstanceOf(InvalidResponseError)
      expect(`${shared}`).toBe(`${alone}`)
      expect(good).toMatchObject({ status: 'SUCCEEDED', id: 'good' })
    },
  )

  test.each([
    ['null', { ...taskIn('SUCCEEDED'), output: null }],
    ['missing', { ...taskIn('SUCCEEDED'), output: undefined }],
    ['empty', { ...taskIn('SUCCEEDED'), output: { images: [] } }],
  ])('ends a wait with a typed error where the output of a success is %s', async (_, body) => {
    const { client } = createFakeClient([json(body)])
    const error = await client.tasks.wait('task-1').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(InvalidResponseError)
    expect(error).toMatchObject({ message: 'Task task-1 succeeded without a file', taskId: 'task-1' })
  })

  test('never ends a wait as the result of another task', async () => {
    const other = polled('SUCCEEDED', { id: 'task-2' })
    const { client } = createFakeClient([polled('QUEUED'), other, polled('SUCCEEDED')])
    await expect(client.tasks.wait('task-1')).resolves.toMatchObject({ id: 'task-1' })
  })
})

describe('an order that got 200 and no task', () => {
  const bodies: readonly object[] = [
    {},
    [],
    { ...order, id: '' },
    { ...order, id: ' ' },
    { ...order, id: '..' },
    { ...order, id: 'a'.repeat(65) },
    { ...order, id: 7 },
    { ...order, id: null },
    { id: 'task-1' },
    { ...order, createdAt: 'today' },
    { ok: true },
    { error: 'no_session' },
  ]
  const texts = ['<p>Log in</p>', '', '"task-1"', 'null', '{"id":"task-1"']

  test.each([...bodies.map((body) => JSON.stringify(body)), ...texts])(
    'may have been accepted: the error has its key, under which retry() finds the task: %s',
    async (body) => {
      const found = accepted({ 'idempotency-replayed': 'true' })
      const { client, sent } = createFakeClient([new Response(body), found])
      const error = await client.images.generate({ prompt: 'x' }).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(SubmitAmbiguousError)
      if (!(error instanceof SubmitAmbiguousError)) throw error
      const key = sent[0]?.headers.get('idempotency-key')
      expect(error).toMatchObject({
        idempotencyKey: key,
        cause: { name: 'InvalidResponseError', status: 200 },
      })
      await expect(error.retry()).resolves.toMatchObject({
        id: 'task-1',
        replayed: true,
        idempotencyKey: key,
      })
      expect(sent[1]?.headers.get('idempotency-key')).toBe(key)
    },
  )
})

describe('an upload that something else took', () => {
  const png = new Uint8Array(100)
  png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const unseen = () => Array.from({ length: 5 }, () => errorResponse(400, 'UPLOAD_NOT_RECEIVED'))
  const reserved = (id: string) => {
    return json({ id, uploadUrl: `https://files.test/put/${id}`, expiresAt: '2026-01-01T00:15:00.000Z' })
  }
  const loginPage = () => new Response('<p>Log in</p>')

  test('is sent once more, to a new place, since the service has not got it', async () => {
    const responses: FakeResponse[] = [reserved('asset-1'), loginPage(), ...unseen()]
    const second = [reserved('asset-2'), new Response(), json({ id: 'asset-2', status: 'READY' })]
    const { client } = createFakeClient([...responses, ...second])
    await expect(client.uploads.file(png)).resolves.toMatchObject({ id: 'asset-2' })
  })

  test('ends in a typed error where it is taken again, and never in an id that cannot be used', async () => {
    const taken = (id: string): FakeResponse[] => [reserved(id), loginPage(), ...unseen()]
    const { client, unused } = createFakeClient([...taken('asset-1'), ...taken('asset-2')])
    await expect(client.uploads.file(png)).rejects.toThrow(UploadNotReceivedError)
    expect(unused()).toBe(0)
  })

  test('is not complete by the word of another upload', async () => {
    const { client } = createFakeClient([
      reserved('asset-1'),
      new Response(),
      json({ id: 'asset-9', status: 'READY' }),
    ])
    await expect(client.uploads.file(png)).rejects.toMatchObject({
      name: 'InvalidResponseError',
      uploadId: 'asset-1',
    })
  })
})

describe('a body that never ends', () => {
  /** Counts the bytes that were asked for, and whether the connection was let go. */
  function endless() {
    const seen = { bytes: 0, isCancelled: false }
    const chunk = new Uint8Array(2 ** 20).fill(' '.charCodeAt(0))
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        seen.bytes += chunk.length
        controller.enqueue(chunk)
      },
      cancel() {
        seen.isCancelled = true
      },
    })
    return { seen, response: new Response(body, { headers: { 'content-type': 'application/json' } }) }
  }

  test('is read up to a limit, and then as invalid as a login page', async () => {
    const { seen, response } = endless()
    const { client, unused } = createFakeClient([response])
    await expect(client.account()).rejects.toMatchObject({ name: 'InvalidResponseError', status: 200 })
    expect(seen.isCancelled).toBe(true)
    expect(seen.bytes).toBeLessThan(bufferedBytesMax + 4 * 2 ** 20)
    expect(unused()).toBe(0)
  })

  test('leaves open whether a generation was accepted', async () => {
    const { client } = createFakeClient([endless().response])
    await expect(client.images.generate({ prompt: 'x' })).rejects.toMatchObject({
      name: 'SubmitAmbiguousError',
      cause: { name: 'InvalidResponseError' },
    })
  })

  test('does not count for a file, whose bytes are streamed', async () => {
    const large = new Uint8Array(bufferedBytesMax + 1).fill(7)
    const image = { url: 'https://files.test/out', contentType: 'image/png' }
    const finished = polled('SUCCEEDED', { output: { images: [image] } })
    const { client } = createFakeClient([finished, new Response(large)])
    expect((await (await client.tasks.wait('task-1')).download()).length).toBe(large.length)
  })
})

describe('a Retry-After that nobody can wait for', () => {
  test('ends the call at once with the error, which has it', async () => {
    const late = () => errorResponse(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '1000000000' })
    const read = createFakeClient([late()])
    await expect(read.client.account()).rejects.toMatchObject({ status: 503, retryAfterMs: 1e12 })
    const limited = createFakeClient([errorResponse(429, 'RATE_LIMITED', { 'retry-after': '1000000000' })])
    await expect(limited.client.images.generate({ prompt: 'x' })).rejects.toMatchObject({ status: 429 })
    const ambiguous = createFakeClient([brokenConnection(), late()])
    await expect(ambiguous.client.images.generate({ prompt: 'x' })).rejects.toThrow(SubmitAmbiguousError)
    for (const { clock } of [read, limited]) expect(clock.pausesMs).toEqual([])
  })
})
