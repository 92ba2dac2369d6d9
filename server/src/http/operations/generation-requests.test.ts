import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountId, errorOf, goodKey, keyId, startTestHttp, type TestHttp } from '../support/test-http.ts'

let service: TestHttp
beforeAll(async () => {
  service = await startTestHttp()
})
afterAll(() => service.close())

const generate = (json: unknown, headers: Record<string, string> = {}) =>
  service.call('/api/v1/images/generations', { method: 'POST', json, headers })
const transform = (json: unknown) => service.call('/api/v1/images/transformations', { method: 'POST', json })
const lastCall = () => service.calls.at(-1)

async function detailsOf(response: Response): Promise<unknown> {
  expect(response.status).toBe(400)
  const body = await errorOf(response)
  expect(body).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
  return body.details
}

describe('a generation that meets the contract', () => {
  test('reaches the use case with its account, product and fields, and no others', async () => {
    const response = await generate({ prompt: 'a lighthouse', resolution: '2k', seed: 7, constructor: 'x' })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      id: 'task-1',
      status: 'QUEUED',
      createdAt: '2026-03-14T09:26:53.589Z',
    })
    expect(lastCall()).toEqual([
      'acceptGeneration',
      {
        product: 'image.generate',
        accountId,
        apiKeyId: keyId,
        parameters: { prompt: 'a lighthouse', resolution: '2k' },
      },
    ])
  })

  test('gets no defaults filled in, because presets of effects come before them', async () => {
    await generate({ prompt: 'a lighthouse' })
    expect(lastCall()?.[1]).toHaveProperty('parameters', { prompt: 'a lighthouse' })
  })

  test.each([
    ['/api/v1/images/generations', 'image.generate', { prompt: 'a' }],
    ['/api/v1/images/transformations', 'image.transform', { assetId: 'a', prompt: 'b' }],
    ['/api/v1/videos/generations', 'video.generate', { prompt: 'a' }],
    ['/api/v1/videos/transformations', 'video.transform', { assetId: 'a', effectId: 'b' }],
  ])('on %s makes %s', async (path, product, json) => {
    const response = await service.call(path, { method: 'POST', json, headers: { 'Idempotency-Key': 'k' } })
    expect(response.status).toBe(200)
    expect(lastCall()).toEqual([
      'acceptGeneration',
      { product, accountId, apiKeyId: keyId, parameters: json, idempotencyKey: 'k' },
    ])
  })

  test('says that it was replayed when it was, and nothing about it otherwise', async () => {
    const replayed = await generate({ prompt: 'a' }, { 'Idempotency-Key': 'seen before' })
    const fresh = await generate({ prompt: 'a' }, { 'Idempotency-Key': 'new' })
    expect(replayed.headers.get('Idempotency-Replayed')).toBe('true')
    expect(fresh.headers.has('Idempotency-Replayed')).toBe(false)
  })

  test('may have a prompt of 2000 emoji, for characters are code points', async () => {
    expect((await generate({ prompt: '😀'.repeat(2000) })).status).toBe(200)
    expect((await generate({ prompt: '😀'.repeat(2001) })).status).toBe(400)
  })
})

describe('a generation that breaks the contract', () => {
  test.each([
    [{}, [{ path: '/prompt', message: 'is required' }]],
    [{ prompt: '' }, [{ path: '/prompt', message: 'must have at least 1 character' }]],
    [{ prompt: 'x'.repeat(2001) }, [{ path: '/prompt', message: 'must have at most 2000 characters' }]],
    [{ prompt: 5 }, [{ path: '/prompt', message: 'must be a string' }]],
    [{ prompt: null }, [{ path: '/prompt', message: 'must be a string' }]],
    [{ prompt: 'a', resolution: '9k' }, [{ path: '/resolution', message: 'must be one of: 1k, 2k, 4k' }]],
  ])('is told where and what: %j', async (json, details) => {
    expect(await detailsOf(await generate(json))).toEqual(details)
  })

  test('is told every violation at once', async () => {
    const details = await detailsOf(await generate({ negativePrompt: 'x'.repeat(1001), aspectRatio: '5:4' }))
    expect(details).toMatchObject([
      { path: '/prompt' },
      { path: '/negativePrompt' },
      { path: '/aspectRatio' },
    ])
  })

  test('never reaches the use case', async () => {
    const before = service.calls.length
    await generate({ prompt: '' })
    await transform({ assetId: 'a' })
    expect(service.calls.length).toBe(before)
  })

  test('never sees its own values again in the response', async () => {
    const secret = 'my-secret-words'
    const bodies = [
      { prompt: secret.repeat(200), resolution: secret, aspectRatio: [secret] },
      { prompt: { [secret]: secret }, negativePrompt: 7 },
    ]
    for (const body of bodies) expect(await (await generate(body)).text()).not.toContain(secret)
  })

  test.each([
    [{ durationSeconds: '5' }, 'must be a whole number'],
    [{ durationSeconds: [5] }, 'must be a whole number'],
    [{ durationSeconds: 5.5 }, 'must be a whole number'],
    [{ durationSeconds: 3 }, 'must be at least 4'],
    [{ durationSeconds: 16 }, 'must be at most 15'],
  ])('has no value bent into shape: %j', async (fields, message) => {
    const response = await service.call('/api/v1/videos/generations', {
      method: 'POST',
      json: { prompt: 'a', ...fields },
    })
    expect(await detailsOf(response)).toEqual([{ path: '/durationSeconds', message }])
  })

  test('has no text taken for a list of one', async () => {
    expect(await detailsOf(await generate({ prompt: 'a', resolution: ['1k'] }))).toContainEqual({
      path: '/resolution',
      message: 'must be a string',
    })
  })
})

describe('an image transformation', () => {
  test.each([[{ effectId: 'e' }], [{ prompt: 'p' }], [{ effectId: 'e', prompt: 'p' }]])(
    'needs an effect, a prompt or both: %j is enough',
    async (fields) => {
      expect((await transform({ assetId: 'a', ...fields })).status).toBe(200)
    },
  )

  test('with neither is told of both', async () => {
    expect(await detailsOf(await transform({ assetId: 'a' }))).toEqual([
      { path: '/effectId', message: 'is required unless prompt is given' },
      { path: '/prompt', message: 'is required unless effectId is given' },
    ])
  })

  test('with a wrong effect is told of that alone', async () => {
    expect(await detailsOf(await transform({ assetId: 'a', effectId: '' }))).toEqual([
      { path: '/effectId', message: 'must have at least 1 character' },
    ])
  })

  test('allows a video of 5 or 8 seconds and nothing between', async () => {
    const json = { assetId: 'a', effectId: 'e', durationSeconds: 6 }
    const response = await service.call('/api/v1/videos/transformations', { method: 'POST', json })
    expect(await detailsOf(response)).toEqual([{ path: '/durationSeconds', message: 'must be one of: 5, 8' }])
  })
})

describe('prototype keys', () => {
  test.each([
    '{"__proto__":{"prompt":"x"}}',
    '{"constructor":{"prototype":{"prompt":"x"}}}',
    '{"toString":1}',
  ])('%s change nothing and pass nothing on', async (body) => {
    const headers = { 'Content-Type': 'application/json' }
    const response = await service.call('/api/v1/images/generations', { method: 'POST', body, headers })
    expect(await detailsOf(response)).toEqual([{ path: '/prompt', message: 'is required' }])
    expect(Object.keys(Object.prototype)).toEqual([])
    expect('prompt' in {}).toBe(false)
  })

  test('beside good fields are dropped', async () => {
    const headers = { 'Content-Type': 'application/json' }
    const body = '{"prompt":"a","__proto__":{"resolution":"9k"}}'
    const response = await service.call('/api/v1/images/generations', { method: 'POST', body, headers })
    expect(response.status).toBe(200)
    expect(lastCall()?.[1]).toHaveProperty('parameters', { prompt: 'a' })
  })
})

describe('Idempotency-Key', () => {
  test.each([
    ['', 'must have at least 1 character'],
    ['k'.repeat(129), 'must have at most 128 characters'],
  ])('of a wrong length is refused by its name', async (key, message) => {
    const response = await generate({ prompt: 'a' }, { 'Idempotency-Key': key })
    expect(await detailsOf(response)).toEqual([{ path: '/Idempotency-Key', message }])
  })

  test('of 128 characters is taken', async () => {
    expect((await generate({ prompt: 'a' }, { 'Idempotency-Key': 'k'.repeat(128) })).status).toBe(200)
  })

  test('sent twice is rejected, for nobody can tell which of the two is meant', async () => {
    const body = '{"prompt":"a"}'
    const head = [
      'POST /api/v1/images/generations HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${goodKey}`,
      'Content-Type: application/json',
      'Idempotency-Key: a',
      'Idempotency-Key: a',
      `Content-Length: ${body.length}`,
      'Connection: close',
    ]
    const response = await service.raw(`${head.join('\r\n')}\r\n\r\n${body}`)
    expect(response).toMatch(/^HTTP\/1\.1 400 /)
    expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '').details).toEqual([
      { path: '/Idempotency-Key', message: 'must be sent once' },
    ])
  })

  test('is ignored where the contract does not know it', async () => {
    const headers = { 'Idempotency-Key': 'k'.repeat(500) }
    expect((await service.call('/api/v1/me', { headers })).status).toBe(200)
    const json = { contentType: 'image/png' }
    expect((await service.call('/api/v1/uploads', { method: 'POST', json, headers })).status).toBe(200)
  })
})
