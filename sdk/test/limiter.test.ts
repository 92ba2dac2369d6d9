import { describe, expect, test } from 'vitest'
import contract from '../../openapi/generated/openapi.json' with { type: 'json' }
import { type Hooks, logHooks, Mediagen, RateLimitError, type RateLimitEvent } from '../src/index.js'
import { createMockService } from '../src/testing/index.js'
import { accepted, account, createFakeClient } from './support/fake-client.js'
import { createFakeClock } from './support/fake-clock.js'
import { brokenConnection, errorResponse, json, type SentRequest } from './support/fake-fetch.js'
import { createTimelineClock } from './support/timeline-clock.js'
import { until } from './support/until.js'

const perMinute = contract['x-limits'].generationRequestsPerMinute.value

describe('a batch', () => {
  test('of 150 never has more than the allowed 60 in any minute', async () => {
    const sentAtMs: number[] = []
    const fake = createFakeClient(
      Array.from({ length: 150 }, () => () => {
        sentAtMs.push(fake.clock.now())
        return accepted()
      }),
    )
    for (let piece = 0; piece < 150; piece += 1) await fake.client.images.generate({ prompt: `${piece}` })
    for (const [index, atMs] of sentAtMs.entries()) {
      const before = sentAtMs[index - perMinute]
      if (before !== undefined) expect(atMs - before).toBeGreaterThan(60_000)
    }
    expect(sentAtMs[perMinute - 1]).toBe(sentAtMs[0])
  })

  test('that is sent all at once gets a place in time for each', async () => {
    const sentAtMs: number[] = []
    const fake = createFakeClient(
      Array.from({ length: 6 }, () => () => {
        sentAtMs.push(fake.clock.now() - startedAt)
        return accepted()
      }),
      // The clock moves on while responses are on their way, which must not take them for lost.
      { requestsPerMinute: 2, timeoutMs: Number.POSITIVE_INFINITY },
    )
    const startedAt = fake.clock.now()
    const prompts = Array.from({ length: 6 }, (_, piece) => `${piece}`)
    await Promise.all(prompts.map((prompt) => fake.client.images.generate({ prompt })))
    expect(sentAtMs).toHaveLength(6)
    for (const [index, atMs] of sentAtMs.entries()) {
      expect(atMs).toBeGreaterThanOrEqual(61_000 * Math.floor(index / 2))
    }
  })

  test('shares its places over all four products, and counts each try', async () => {
    const { client, clock } = createFakeClient(
      [accepted(), brokenConnection(), accepted(), accepted(), accepted()],
      { requestsPerMinute: 3, random: () => 0 },
    )
    await client.images.generate({ prompt: 'x' })
    await client.videos.generate({ prompt: 'x' })
    expect(clock.pausesMs).toEqual([0])
    await client.images.transform({ assetId: 'a', prompt: 'x' })
    expect(clock.pausesMs).toEqual([0, 61_000])
  })

  test('through client.http waits for its turn, too', async () => {
    const { client, clock } = createFakeClient([accepted(), accepted()], { requestsPerMinute: 1 })
    for (const prompt of ['x', 'y'])
      await client.http.POST('/api/v1/images/generations', { body: { prompt } })
    expect(clock.pausesMs).toEqual([61_000])
  })
})

describe('the number that the service tells', () => {
  const policy = (number: number | string) => ({ 'RateLimit-Policy': `"generations";q=${number};w=60` })
  const sendAll = async (told: Record<string, string>, options = {}) => {
    const { client, clock } = createFakeClient(
      Array.from({ length: 100 }, () => () => accepted(told)),
      options,
    )
    for (let piece = 0; piece < 100; piece += 1) await client.images.generate({ prompt: `${piece}` })
    return clock.pausesMs
  }

  test('replaces the contract’s from the first response on', async () => {
    expect(await sendAll(policy(100))).toEqual([])
    expect(await sendAll(policy(50))).toEqual([61_000])
    const service = createMockService({ requestsPerMinute: 300 })
    const { baseUrl, fetch, clock } = service
    const client = new Mediagen({ apiKey: 'mgk_any', baseUrl, fetch, clock })
    expect((await client.account()).limits).toEqual({ requestsPerMinute: 300 })
    const startedAtMs = clock.now()
    await client.images.generate({ prompt: 'first' })
    await Promise.all(
      Array.from({ length: 299 }, (_, piece) => client.images.generate({ prompt: `${piece}` })),
    )
    expect(clock.now() - startedAtMs).toBeLessThan(60_000)
  })

  test('does not replace one that the client was given', async () => {
    expect(await sendAll(policy(100), { requestsPerMinute: 50 })).toEqual([61_000])
    expect(await sendAll(policy(10), { requestsPerMinute: Number.POSITIVE_INFINITY })).toEqual([])
  })

  test.each(['0', '-1', '1.5', '1e3', '99999999999', '', 'NaN'])(
    'is not heeded if it is %j',
    async (number) => {
      expect(await sendAll(policy(number))).toEqual([61_000])
    },
  )
})

describe('what is not limited', () => {
  test('is everything but generations', async () => {
    const prices = json({ currency: 'USD', products: [] })
    const { client, clock } = createFakeClient([accepted(), json(account), prices], { requestsPerMinute: 1 })
    await client.images.generate({ prompt: 'x' })
    await client.account()
    await client.pricing()
    expect(clock.pausesMs).toEqual([])
  })

  test('is anything with Infinity', async () => {
    const responses = Array.from({ length: 100 }, () => (_: SentRequest) => accepted())
    const { client, clock } = createFakeClient(responses, { requestsPerMinute: Number.POSITIVE_INFINITY })
    for (let piece = 0; piece < 100; piece += 1) await client.images.generate({ prompt: 'x' })
    expect(clock.pausesMs).toEqual([])
  })
})

test('an abort ends the wait for a turn at once, and nothing is sent', async () => {
  const { client, clock, sent } = createFakeClient([accepted()], { requestsPerMinute: 1 })
  await client.images.generate({ prompt: 'x' })
  clock.holdPauses()
  const controller = new AbortController()
  const pending = client.images.generate({ prompt: 'y' }, { signal: controller.signal })
  const reason = new Error('the person left')
  queueMicrotask(() => controller.abort(reason))
  await expect(pending).rejects.toBe(reason)
  expect(sent).toHaveLength(1)
})

test('those who left the line leave no gap in it, and the others keep their order', async () => {
  const sent: unknown[] = []
  const responses = Array.from({ length: 4 }, () => (request: SentRequest) => {
    sent.push(request.json)
    return accepted()
  })
  const { client, clock } = createFakeClient(responses, {
    requestsPerMinute: 1,
    timeoutMs: Number.POSITIVE_INFINITY,
  })
  const generate = (prompt: string, signal?: AbortSignal) => client.images.generate({ prompt }, { signal })
  await generate('first')
  const startedAt = clock.now()
  const controller = new AbortController()
  const gone = Array.from({ length: 600 }, () => generate('gone', controller.signal).catch(() => 'gone'))
  controller.abort()
  expect(new Set(await Promise.all(gone))).toEqual(new Set(['gone']))
  await Promise.all(['second', 'third', 'fourth'].map((prompt) => generate(prompt)))
  expect(sent).toEqual(['first', 'second', 'third', 'fourth'].map((prompt) => ({ prompt })))
  expect(clock.now() - startedAt).toBe(3 * 61_000)
})

test.each([0, -1, 0.5, Number.NaN])(
  'a limit of %d a minute is rejected, for it can only be a mistake',
  (limit) => {
    expect(() => createFakeClient([], { requestsPerMinute: limit })).toThrow(
      'requestsPerMinute must be 1 at least',
    )
  },
)

describe('an account that others use, too', () => {
  const limited = (seconds: number) => errorResponse(429, 'RATE_LIMITED', { 'retry-after': `${seconds}` })

  /** Clients of one account, each in a process of its own as far as they know. */
  const startClients = (count: number, hooks?: Hooks) => {
    const clock = createTimelineClock()
    const service = createMockService({ clock, balance: '1000.00' })
    let rateLimited = 0
    const clients = Array.from({ length: count }, () => {
      const fetch = async (url: string, init: RequestInit) => {
        await clock.delay(20 + Math.random() * 20)
        const response = await service.fetch(url, init)
        if (response.status === 429) rateLimited += 1
        return response
      }
      return new Mediagen({ apiKey: 'any', baseUrl: service.baseUrl, clock, fetch, hooks })
    })
    const generate = async (perClient: number) => {
      const startedAtMs = clock.now()
      const calls = clients.flatMap((client) =>
        Array.from({ length: perClient }, (_, piece) => client.images.generate({ prompt: `${piece}` })),
      )
      const outcomes = await Promise.allSettled(calls)
      const failed = outcomes.filter(({ status }) => status === 'rejected').length
      return { failed, seconds: (clock.now() - startedAtMs) / 1000, rateLimited, tasks: service.taskCount() }
    }
    return { generate }
  }

  test('loses none of 300 prompts of three processes, and knocks seldom', async () => {
    const { failed, seconds, rateLimited, tasks } = await startClients(3).generate(100)
    expect([failed, tasks]).toEqual([0, 300])
    // 60 at once and 60 in each minute after.
    expect(seconds).toBeLessThan(270)
    expect(rateLimited).toBeLessThan(240)
  })

  test('alone takes 183 s for 200 prompts, and meets no 429', async () => {
    const { failed, seconds, rateLimited } = await startClients(1).generate(200)
    expect([failed, rateLimited]).toEqual([0, 0])
    expect(seconds).toBeLessThan(184)
  })

  test('gives the place of a 429 back, and the call keeps its own in the queue', async () => {
    const clock = createTimelineClock()
    const startedAtMs = clock.now()
    const sent: unknown[] = []
    const { client } = createFakeClient([], {
      clock,
      random: () => 0,
      requestsPerMinute: 3,
      async fetch(_, { body }) {
        const turn = sent.push([JSON.parse(String(body)).prompt, clock.now() - startedAtMs])
        await clock.delay(10)
        return turn === 2 ? limited(5) : accepted()
      },
    })
    const prompts = ['first', 'second', 'third', 'fourth', 'fifth']
    await Promise.all(prompts.map((prompt) => client.images.generate({ prompt })))
    expect(sent).toEqual([
      ['first', 0],
      ['second', 0],
      ['third', 0],
      ['second', 5010],
      ['fourth', 61_000],
      ['fifth', 61_000],
    ])
  })

  test('pauses every generation of the client, and nothing else', async () => {
    const { client, clock } = createFakeClient([limited(30), limited(30), json(account)], {
      random: () => 0,
    })
    clock.holdPauses()
    const controller = new AbortController()
    const { signal } = controller
    const calls = ['x', 'y'].map((prompt) => client.images.generate({ prompt }, { signal }))
    const outcomes = Promise.allSettled(calls)
    await until(() => clock.pausesMs.length === 1)
    await client.account()
    expect(clock.pausesMs).toEqual([30_000])
    controller.abort()
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  test('counts no 429 against maxRetries and totalTimeoutMs', async () => {
    const responses = Array.from({ length: 12 }, () => limited(100))
    const { client, sent } = createFakeClient([...responses, accepted()], { maxRetries: 1 })
    await expect(client.images.generate({ prompt: 'x' })).resolves.toMatchObject({ id: 'task-1' })
    expect(sent).toHaveLength(13)
  })

  test('is reported at once by maxRetries: 0, and where the pause is longer than totalTimeoutMs', async () => {
    const none = createFakeClient([limited(1)], { maxRetries: 0 })
    await expect(none.client.images.generate({ prompt: 'x' })).rejects.toThrow(RateLimitError)
    const long = createFakeClient([limited(121)])
    const error = await long.client.images.generate({ prompt: 'x' }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'RateLimitError', retryAfterMs: 121_000 })
    expect([...none.clock.pausesMs, ...long.clock.pausesMs]).toEqual([])
  })

  test('ends a call that met a hundred 429 in a row', async () => {
    const responses = Array.from({ length: 101 }, () => limited(1))
    const { client, unused } = createFakeClient(responses)
    await expect(client.images.generate({ prompt: 'x' })).rejects.toThrow(RateLimitError)
    expect(unused()).toBe(0)
  })
})

test('hooks are called when generations wait for the limit, and by whose count', async () => {
  const events: unknown[] = []
  const onRateLimit = ({ waitMs, waiting, response }: RateLimitEvent) => {
    events.push([waitMs, waiting, response?.status])
  }
  const rejected = errorResponse(429, 'RATE_LIMITED', { 'retry-after': '10' })
  const { client } = createFakeClient([rejected, accepted(), accepted()], {
    requestsPerMinute: 1,
    random: () => 0,
    hooks: { onRateLimit },
  })
  await client.images.generate({ prompt: 'first' })
  await client.images.generate({ prompt: 'second' })
  expect(events).toEqual([
    [10_000, 1, 429],
    [61_000, 1, undefined],
  ])
})

test('a timer that fires a moment early makes no second wait of one', async () => {
  const clock = createFakeClock()
  const early = { ...clock, delay: (ms: number, signal?: AbortSignal) => clock.delay(ms - 1.5, signal) }
  const waitsMs: number[] = []
  const rejected = errorResponse(429, 'RATE_LIMITED', { 'retry-after': '10' })
  const { client } = createFakeClient([rejected, accepted()], {
    clock: early,
    random: () => 0,
    hooks: { onRateLimit: ({ waitMs }) => void waitsMs.push(waitMs) },
  })
  await client.images.generate({ prompt: 'a lake' })
  expect(waitsMs).toEqual([10_000])
})

test('a log says at the level info that generations wait for the limit', async () => {
  const lines: string[] = []
  const write = (line: string) => lines.push(line)
  const logger = { debug: () => undefined, info: write, warn: () => undefined }
  const { client } = createFakeClient([accepted(), accepted()], {
    requestsPerMinute: 1,
    hooks: logHooks({ logger }),
  })
  for (const prompt of ['first', 'second']) await client.images.generate({ prompt })
  expect(lines).toContain('mediagen: 1 generation waits 61 s for the rate limit')
})
