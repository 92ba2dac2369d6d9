import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { serve } from '@hono/node-server'
import {
  createMockService,
  createVirtualClock,
  type MockService,
  type MockServiceOptions,
  type VirtualClock,
} from '@mediagen/sdk/testing'
import OpenAI from 'openai'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createGateway } from './gateway.ts'

const generations = '/v1/images/generations'
const graceMs = 30_000
/** More than the memory of one API key and that of all unknown keys hold. */
const strangersRequests = 1100
const forever = Number.MAX_SAFE_INTEGER
const photo = new URL('../basics/photo.jpg', import.meta.url)

/** What a request has beside its fields. */
interface Extras {
  readonly key?: string
  readonly retryCount?: number
  readonly signal?: AbortSignal
}

/** A gateway to a mock whose tasks stand still until `serviceClock` is advanced. */
function setUp(options: MockServiceOptions = {}, before?: (url: string) => Promise<Response | undefined>) {
  const serviceClock = createVirtualClock()
  const graceClock = createVirtualClock()
  const service = createMockService({ clock: still(serviceClock), queuedMs: 0, processingMs: 0, ...options })
  const fetchService: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const isStranger = request.headers.get('authorization')?.endsWith('stranger')
    if (isStranger && request.url.startsWith(service.baseUrl)) return unauthenticated()
    return (await before?.(request.url)) ?? service.fetch(request)
  }
  const app = createGateway({ baseUrl: service.baseUrl, fetch: fetchService, graceMs, clock: graceClock })
  const post = async (
    path: string,
    fields: object,
    { key = 'mg_key', retryCount = 0, signal }: Extras = {},
  ) =>
    app.request(path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'x-stainless-retry-count': String(retryCount),
        ...(!(fields instanceof FormData) && { 'content-type': 'application/json' }),
      },
      body: fields instanceof FormData ? fields : JSON.stringify(fields),
      ...(signal && { signal }),
    })
  const generate = async (fields: object, extras?: Extras) => {
    const response = await post(generations, { response_format: 'url', ...fields }, extras)
    const text = await response.text()
    const { data = [], error } = text === '' ? {} : JSON.parse(text)
    const tasks = data.map(({ url }: { url: string }) => new URL(url).pathname.split('/').at(-1))
    return { status: response.status, shouldRetry: response.headers.get('x-should-retry'), tasks, error }
  }
  return { service, serviceClock, graceClock, app, post, generate }
}

/** A clock whose pauses last until the signal ends them, so that a held poll does not move the time. */
function still(clock: VirtualClock): VirtualClock {
  const delay = (_ms: number, signal?: AbortSignal) =>
    new Promise<void>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
      if (signal?.aborted) reject(signal.reason)
    })
  return { ...clock, delay }
}

function unauthenticated(): Response {
  const error = { code: 'UNAUTHENTICATED', message: 'The API key is not known.', details: [] }
  return Response.json({ error }, { status: 401 })
}

function accepted(service: MockService, count: number): Promise<void> {
  return vi.waitFor(() => expect(service.taskCount()).toBe(count))
}

describe('several images', () => {
  test('are refused before one of them is paid where the balance does not cover all', async () => {
    const { service, generate } = setUp({ balance: '0.05' })
    expect(await generate({ prompt: 'a fox', n: 4 })).toMatchObject({
      status: 429,
      shouldRetry: 'false',
      error: { code: 'insufficient_quota' },
    })
    expect([service.taskCount(), service.balance()]).toEqual([0, '0.05'])
  })

  test('are answered again where their first try has spent the balance', async () => {
    const { service, generate } = setUp({ balance: '0.04' })
    const first = await generate({ prompt: 'a fox', n: 2 })
    expect(first.tasks).toEqual(['task1', 'task2'])
    expect(await generate({ prompt: 'a fox', n: 2 }, { retryCount: 1 })).toMatchObject({
      tasks: first.tasks,
    })
    expect(service.balance()).toBe('0.00')
  })

  test('are answered with those that were made where one task failed', async () => {
    const { service, generate } = setUp()
    service.faults.failTasks('GENERATION_FAILED')
    expect((await generate({ prompt: 'a fox', n: 3 })).tasks).toEqual(['task2', 'task3'])
    expect(service.balance()).toBe('99.96')
  })

  test('are answered with those that were accepted where another request spent the balance meanwhile', async () => {
    const balance = { id: 'a', balance: '1.00', currency: 'USD' }
    const { generate } = setUp({ balance: '0.05' }, async (url) =>
      url.endsWith('/me') ? Response.json(balance) : undefined,
    )
    expect(await generate({ prompt: 'a fox', n: 4 })).toMatchObject({
      status: 200,
      tasks: ['task1', 'task2'],
    })
  })

  test('give the first error where every task failed', async () => {
    const { service, generate } = setUp()
    service.faults.failTasks('GENERATION_FAILED', 2)
    expect(await generate({ prompt: 'a fox', n: 2 })).toMatchObject({
      status: 500,
      error: { code: 'generation_failed' },
    })
    expect(service.balance()).toBe('100.00')
  })
})

describe('a client that has gone', () => {
  test('has no generation submitted any more', async () => {
    const gone = new AbortController()
    const { service, generate } = setUp({}, async (url) => {
      if (url.endsWith('/me')) gone.abort()
      return undefined
    })
    await generate({ prompt: 'a fox', n: 5 }, { signal: gone.signal })
    expect(service.taskCount()).toBe(0)
  })

  test('pays nothing for what still waits when the grace is over', async () => {
    const { service, graceClock, generate } = setUp({ queuedMs: forever })
    const gone = new AbortController()
    const asked = generate({ prompt: 'a fox', n: 3 }, { signal: gone.signal })
    await accepted(service, 3)
    gone.abort()
    await asked
    graceClock.advance(graceMs - 1)
    expect(service.balance()).toBe('99.94')
    graceClock.advance(1)
    await vi.waitFor(() => expect(service.balance()).toBe('100.00'))
  })

  test('is noticed by its connection', async () => {
    const { service, graceClock, app } = setUp({ queuedMs: forever })
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 })
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const openai = new OpenAI({ baseURL: `http://127.0.0.1:${port}/v1`, apiKey: 'mg_key' })
    const gone = new AbortController()
    const asked = openai.images.generate({ prompt: 'a fox', n: 2 }, { signal: gone.signal })
    asked.catch(() => undefined)
    await accepted(service, 2)
    gone.abort()
    await expect(asked).rejects.toThrow('aborted')
    await vi.waitFor(() => {
      graceClock.advance(graceMs)
      expect(service.balance()).toBe('100.00')
    })
  })

  test('gets its images when it comes back within the grace', async () => {
    const { service, serviceClock, graceClock, generate } = setUp({ queuedMs: forever / 2 })
    const gone = new AbortController()
    const asked = generate({ prompt: 'a fox', n: 2 }, { signal: gone.signal })
    await accepted(service, 2)
    gone.abort()
    await asked
    graceClock.advance(graceMs - 1)
    serviceClock.advance(forever / 2)
    const again = await generate({ prompt: 'a fox', n: 2 }, { retryCount: 1 })
    graceClock.advance(graceMs)
    expect([again.tasks, service.taskCount(), service.balance()]).toEqual([['task1', 'task2'], 2, '99.96'])
  })

  test('is asked for a new request when it comes back after the grace', async () => {
    const { service, graceClock, generate } = setUp({ queuedMs: forever })
    const gone = new AbortController()
    const asked = generate({ prompt: 'a fox' }, { signal: gone.signal })
    await accepted(service, 1)
    gone.abort()
    await asked
    graceClock.advance(graceMs)
    await vi.waitFor(() => expect(service.balance()).toBe('100.00'))
    expect(await generate({ prompt: 'a fox' }, { retryCount: 1 })).toMatchObject({ status: 409 })
    expect(service.taskCount()).toBe(1)
  })

  test('has the video cancelled whose answer it did not get, and keeps the one that it got', async () => {
    const gone = new AbortController()
    const { service, graceClock, post } = setUp({ queuedMs: forever }, async (url) => {
      if (url.includes('/tasks/task2') && !url.endsWith('/cancel')) gone.abort()
      return undefined
    })
    await post('/v1/videos', { prompt: 'waves' })
    const reserved = service.balance()
    await post('/v1/videos', { prompt: 'waves' }, { signal: gone.signal })
    expect(service.taskCount()).toBe(2)
    graceClock.advance(graceMs)
    await vi.waitFor(() => expect(service.balance()).toBe(reserved))
  })
})

describe('the memory of repetitions', () => {
  test.each([
    ['requests that are not valid', { n: 0 }],
    ['requests with a key that is not known', {}],
    ['repetitions of what was never sent', { retryCount: 1 }],
  ])(
    'keeps what a caller has paid through 1,100 of a stranger: %s',
    async (_, { retryCount, ...fields }: Stranger) => {
      const { generate } = setUp()
      const first = await generate({ prompt: 'a fox' })
      for (let index = 0; index < strangersRequests; index += 1) {
        const extras = { key: `${index}-stranger`, ...(retryCount && { retryCount }) }
        await generate({ prompt: `a fox ${index}`, ...fields }, extras)
      }
      expect(await generate({ prompt: 'a fox' }, { retryCount: 1 })).toMatchObject({ tasks: first.tasks })
    },
  )

  test('gives a broken request its own image after an equal one was answered', async () => {
    const queuedMs: MockServiceOptions['queuedMs'] = ({ id }) => (id === 'task1' ? 1 : 0)
    const { service, serviceClock, generate } = setUp({ queuedMs })
    const gone = new AbortController()
    const broken = generate({ prompt: 'a fox' }, { signal: gone.signal })
    await accepted(service, 1)
    expect((await generate({ prompt: 'a fox' })).tasks).toEqual(['task2'])
    gone.abort()
    await broken
    serviceClock.advance(1)
    expect((await generate({ prompt: 'a fox' }, { retryCount: 1 })).tasks).toEqual(['task1'])
    expect(service.taskCount()).toBe(2)
  })

  test('gives two broken requests of equal content an image each', async () => {
    const { service, serviceClock, generate } = setUp({ queuedMs: 1 })
    const gone = new AbortController()
    const broken = [1, 2].map(() => generate({ prompt: 'a fox' }, { signal: gone.signal }))
    await accepted(service, 2)
    gone.abort()
    await Promise.all(broken)
    serviceClock.advance(1)
    const again = await Promise.all([1, 2].map(() => generate({ prompt: 'a fox' }, { retryCount: 1 })))
    expect(again.flatMap(({ tasks }) => tasks).toSorted()).toEqual(['task1', 'task2'])
    expect(service.taskCount()).toBe(2)
  })
})

/** What a stranger sends. */
interface Stranger {
  readonly n?: number
  readonly retryCount?: number
}

describe('what a stranger sends is refused as the client expects it', () => {
  test('a key that no header carries', async () => {
    const { generate } = setUp()
    expect(await generate({ prompt: 'a fox' }, { key: 'é' })).toMatchObject({
      status: 401,
      error: { code: 'invalid_api_key' },
    })
  })

  test.each(['', '.', '..', '../me', 'a/cancel', 'a?b', '%2e%2e'])(
    'a video of the task "%s"',
    async (taskId) => {
      const { app } = setUp()
      const order = { taskId, model: 'm', seconds: '4', size: 'auto' }
      const id = `video_${Buffer.from(JSON.stringify(order)).toString('base64url')}`
      const headers = { authorization: 'Bearer mg_key' }
      for (const path of [`/v1/videos/${id}`, `/v1/videos/${id}/content`])
        expect((await app.request(path, { headers })).status).toBe(404)
    },
  )

  test('a form of more than 100 parts, without reading them', async () => {
    const { post } = setUp()
    const form = new FormData()
    for (let index = 0; index <= 100; index += 1) form.append('prompt', 'a fox')
    const response = await post('/v1/images/edits', form)
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { code: 'too_many_parts' } },
    ])
    form.delete('prompt')
    form.set('prompt', 'warmer')
    form.set('image', new File([await readFile(photo)], 'photo.jpg', { type: 'image/jpeg' }))
    for (let index = 2; index < 100; index += 1) form.append('user', 'me')
    expect((await post('/v1/images/edits', form)).status).toBe(200)
  })

  test('a JSON body of more than 1 MB', async () => {
    const { generate } = setUp()
    expect(await generate({ prompt: 'a'.repeat(1024 * 1024) })).toMatchObject({ status: 413 })
  })
})
