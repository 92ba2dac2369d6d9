import { afterEach, describe, expect, test, vi } from 'vitest'
import { ConnectionError, Mediagen, MediagenError, SubmitAmbiguousError } from '../src/index.js'
import { bytes, finish, part, sizeless, torn } from './support/downloads.js'
import { accepted, createFakeClient, polled } from './support/fake-client.js'
import { createFakeClock } from './support/fake-clock.js'
import { brokenConnection, createFakeFetch, errorResponse } from './support/fake-fetch.js'

const hourMs = 3_600_000

afterEach(() => vi.restoreAllMocks())

/** A wall clock that a test sets. */
function setWallClock(): { forward(ms: number): void } {
  let nowMs = Date.parse('2026-01-01T00:00:00Z')
  vi.spyOn(Date, 'now').mockImplementation(() => nowMs)
  return {
    forward(ms) {
      nowMs += ms
    },
  }
}

describe('a generation that may have been accepted before the computer slept', () => {
  test('is not sent again after half a day, when its key may be forgotten and it would be charged twice', async () => {
    const wall = setWallClock()
    const { client, sent } = createFakeClient([
      () => {
        wall.forward(25 * hourMs)
        throw brokenConnection()
      },
    ])
    const error = await client.images.generate({ prompt: 'x' }).catch((reason: unknown) => reason)
    if (!(error instanceof SubmitAmbiguousError)) throw error
    const retried = await error.retry().catch((reason: unknown) => reason)
    expect(retried).toBeInstanceOf(MediagenError)
    expect(retried).toMatchObject({
      message: expect.stringContaining('tasks.list()'),
      idempotencyKey: error.idempotencyKey,
      retryable: false,
    })
    expect(sent).toHaveLength(1)
  })

  test('is sent again under its key within half a day', async () => {
    const wall = setWallClock()
    const { client, sent } = createFakeClient([
      () => {
        wall.forward(11 * hourMs)
        throw brokenConnection()
      },
      accepted({ 'idempotency-replayed': 'true' }),
    ])
    await expect(client.images.generate({ prompt: 'x' })).resolves.toMatchObject({ replayed: true })
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  })

  test('is sent after any time if every attempt so far was rejected', async () => {
    const wall = setWallClock()
    const { client } = createFakeClient([
      () => {
        wall.forward(25 * hourMs)
        return errorResponse(503, 'SERVICE_UNAVAILABLE')
      },
      accepted(),
    ])
    await expect(client.images.generate({ prompt: 'x' })).resolves.toMatchObject({ id: 'task-1' })
  })
})

test('a pause from which a computer wakes after totalTimeoutMs ends the call with its last error, and nothing more is sent', async () => {
  const clock = createFakeClock()
  const { fetch, sent } = createFakeFetch(brokenConnection())
  const asleep = { ...clock, delay: async () => clock.advance(hourMs) }
  const client = new Mediagen({ apiKey: 'any', baseUrl: 'https://media.test', fetch, clock: asleep })
  const error = await client.account().catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ConnectionError)
  expect(error).toMatchObject({ message: expect.stringContaining('ECONNRESET') })
  expect(sent).toHaveLength(1)
})

test('an empty response is no result, also where nobody says how large the file is', async () => {
  const { task, unused } = await finish([new Response(null), part([1, 2, 3], {}, 200)], sizeless())
  await expect(task.download()).resolves.toEqual(bytes)
  expect(unused()).toBe(0)
})

test('each error for which a caller can do something says what', async () => {
  const messageOf = async (work: Promise<unknown>) => String(await work.catch((error: unknown) => error))
  const only = { maxRetries: 0 }
  const lost = createFakeClient([brokenConnection()], only).client
  expect(await messageOf(lost.account())).toContain('check the network and baseUrl')
  const doubtful = createFakeClient([brokenConnection()], only).client
  const doubt = await messageOf(doubtful.images.generate({ prompt: 'x' }))
  expect(doubt).toMatch(/retry\(\) asks under the same key; a new order may be charged as well$/)
  expect(doubt).not.toContain('try again')
  const gateway = createFakeClient([new Response('<html></html>', { status: 502 })], only).client
  expect(await messageOf(gateway.account())).toContain('try again later')
  const portal = createFakeClient([new Response('<html></html>', { status: 403 })], only).client
  expect(await messageOf(portal.account())).toContain('check baseUrl')
  const elsewhere = createFakeClient([errorResponse(404, 'NOT_FOUND')]).client
  expect(await messageOf(elsewhere.account())).toContain('(check baseUrl or MEDIAGEN_BASE_URL)')
  const ended = createFakeClient([polled('QUEUED')]).client
  expect(await messageOf(ended.tasks.wait('task-1', { timeoutMs: 0 }))).toContain('resume()')
  const broken = createFakeClient([polled('SUCCEEDED'), torn([1], {})], only).client
  const finished = await broken.tasks.wait('task-1')
  expect(await messageOf(finished.download())).toContain('download it again')
})
