import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { send, type Transport } from '../src/core/transport.js'
import { ApiError, ConnectionError, type MediagenOptions, RequestTimeoutError } from '../src/index.js'
import { createFakeClient } from './support/fake-client.js'
import { createFakeClock } from './support/fake-clock.js'
import {
  brokenConnection,
  createFakeFetch,
  errorResponse,
  type FakeResponse,
  json,
} from './support/fake-fetch.js'
import { until } from './support/until.js'

const account = { id: 'account-1', balance: '12.50', currency: 'USD' }
const times = (count: number, make: () => FakeResponse) => Array.from({ length: count }, make)

/** Reads the account over the given responses; resolves to what the call came to, and what it did for it. */
async function readAccount(responses: readonly FakeResponse[], options?: MediagenOptions) {
  const fake = createFakeClient(responses, options)
  const outcome = await fake.client.account().catch((error: unknown) => error)
  return { outcome, requests: fake.sent.length, ...fake }
}

describe('a response that another try may mend', () => {
  test('a connection that breaks before or amid the response is tried again', async () => {
    const torn = () => new Response(new ReadableStream({ start: (body) => body.error(brokenConnection()) }))
    const { outcome, requests } = await readAccount([brokenConnection(), torn, json(account)])
    expect(outcome).toEqual(account)
    expect(requests).toBe(3)
  })

  test('no response at all comes out as a ConnectionError with the cause, after all tries', async () => {
    const { outcome, requests } = await readAccount(times(5, brokenConnection))
    expect(outcome).toBeInstanceOf(ConnectionError)
    expect(outcome).toMatchObject({
      name: 'ConnectionError',
      message:
        'GET https://media.test/api/v1/me got no response: fetch failed (read ECONNRESET); check the network and baseUrl',
      retryable: true,
      cause: { message: 'fetch failed' },
    })
    expect(requests).toBe(5)
  })

  test('the last error response comes out when tries are used up', async () => {
    const { outcome, requests } = await readAccount(times(5, () => errorResponse(500, 'INTERNAL')))
    expect(outcome).toBeInstanceOf(ApiError)
    expect(outcome).toMatchObject({ code: 'INTERNAL', retryable: true })
    expect(requests).toBe(5)
  })

  test('maxRetries 0 means one request, for the client and for a single call', async () => {
    expect((await readAccount([errorResponse(500, 'INTERNAL')], { maxRetries: 0 })).requests).toBe(1)
    const { client, sent } = createFakeClient([errorResponse(500, 'INTERNAL')])
    await expect(client.account({ maxRetries: 0 })).rejects.toThrow(ApiError)
    expect(sent).toHaveLength(1)
  })
})

describe('the pause between two tries', () => {
  test('doubles from half a second up to eight seconds', async () => {
    const { clock } = await readAccount(
      times(7, () => errorResponse(500, 'INTERNAL')),
      { maxRetries: 6 },
    )
    expect(clock.pausesMs).toEqual([500, 1000, 2000, 4000, 8000, 8000])
  })

  test('is drawn from the whole span down to nothing', async () => {
    const { clock } = await readAccount([...times(2, brokenConnection), json(account)], {
      random: () => 0.25,
    })
    expect(clock.pausesMs).toEqual([125, 250])
  })

  test('never goes beyond the deadline: the error says instead how long to wait', async () => {
    const responses = [errorResponse(429, 'RATE_LIMITED', { 'retry-after': '121' })]
    const { outcome, clock } = await readAccount(responses)
    expect(outcome).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 121_000 })
    expect(clock.pausesMs).toEqual([])
    const inside = await readAccount([
      errorResponse(429, 'RATE_LIMITED', { 'retry-after': '119' }),
      json(account),
    ])
    expect(inside.outcome).toEqual(account)
  })
})

describe('a date in Retry-After', () => {
  test.each(['Thu, 01 Jan 2026 01:00:00 GMT', 'Wed, 31 Dec 2025 23:00:00 GMT'])(
    'is read by the clock of the service, here %s, not by the one of this computer',
    async (date) => {
      const retryAfter = new Date(Date.parse(date) + 7000).toUTCString()
      const { clock, outcome } = await readAccount([
        errorResponse(429, 'RATE_LIMITED', { date, 'retry-after': retryAfter }),
        json(account),
      ])
      expect(clock.pausesMs).toEqual([7000])
      expect(outcome).toEqual(account)
    },
  )
})

describe('what a part of the SDK asks of send', () => {
  const put = () => ({ method: 'PUT', url: 'https://files.test/put', headers: new Headers(), body: 'bytes' })

  test('is to go on up to a moment of its own, beyond the time that a call may take', async () => {
    const { transport, sent, clock } = createFakeTransport([
      ...times(3, () => silence),
      new Response('there'),
    ])
    const deadlineMs = clock.now() + 500_000
    const pending = send(transport, put(), { timeoutMs: transport.totalTimeoutMs, deadlineMs })
    for (const tries of [1, 2, 3]) {
      await until(() => sent.length === tries)
      clock.strike()
    }
    expect(await (await pending).text()).toBe('there')
  })

  test('leaves time for one try when that moment has gone by, as clocks differ', async () => {
    const { transport, clock } = createFakeTransport([new Response('there')])
    const response = await send(transport, put(), { deadlineMs: clock.now() - 3_600_000 })
    expect(await response.text()).toBe('there')
  })

  test('lets go of the body of a streamed response that it gives up for another try', async () => {
    let released = 0
    const cancel = () => {
      released += 1
    }
    const body = () => new ReadableStream({ cancel })
    const responses = [new Response(body(), { status: 503 }), new Response(body())]
    const { transport } = createFakeTransport(responses)
    const response = await send(
      transport,
      { method: 'GET', url: 'https://files.test/out', headers: new Headers() },
      { streamed: true },
    )
    expect([response.status, released]).toEqual([200, 1])
  })

  test('stops at once by a signal beside the request, with its reason as it is and without a retry', async () => {
    const { transport, sent } = createFakeTransport([silence])
    const controller = new AbortController()
    const pending = send(transport, put(), { signal: controller.signal })
    await until(() => sent.length === 1)
    const reason = new RangeError('a fault of a callback')
    controller.abort(reason)
    await expect(pending).rejects.toBe(reason)
    expect(sent).toHaveLength(1)
  })
})

describe('a response that does not come', () => {
  test('is given up after timeoutMs, and asked for again', async () => {
    const { client, clock, sent } = createFakeClient([silence, json(account)], { timeoutMs: 5000 })
    const startedAt = clock.now()
    const pending = client.account()
    await until(() => sent.length === 1)
    clock.strike()
    await expect(pending).resolves.toEqual(account)
    expect(clock.now() - startedAt).toBe(5000 + 500)
  })

  test('comes out as a RequestTimeoutError, which is a ConnectionError', async () => {
    const { client, clock, sent } = createFakeClient([silence], { maxRetries: 0 })
    const pending = client.account().catch((error: unknown) => error)
    await until(() => sent.length === 1)
    clock.strike()
    const error = await pending
    expect(error).toBeInstanceOf(RequestTimeoutError)
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({
      name: 'RequestTimeoutError',
      message:
        'GET https://media.test/api/v1/me got no response in 30000 ms; check the network, or allow more by timeoutMs',
      retryable: true,
    })
  })

  test('leaves no timer behind, whatever the call came to', async () => {
    expect((await readAccount([json(account)])).clock.openLimits()).toBe(0)
    expect(
      (await readAccount([brokenConnection(), errorResponse(404, 'NOT_FOUND')])).clock.openLimits(),
    ).toBe(0)
  })
})

describe('an abort', () => {
  test('is not listened for any more once its call is over, however many use one signal', async () => {
    const { client } = createFakeClient(times(60, () => json(account)))
    const { signal } = new AbortController()
    for (let call = 0; call < 60; call += 1) await client.account({ signal })
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('rejects at once with the reason of the signal, though fetch does not heed it', async () => {
    const { client, sent } = createFakeClient([silence])
    const controller = new AbortController()
    const pending = client.account({ signal: controller.signal })
    await until(() => sent.length === 1)
    const reason = new Error('the person left')
    controller.abort(reason)
    await expect(pending).rejects.toBe(reason)
  })

  test('ends a pause between two tries at once', async () => {
    const { client, clock, sent } = createFakeClient([brokenConnection()])
    clock.holdPauses()
    const controller = new AbortController()
    const pending = client.account({ signal: controller.signal })
    await until(() => clock.pausesMs.length === 1)
    controller.abort()
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
    expect(sent).toHaveLength(1)
  })

  test('of before keeps the request from going out', async () => {
    const { client, sent } = createFakeClient([])
    await expect(client.account({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(sent).toEqual([])
  })
})

/** What a client sends by, over the given responses. */
function createFakeTransport(responses: readonly FakeResponse[]) {
  const clock = createFakeClock()
  const { fetch, sent } = createFakeFetch(...responses)
  const times = { timeoutMs: 30_000, transferTimeoutMs: 120_000, totalTimeoutMs: 120_000 }
  const transport: Transport = {
    ...times,
    hooks: {},
    fetch,
    clock,
    random: () => 1,
    readTraceparent: () => undefined,
    maxRetries: 4,
    readApiKey: () => undefined,
    requestsPerMinute: 60,
  }
  return { transport, sent, clock }
}

/** A server that took the request and says nothing, behind a fetch that heeds no signal. */
function silence(): Promise<Response> {
  return new Promise(() => undefined)
}
