import { readFile } from 'node:fs/promises'
import type { MockServiceOptions } from '@mediagen/sdk/testing'
import { describe, expect, test, vi } from 'vitest'
import { accepted, setUp } from './gateway-for-tests.ts'

/** More than the memory of one API key and that of all unknown keys hold. */
const strangersRequests = 1100
const photo = new URL('../basics/photo.jpg', import.meta.url)

type Gateway = ReturnType<typeof setUp>['app']

/** What a stranger sends. */
interface Stranger {
  readonly n?: number
  readonly retryCount?: number
}

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

  test('gives a broken request its own image after an equal one got its own', async () => {
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

describe('a body', () => {
  const form = 'multipart/form-data; boundary=b'
  const megabyte = 1024 * 1024
  /** Sends a body that never ends, after its first bytes; tells how many of its chunks were taken. */
  function sendEndless(
    app: Gateway,
    { key, type = form, bytes }: { key?: string; type?: string; bytes?: number },
  ) {
    let taken = 0
    const gone = new AbortController()
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          taken += 1
          if (taken === 1) controller.enqueue(new Uint8Array(1000))
        },
      },
      { highWaterMark: 0 },
    )
    const response = app.request('/v1/images/edits', {
      method: 'POST',
      headers: {
        'content-type': type,
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(bytes !== undefined && { 'content-length': String(bytes) }),
      },
      body,
      duplex: 'half',
      signal: gone.signal,
    } as RequestInit)
    return { response, isRead: () => taken > 0, leave: () => gone.abort() }
  }
  const codeOf = async (response: Response | Promise<Response>) => {
    const { status } = await response
    return [status, (await (await response).json()).error.code]
  }

  test.each([
    ['without a key', undefined],
    ['with a key that the service does not know', 'a-stranger'],
  ])('%s is not read', async (_, key) => {
    const { app } = setUp()
    for (const bytes of [20 * megabyte, undefined]) {
      const sent = sendEndless(app, { ...(key && { key }), ...(bytes && { bytes }) })
      expect(await codeOf(sent.response)).toEqual([401, 'invalid_api_key'])
      expect(sent.isRead()).toBe(false)
    }
  })

  test('that does not arrive within 30 seconds is given up, and its place is free again', async () => {
    const { app, graceClock } = setUp()
    for (let round = 0; round < 2; round += 1) {
      const sent = [1, 2, 3, 4].map(() => sendEndless(app, { key: 'mg_key' }))
      await vi.waitFor(() => expect(sent.every(({ isRead }) => isRead())).toBe(true), 20_000)
      expect(await codeOf(sendEndless(app, { key: 'mg_key' }).response)).toEqual([429, 'rate_limit_exceeded'])
      graceClock.advance(30_000)
      for (const { response } of sent) expect(await codeOf(response)).toEqual([408, 'request_timeout'])
    }
  })

  test('of one caller leaves room for those of others, up to 252 MB of all', async () => {
    const { app, generate } = setUp()
    const sent = ['a', 'b', 'c'].flatMap((key) => [1, 2, 3, 4].map(() => sendEndless(app, { key })))
    await vi.waitFor(() => expect(sent.every(({ isRead }) => isRead())).toBe(true), 20_000)
    expect(await codeOf(sendEndless(app, { key: 'd', bytes: megabyte }).response)).toEqual([
      429,
      'rate_limit_exceeded',
    ])
    for (const { leave } of sent) leave()
    for (const { response } of sent) expect((await response).status).toBe(499)
    expect((await generate({ prompt: 'a fox' })).status).toBe(200)
  })

  test('of JSON with 200,000 levels is a bad request', async () => {
    const { app, service } = setUp()
    const body = `{"prompt":"a fox","user":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    const headers = { authorization: 'Bearer mg_key', 'content-type': 'application/json' }
    const response = app.request('/v1/images/generations', { method: 'POST', headers, body })
    expect(await codeOf(response)).toEqual([400, 'invalid_request'])
    expect(service.taskCount()).toBe(0)
  })
})

describe('a key that was valid within the last hour', () => {
  test('passes while the service cannot check it; another one is not retried by the client', async () => {
    let isAway = false
    const { app, generate } = setUp({}, async () => (isAway ? Response.json({}, { status: 503 }) : undefined))
    vi.useFakeTimers({ toFake: ['Date'] })
    expect((await generate({ prompt: 'a fox' })).status).toBe(200)
    isAway = true
    vi.setSystemTime(Date.now() + 61_000)
    expect(await generate({ prompt: 'a fox' }, { key: 'mg_new' })).toMatchObject({
      status: 503,
      shouldRetry: 'false',
    })
    const path = '/v1/images/generations'
    const headers = { authorization: 'Bearer mg_key', 'content-type': 'application/json' }
    const invalid = await app.request(path, { method: 'POST', headers, body: '[]' })
    expect(invalid.status).toBe(400)
  })
})

describe('what a stranger sends is rejected as the client expects it', () => {
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
