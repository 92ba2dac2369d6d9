import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { EngineResponse } from '../shared/calls/engine-http.ts'
import { createGateLine } from './gate-line.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

const { signal } = new AbortController()

function response(status: number, retryAfterSeconds?: number): EngineResponse {
  const retryAfterMs = retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1000
  return { kind: 'responded', status, retryAfterMs, body: {}, isJson: true }
}

function startLine() {
  const line = createGateLine({ name: 'gate', atOnceMax: 2, isVerdict: (status) => status === 403 })
  /** When requests were sent, in seconds. */
  const sentAt: number[] = []
  const send = (answer: () => EngineResponse, accountId = 'account') =>
    line.send({ stage: 'before', signal, accountId }, async () => {
      sentAt.push(performance.now() / 1000)
      return answer()
    })
  return { send, sentAt }
}

describe('a gate that says that it is busy', () => {
  test.each([
    [response(429, 30), 30],
    [response(503, 30), 30],
    [response(429), 1],
    [response(429, 0), 0.1],
  ])('is asked again once it may be: %j', async (busy, seconds) => {
    const { send, sentAt } = startLine()
    const answers = [busy, response(200)]
    const sent = send(() => answers.shift() ?? response(500))
    await vi.runAllTimersAsync()
    expect(await sent).toEqual(response(200))
    const [first = 0, second = 0, ...others] = sentAt
    expect(second - first).toBeCloseTo(seconds, 1)
    expect(others).toEqual([])
  })

  test('is not sent the requests of others meanwhile', async () => {
    const { send, sentAt } = startLine()
    const answers = [response(429, 10)]
    const sent = ['one', 'two', 'three'].map((account) =>
      send(() => answers.shift() ?? response(200), account),
    )
    await vi.advanceTimersByTimeAsync(9_000)
    // Two at a time, and the second was on its way.
    expect(sentAt).toHaveLength(2)
    await vi.runAllTimersAsync()
    for (const each of await Promise.all(sent)) expect(each).toEqual(response(200))
    expect(sentAt).toHaveLength(4)
  })

  test('serves an account with one request soon, however many another one has', async () => {
    const { send } = startLine()
    let tokens = 2
    const answer = () => {
      tokens -= 1
      return tokens < 0 ? response(429) : response(200)
    }
    const served: string[] = []
    const ask = (account: string) => send(answer, account).then(() => served.push(account))
    const all = [...Array.from({ length: 20 }, () => ask('many')), ask('one')]
    while (served.length < all.length) {
      await vi.advanceTimersByTimeAsync(1_000)
      tokens = 2
    }
    expect(served.indexOf('one')).toBeLessThan(6)
  })

  test('for longer than a minute is away: its response is read, and the next is, too', async () => {
    const { send, sentAt } = startLine()
    const sent = send(() => response(429))
    await vi.runAllTimersAsync()
    expect(await sent).toEqual(response(429))
    const seconds = (sentAt.at(-1) ?? 0) - (sentAt[0] ?? 0)
    expect(seconds).toBeGreaterThan(58)
    expect(seconds).toBeLessThanOrEqual(60)
    const before = sentAt.length
    expect(await send(() => response(429))).toEqual(response(429))
    expect(sentAt).toHaveLength(before + 1)
  })
})

test.each([response(429, 3_600), response(503), response(500), response(403, 5)])(
  'a response that does not ask for patience is read at once: %j',
  async (given) => {
    const { send, sentAt } = startLine()
    expect(await send(() => given)).toEqual(given)
    expect(sentAt).toHaveLength(1)
  },
)
