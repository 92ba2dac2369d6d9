import { operations } from '@mediagen/contract/operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outage, startTestHttp, type TestHttp } from '../support/test-http.ts'

const generations = Object.entries(operations).filter(([, { rateLimited }]) => rateLimited)

describe('the rate limit', () => {
  let service: TestHttp
  beforeAll(async () => {
    service = await startTestHttp()
  })
  afterAll(() => service.close())

  test('is for the four generation operations', () => {
    expect(generations.map(([id]) => id)).toEqual([
      'generateImage',
      'transformImage',
      'generateVideo',
      'transformVideo',
    ])
  })

  test('counts a generation before it is validated, and nothing else', async () => {
    for (const [id, { method, path, rateLimited }] of Object.entries(operations)) {
      const before = service.counted()
      const address = path.replaceAll(/\{\w+\}/g, 'some-id')
      await service.call(address, { method: method.toUpperCase(), ...(method === 'post' && { json: {} }) })
      expect(service.counted() - before, id).toBe(rateLimited ? 1 : 0)
    }
  })

  test('does not count what has no account or no readable body', async () => {
    const before = service.counted()
    const path = '/api/v1/images/generations'
    await service.call(path, { method: 'POST', json: { prompt: 'a' }, withKey: false })
    await service.call(path, { method: 'POST', json: [] })
    expect(service.counted()).toBe(before)
  })
})

describe('beyond the rate limit', () => {
  test('an invalid generation is refused as one too many, with the time to wait', async () => {
    const count = async () => ({ allowed: false, retryAfterSeconds: 17 }) as const
    const service = await startTestHttp({ rateLimiter: { count } })
    for (const [, { path }] of generations) {
      const response = await service.call(path, { method: 'POST', json: {} })
      expect(response.status).toBe(429)
      expect(response.headers.get('Retry-After')).toBe('17')
      expect(await response.json()).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
    }
    expect(service.calls).toEqual([])
    expect((await service.call('/api/v1/me')).status).toBe(200)
    await service.close()
  })

  test('an outage of the counter lets nothing through and gets 503', async () => {
    const service = await startTestHttp({ rateLimiter: { count: () => Promise.reject(outage) } })
    const response = await service.call('/api/v1/images/generations', {
      method: 'POST',
      json: { prompt: 'a' },
    })
    expect(response.status).toBe(503)
    expect(service.calls).toEqual([])
    await service.close()
  })
})
