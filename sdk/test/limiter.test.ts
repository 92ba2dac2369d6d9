import { describe, expect, test } from 'vitest'
import contract from '../../openapi/generated/openapi.json' with { type: 'json' }
import { accepted, createFakeClient } from './support/fake-client.js'
import { brokenConnection, json, type SentRequest } from './support/fake-fetch.js'

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
      // The clock moves on while answers are on their way, which must not take them for lost.
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

describe('what is not limited', () => {
  test('is everything but generations', async () => {
    const { client, clock } = createFakeClient([accepted(), json({}), json({})], { requestsPerMinute: 1 })
    await client.images.generate({ prompt: 'x' })
    await client.account()
    await client.pricing()
    expect(clock.pausesMs).toEqual([])
  })

  test('is anything with Infinity', async () => {
    const answers = Array.from({ length: 100 }, () => (_: SentRequest) => accepted())
    const { client, clock } = createFakeClient(answers, { requestsPerMinute: Number.POSITIVE_INFINITY })
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
  const answers = Array.from({ length: 4 }, () => (request: SentRequest) => {
    sent.push(request.json)
    return accepted()
  })
  const { client, clock } = createFakeClient(answers, {
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
  'a limit of %d a minute is refused, for it can only be a mistake',
  (limit) => {
    expect(() => createFakeClient([], { requestsPerMinute: limit })).toThrow(
      'requestsPerMinute must be 1 at least',
    )
  },
)
