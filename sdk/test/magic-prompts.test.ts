import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { Mediagen, type Product } from '../src/index.js'
import { contractExamples, createMockService, magicPrompts } from '../src/testing/index.js'

function start() {
  const service = createMockService({ balance: '5.00' })
  const { baseUrl, clock, fetch } = service
  return { service, client: new Mediagen({ apiKey: 'any', baseUrl, clock, fetch, random: () => 0 }) }
}

const prompts = magicPrompts.map(({ prompt }) => prompt)
const codesOf = (verb: string) =>
  prompts.flatMap((prompt) => new RegExp(`^mock: ${verb} (\\w+)$`).exec(prompt)?.[1] ?? [])

describe('a magic prompt', () => {
  test.each(codesOf('fail'))('has the task fail with %s, and be refunded', async (code) => {
    const { client, service } = start()
    const generation = await client.videos.generate({ prompt: `mock: fail ${code}` })
    expect(service.balance()).not.toBe('5.00')
    await expect(generation.wait()).rejects.toMatchObject({ name: 'TaskFailedError', code })
    expect(service.balance()).toBe('5.00')
  })

  test.each(codesOf('refuse'))('has the order refused with %s, and no task', async (code) => {
    const { client, service } = start()
    const order = client.images.generate({ prompt: `mock: refuse ${code}` }, { maxRetries: 0 })
    await expect(order).rejects.toMatchObject({ code, status: expect.any(Number) })
    expect([service.taskCount(), service.balance()]).toEqual([0, '5.00'])
  })

  test.each(['RATE_LIMITED', 'TOO_MANY_OPEN_TASKS'])(
    'has the order refused with %s until it was asked for again twice, so that a page goes on',
    async (code) => {
      const { client, service } = start()
      const startedAt = service.clock.now()
      const generation = await client.images.generate({ prompt: `mock: refuse ${code}` })
      expect(service.clock.now() - startedAt).toBeGreaterThanOrEqual(10_000)
      expect(service.clock.now() - startedAt).toBeLessThan(20_000)
      expect([generation.replayed, service.taskCount()]).toEqual([false, 1])
      await expect(generation.wait()).resolves.toMatchObject({ status: 'SUCCEEDED' })
    },
  )

  test('loses the responses to an order until it is asked for again', async () => {
    const { client, service } = start()
    const error = await client.images.generate({ prompt: 'mock: lost' }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'SubmitAmbiguousError' })
    const generation = await Object(error).retry()
    expect([generation.replayed, service.taskCount()]).toEqual([true, 1])
    await expect(generation.wait()).resolves.toMatchObject({ status: 'SUCCEEDED' })
  })

  test('makes a task slow, keeps it waiting, or has its result removed', async () => {
    const { client, service } = start()
    const slow = await client.images.generate({ prompt: 'mock: slow' })
    const startedAt = service.clock.now()
    await slow.wait()
    expect(service.clock.now() - startedAt).toBeGreaterThan(29_000)
    const queued = await client.images.generate({ prompt: 'mock: queued' })
    await expect(queued.wait({ timeoutMs: 60_000 })).rejects.toMatchObject({ lastTask: { status: 'QUEUED' } })
    await expect(queued.cancel()).resolves.toMatchObject({ status: 'CANCELLED' })
    const removed = await client.images.generate({ prompt: 'mock: removed' })
    await expect(removed.wait()).rejects.toMatchObject({ name: 'ResultRemovedError', code: 'RESULT_EXPIRED' })
  })

  test.each([
    'mock: fail NOPE',
    'Mock: slow',
    ' mock: slow',
    'mock:slow',
    'mock: refuse RATE_LIMITED, please',
  ])('that is misspelled, as %j, is refused with the list of all', async (prompt) => {
    const { client, service } = start()
    const error = await client.images.generate({ prompt }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ status: 400, code: 'INVALID_REQUEST', details: [{ path: '/prompt' }] })
    for (const known of prompts) expect(Object(error).message).toContain(known)
    expect([service.taskCount(), service.balance()]).toEqual([0, '5.00'])
  })

  test.each(['a mock: slow', 'mock turtle soup', 'mocking: slow'])(
    'begins with mock: and %j is an ordinary prompt',
    async (prompt) => {
      const { client } = start()
      const generation = await client.images.generate({ prompt })
      await expect(generation.wait({ timeoutMs: 5_000 })).resolves.toMatchObject({ status: 'SUCCEEDED' })
    },
  )

  test('works for every product that takes a prompt', async () => {
    const { service } = start()
    for (const [path, body] of [
      ['images/generations', {}],
      ['images/transformations', { assetId: 'any' }],
      ['videos/generations', {}],
      ['videos/transformations', { assetId: 'any', effectId: 'push-in' }],
    ] as const) {
      const response = await service.fetch(`${service.baseUrl}/api/v1/${path}`, {
        method: 'POST',
        headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, prompt: 'mock: refuse TIER_UNAVAILABLE' }),
      })
      expect([path, Object(await response.json()).code]).toEqual([path, 'TIER_UNAVAILABLE'])
    }
  })

  test('exists for each code with which a task fails or the contract refuses an order, but for mistakes of the program', () => {
    const failed = Object.values(contractExamples.getTask.examples).flatMap(({ body }) =>
      'error' in body && body.error ? [body.error.code] : [],
    )
    expect(codesOf('fail').sort()).toEqual(failed.sort())
    const mistakes = /INVALID|ASSET|EFFECT|REQUEST_TIMEOUT|IDEMPOTENCY|PAYLOAD|MEDIA_TYPE/
    const refused = Object.values(contractExamples.transformVideo.examples).flatMap(({ body }) =>
      'code' in body && !mistakes.test(body.code) ? [body.code] : [],
    )
    expect(codesOf('refuse').sort()).toEqual(refused.sort())
  })

  test('is what the README shows', async () => {
    const text = await readFile(new URL('../README.md', import.meta.url), 'utf8')
    const shown = [...text.matchAll(/`(mock:\s[^`]+)`/g)].map(([, prompt = '']) =>
      prompt.replace(/\s+/g, ' '),
    )
    expect(shown.length).toBeGreaterThan(2)
    expect(prompts).toEqual(expect.arrayContaining(shown))
  })
})

describe('a mock shows what Prefer asks for', () => {
  const wait = (service: ReturnType<typeof createMockService>, id: string, prefer: string) => {
    const { baseUrl, clock, fetch } = service
    return new Mediagen({ apiKey: 'any', baseUrl, clock, fetch }).tasks
      .wait(id, { headers: { Prefer: prefer }, timeoutMs: 5_000 })
      .catch((reason: unknown) => reason)
  }

  test('a task of the example, with a file that its link leads to, for any id', async () => {
    const { service } = start()
    expect(await wait(service, 'any', 'example=failedInvalidInput')).toMatchObject({ code: 'INVALID_INPUT' })
    expect(await wait(service, 'any', 'example=cancelled')).toMatchObject({ name: 'TaskCancelledError' })
    expect(await wait(service, 'any', 'example=processing')).toMatchObject({
      lastTask: { status: 'PROCESSING' },
    })
    const video = Object(await wait(service, 'any', 'example=succeededVideo'))
    expect([video.id, video.files[0].contentType]).toEqual(['any', 'video/mp4'])
    expect((await video.download()).length).toBe(video.files[0].sizeBytes)
  })

  test('an error of each product, which orders nothing', async () => {
    const { client, service } = start()
    const products: readonly Product[] = ['image.generate', 'video.generate']
    for (const product of products) {
      const { generate } = product === 'image.generate' ? client.images : client.videos
      const order = generate({ prompt: 'x' }, { headers: { Prefer: 'code=402' } })
      await expect(order).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
    }
    expect([service.taskCount(), service.balance()]).toEqual([0, '5.00'])
  })

  test('or says which examples there are', async () => {
    const { client } = start()
    const order = client.account({ headers: { Prefer: 'example=paused' } })
    await expect(order).rejects.toThrow('code=200, example=accountWithKey')
  })
})
