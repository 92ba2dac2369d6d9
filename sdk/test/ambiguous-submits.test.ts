import { describe, expect, test } from 'vitest'
import {
  ConnectionError,
  type MediagenOptions,
  SubmitAbortedError,
  SubmitAmbiguousError,
} from '../src/index.js'
import { accepted, createFakeClient } from './support/fake-client.js'
import { brokenConnection, errorResponse, type FakeResponse, json } from './support/fake-fetch.js'
import { until } from './support/until.js'

/** A pause that is longer than there is time for. */
const late = { 'retry-after': '121' }

/** Generates over the given responses, and says what that came to. */
async function generate(responses: readonly FakeResponse[], options: MediagenOptions = {}) {
  const fake = createFakeClient(responses, { maxRetries: responses.length - 1, ...options })
  const outcome = await fake.client.images.generate({ prompt: 'x' }).catch((error: unknown) => error)
  return { outcome, ...fake }
}

describe('a try that got no response is not forgotten', () => {
  test.each([
    [408, 'ANY'],
    [429, 'RATE_LIMITED'],
    [500, 'INTERNAL'],
    [503, 'TIER_UNAVAILABLE'],
    [401, 'UNAUTHENTICATED'],
    [403, 'ANY'],
    [404, 'NOT_FOUND'],
  ])('when the last response is %i %s: whether there is a task is not known', async (status, code) => {
    const last = errorResponse(status, code, late)
    const { outcome, sent } = await generate([brokenConnection(), last])
    expect(outcome).toBeInstanceOf(SubmitAmbiguousError)
    expect(outcome).toMatchObject({
      cause: { status, code },
      idempotencyKey: sent[0]?.headers.get('idempotency-key'),
    })
  })

  test('also where a body broke off, whatever its status', async () => {
    for (const status of [200, 400, 503]) {
      const torn = new ReadableStream({ start: (body) => body.error(brokenConnection()) })
      const { outcome } = await generate([
        new Response(torn, { status }),
        errorResponse(429, 'RATE_LIMITED', late),
      ])
      expect(outcome).toMatchObject({ name: 'SubmitAmbiguousError', cause: { name: 'RateLimitError' } })
    }
  })

  test('also where it ran out of time', async () => {
    const { client, clock, sent } = createFakeClient(
      [() => new Promise(() => undefined), errorResponse(429, 'RATE_LIMITED', late)],
      { maxRetries: 1 },
    )
    const pending = client.images.generate({ prompt: 'x' }).catch((error: unknown) => error)
    await until(() => sent.length === 1)
    clock.strike()
    expect(await pending).toMatchObject({ name: 'SubmitAmbiguousError', cause: { status: 429 } })
  })

  test('also where a response comes that is none of the contract', async () => {
    const { outcome } = await generate([brokenConnection(), new Response('<html>Log in</html>')])
    expect(outcome).toMatchObject({ name: 'SubmitAmbiguousError', cause: { name: 'InvalidResponseError' } })
  })

  test.each([
    [400, 'INVALID_REQUEST'],
    [402, 'INSUFFICIENT_BALANCE'],
    [409, 'IDEMPOTENCY_CONFLICT'],
  ])(
    'but %i %s tells that the try before made no task, for its key would have been found',
    async (status, code) => {
      const { outcome } = await generate([brokenConnection(), errorResponse(status, code)])
      expect(outcome).toMatchObject({ status, code })
    },
  )

  test('in one sentence, also where the reason ends in a full stop', async () => {
    const cause = json({ status: 408, code: 'ANY', message: 'It did not respond.', requestId: 'r' }, 408)
    const { outcome } = await generate([brokenConnection(), cause])
    expect(String(outcome)).toContain('accepted: It did not respond; retry() asks')
  })

  test('and retry() that meets a 429 does not take it for the response either', async () => {
    const { outcome } = await generate([brokenConnection()])
    if (!(outcome instanceof SubmitAmbiguousError)) throw outcome
    await expect(outcome.retry({ maxRetries: 0 })).rejects.toMatchObject({ name: 'SubmitAmbiguousError' })
  })
})

describe('a response that is not the service’s own', () => {
  const pageOf = (status: number) => () => new Response('<html>Sorry</html>', { status })

  test.each([500, 502, 503, 504, 520, 521, 522, 523, 524])(
    'with %i is asked again for under the same key, and says nothing of what became of the generation',
    async (status) => {
      const { outcome, sent } = await generate([pageOf(status), pageOf(status), pageOf(status)])
      expect(outcome).toBeInstanceOf(SubmitAmbiguousError)
      expect(outcome).toMatchObject({ cause: { status, code: `HTTP_${status}` } })
      expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
      expect(sent).toHaveLength(3)
      const replay = accepted({ 'idempotency-replayed': 'true' })
      const found = await generate([pageOf(status), replay])
      expect(found.outcome).toMatchObject({ id: 'task-1', replayed: true })
    },
  )

  test.each([400, 403, 404, 413])(
    'with %i is not asked again for, and leaves the same doubt',
    async (status) => {
      const { outcome, sent } = await generate([pageOf(status)])
      expect(outcome).toMatchObject({ name: 'SubmitAmbiguousError', cause: { status } })
      expect(sent).toHaveLength(1)
    },
  )

  test('settles no try before it, as the response of the service would', async () => {
    const { outcome } = await generate([brokenConnection(), pageOf(413)])
    expect(outcome).toMatchObject({ name: 'SubmitAmbiguousError', cause: { status: 413 } })
  })

  test('of JSON is known by what the contract puts into an error', async () => {
    for (const body of [
      { code: 'busy' },
      { error: { code: 'busy' } },
      { status: 500, code: 'A', requestId: 'b' },
    ]) {
      const { outcome } = await generate([json(body, 503)])
      expect(outcome).toMatchObject({ name: 'SubmitAmbiguousError', cause: { status: 503 } })
    }
  })

  test.each([
    [429, 'RATE_LIMITED'],
    [503, 'TIER_UNAVAILABLE'],
    [503, 'SERVICE_UNAVAILABLE'],
    [500, 'INTERNAL'],
    [401, 'UNAUTHENTICATED'],
  ])('but %i %s is its own: nothing was accepted', async (status, code) => {
    const { outcome } = await generate([errorResponse(status, code, late)])
    expect(outcome).toMatchObject({ status, code })
  })
})

describe('retry()', () => {
  test('goes on without the signal of the first call, and takes one of its own', async () => {
    const { client } = createFakeClient([brokenConnection(), accepted()], { maxRetries: 0 })
    const first = new AbortController()
    const error = await client.images
      .generate({ prompt: 'x' }, { signal: first.signal })
      .catch((reason: unknown) => reason)
    if (!(error instanceof SubmitAmbiguousError)) throw error
    first.abort()
    await expect(error.retry({ signal: AbortSignal.abort() })).rejects.toThrow()
    await expect(error.retry()).resolves.toMatchObject({ id: 'task-1', idempotencyKey: error.idempotencyKey })
  })
})

describe('a service that is not there', () => {
  const ofNode = (code: string, syscall?: string) => {
    const cause = Object.assign(new Error(`${syscall ?? 'connect'} ${code}`), { code, syscall })
    return new TypeError('fetch failed', { cause })
  }
  const ofBun = (code: string) => Object.assign(new TypeError(`${code}: Unable to connect.`), { code })
  const ofDeno = (words: string) => {
    return new TypeError('fetch failed', { cause: new Error(`error sending request for url: ${words}`) })
  }

  test.each<[string, Error]>([
    ['nobody listens, on Node', ofNode('ECONNREFUSED')],
    ['no such host, on Node', ofNode('ENOTFOUND', 'getaddrinfo')],
    ['no name server, on Node', ofNode('EAI_AGAIN', 'getaddrinfo')],
    ['no route, on Node', ofNode('EHOSTUNREACH', 'connect')],
    ['no network, on Node', ofNode('ENETUNREACH', 'connect')],
    ['no response to a connection, on Node', ofNode('ETIMEDOUT', 'connect')],
    ['no response to a connection, by undici', ofNode('UND_ERR_CONNECT_TIMEOUT')],
    ['a certificate of its own, on Node', ofNode('DEPTH_ZERO_SELF_SIGNED_CERT')],
    ['a certificate that has run out, on Node', ofNode('CERT_HAS_EXPIRED')],
    ['a certificate of another host, on Node', ofNode('ERR_TLS_CERT_ALTNAME_INVALID')],
    ['an unknown authority, on Node', ofNode('UNABLE_TO_VERIFY_LEAF_SIGNATURE')],
    ['no TLS there, on Node', ofNode('ERR_SSL_WRONG_VERSION_NUMBER')],
    ['nobody listens, by node-fetch', Object.assign(new Error('failed'), { code: 'ECONNREFUSED' })],
    ['nobody listens, on Bun', ofBun('ECONNREFUSED')],
    ['nobody listens, on an older Bun', ofBun('ConnectionRefused')],
    ['no route, on Bun', ofBun('EHOSTUNREACH')],
    ['no TLS there, on Bun', ofBun('EPROTO')],
    ['nobody listens, on Deno', ofDeno('client error (Connect): tcp connect error: Connection refused')],
    ['a certificate of its own, on Deno', ofDeno('client error (Connect): invalid peer certificate')],
    ['every address is refused', new TypeError('fetch failed', { cause: refusedTwice() })],
  ])('on every try has certainly accepted nothing: %s', async (_, error) => {
    const { outcome } = await generate([error, error])
    expect(outcome).toBeInstanceOf(ConnectionError)
    expect(outcome).not.toBeInstanceOf(SubmitAmbiguousError)
    const words = 'POST https://media.test/api/v1/images/generations got no response: no connection was made'
    expect(outcome).toMatchObject({ name: 'ConnectionError', message: expect.stringContaining(words) })
  })

  test.each<[string, Error]>([
    ['reset, on Node', ofNode('ECONNRESET', 'read')],
    ['without a route by now, on Node', ofNode('EHOSTUNREACH', 'read')],
    ['closed, by undici', ofNode('UND_ERR_SOCKET')],
    ['reset, on Bun', ofBun('ECONNRESET')],
    ['closed, on Deno', ofDeno('client error (SendRequest): connection closed before message completed')],
    ['lost, in a Worker', new Error('Network connection lost.')],
  ])('may have accepted what was sent over a connection that was %s', async (_, error) => {
    const { outcome } = await generate([error])
    expect(outcome).toBeInstanceOf(SubmitAmbiguousError)
  })

  test('names its code where the errors of several addresses have no message together', async () => {
    const cause = Object.assign(new AggregateError([new Error('one')], ''), { code: 'ECONNREFUSED' })
    const { outcome } = await generate([new TypeError('fetch failed', { cause })])
    expect(outcome).toMatchObject({
      message: expect.stringContaining('no connection was made (ECONNREFUSED)'),
    })
  })

  test('is named in one line, whatever the platform says', async () => {
    const cause = Object.assign(new Error('0A:SSL routines:wrong version\n'), { code: 'EPROTO' })
    const { outcome } = await generate([new TypeError('fetch failed', { cause })])
    expect(String(outcome)).toContain('no connection was made (0A:SSL routines:wrong version); check')
  })

  test('on some tries only may have accepted the others', async () => {
    const { outcome } = await generate([brokenConnection(), ofNode('ECONNREFUSED')])
    expect(outcome).toBeInstanceOf(SubmitAmbiguousError)
  })
})

describe('an abort of a generation', () => {
  test('that may have been accepted has the key, and finds the task by it', async () => {
    const replay = accepted({ 'idempotency-replayed': 'true' })
    const { client, sent } = createFakeClient([() => new Promise(() => undefined), replay])
    const controller = new AbortController()
    const pending = client.images
      .generate({ prompt: 'x' }, { signal: controller.signal })
      .catch((reason: unknown) => reason)
    await until(() => sent.length === 1)
    controller.abort()
    const error = await pending
    if (!(error instanceof SubmitAbortedError)) throw error
    expect(error).toMatchObject({ name: 'AbortError', cause: controller.signal.reason, retryable: false })
    expect(error.idempotencyKey).toBe(sent[0]?.headers.get('idempotency-key'))
    await expect(error.retry()).resolves.toMatchObject({ id: 'task-1', replayed: true })
    expect(sent[1]?.headers.get('idempotency-key')).toBe(error.idempotencyKey)
  })

  test('has the name and the words of its reason, whatever that is', async () => {
    for (const [reason, name, words] of [
      [new DOMException('too late', 'TimeoutError'), 'TimeoutError', 'too late'],
      ['the person left', 'AbortError', 'the person left'],
    ] as const) {
      const { client, sent } = createFakeClient([() => new Promise(() => undefined)])
      const controller = new AbortController()
      const pending = client.images.generate({ prompt: 'x' }, { signal: controller.signal })
      until(() => sent.length === 1).then(() => controller.abort(reason))
      await expect(pending).rejects.toMatchObject({ name, message: expect.stringContaining(words) })
    }
  })

  test('that was clearly rejected so far, or never sent, rejects with the reason itself', async () => {
    const reason = new Error('the person left')
    const { client, clock } = createFakeClient([errorResponse(429, 'RATE_LIMITED')])
    clock.holdPauses()
    const controller = new AbortController()
    const pending = client.images.generate({ prompt: 'x' }, { signal: controller.signal })
    until(() => clock.pausesMs.length === 1).then(() => controller.abort(reason))
    await expect(pending).rejects.toBe(reason)
    const before = client.images.generate({ prompt: 'x' }, { signal: AbortSignal.abort(reason) })
    await expect(before).rejects.toBe(reason)
  })
})

/** What Node rejects with for a host of two addresses. */
function refusedTwice(): Error {
  const one = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
  return Object.assign(new AggregateError([one, one], ''), { code: 'ECONNREFUSED' })
}
