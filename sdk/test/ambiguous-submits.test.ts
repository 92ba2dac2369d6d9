import { describe, expect, test } from 'vitest'
import {
  ConnectionError,
  type MediagenOptions,
  SubmitAbortedError,
  SubmitAmbiguousError,
} from '../src/index.js'
import { accepted, createFakeClient } from './support/fake-client.js'
import { brokenConnection, type FakeAnswer, refusal } from './support/fake-fetch.js'
import { until } from './support/until.js'

/** Generates over the given answers, and says what that came to. */
async function generate(answers: readonly FakeAnswer[], options: MediagenOptions = {}) {
  const fake = createFakeClient(answers, { maxRetries: answers.length - 1, ...options })
  const outcome = await fake.client.images.generate({ prompt: 'x' }).catch((error: unknown) => error)
  return { outcome, ...fake }
}

describe('a try that got no answer is not forgotten', () => {
  test.each([
    [408, 'ANY'],
    [429, 'RATE_LIMITED'],
    [500, 'INTERNAL'],
    [503, 'TIER_UNAVAILABLE'],
    [401, 'UNAUTHENTICATED'],
    [403, 'ANY'],
    [404, 'NOT_FOUND'],
  ])('when the last answer is %i %s: whether there is a task is not known', async (status, code) => {
    const { outcome, sent } = await generate([brokenConnection(), refusal(status, code)])
    expect(outcome).toBeInstanceOf(SubmitAmbiguousError)
    expect(outcome).toMatchObject({
      cause: { status, code },
      idempotencyKey: sent[0]?.headers.get('idempotency-key'),
    })
  })

  test('also where a gateway gave the service up, and where a body broke off', async () => {
    const torn = new Response(new ReadableStream({ start: (body) => body.error(brokenConnection()) }))
    for (const first of [refusal(502, 'ANY'), refusal(504, 'ANY'), torn]) {
      const { outcome } = await generate([first, refusal(429, 'RATE_LIMITED')])
      expect(outcome).toMatchObject({ name: 'SubmitAmbiguousError', cause: { name: 'RateLimitError' } })
    }
  })

  test('but a refusal whose body broke off has certainly not been accepted', async () => {
    const body = new ReadableStream({ start: (stream) => stream.error(brokenConnection()) })
    const { outcome } = await generate([new Response(body, { status: 429 })])
    expect(outcome).toMatchObject({ name: 'ConnectionError' })
  })

  test('also where it ran out of time', async () => {
    const { client, clock, sent } = createFakeClient(
      [() => new Promise(() => undefined), refusal(429, 'RATE_LIMITED')],
      { maxRetries: 1 },
    )
    const pending = client.images.generate({ prompt: 'x' }).catch((error: unknown) => error)
    await until(() => sent.length === 1)
    clock.strike()
    expect(await pending).toMatchObject({ name: 'SubmitAmbiguousError', cause: { status: 429 } })
  })

  test('also where an answer comes that is none of the contract', async () => {
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
      const { outcome } = await generate([brokenConnection(), refusal(status, code)])
      expect(outcome).toMatchObject({ status, code })
    },
  )

  test('and retry() that meets a 429 does not take it for the answer either', async () => {
    const { outcome } = await generate([brokenConnection()])
    if (!(outcome instanceof SubmitAmbiguousError)) throw outcome
    await expect(outcome.retry({ maxRetries: 0 })).rejects.toMatchObject({ name: 'SubmitAmbiguousError' })
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
  const unreachable = (code: string) => {
    return new TypeError('fetch failed', { cause: Object.assign(new Error(`connect ${code}`), { code }) })
  }

  test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])(
    'on every try, by %s, has certainly accepted nothing, and the error says so',
    async (code) => {
      const { outcome } = await generate([unreachable(code), unreachable(code)])
      expect(outcome).toBeInstanceOf(ConnectionError)
      expect(outcome).not.toBeInstanceOf(SubmitAmbiguousError)
      expect(outcome).toMatchObject({
        name: 'ConnectionError',
        message: `POST https://media.test/api/v1/images/generations got no answer: nothing listens there (connect ${code})`,
      })
    },
  )

  test('names its code where the errors of several addresses have no message together', async () => {
    const cause = Object.assign(new AggregateError([new Error('one')], ''), { code: 'ECONNREFUSED' })
    const { outcome } = await generate([new TypeError('fetch failed', { cause })])
    expect(outcome).toMatchObject({
      message: expect.stringContaining('nothing listens there (ECONNREFUSED)'),
    })
  })

  test('on some tries only may have accepted the others', async () => {
    const { outcome } = await generate([brokenConnection(), unreachable('ECONNREFUSED')])
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

  test('that was clearly refused so far, or never sent, rejects with the reason itself', async () => {
    const reason = new Error('the person left')
    const { client, clock } = createFakeClient([refusal(429, 'RATE_LIMITED')])
    clock.holdPauses()
    const controller = new AbortController()
    const pending = client.images.generate({ prompt: 'x' }, { signal: controller.signal })
    until(() => clock.pausesMs.length === 1).then(() => controller.abort(reason))
    await expect(pending).rejects.toBe(reason)
    const before = client.images.generate({ prompt: 'x' }, { signal: AbortSignal.abort(reason) })
    await expect(before).rejects.toBe(reason)
  })
})
