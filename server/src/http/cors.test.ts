import { describe, expect, test } from 'vitest'
import { startTestHttp } from './support/test-http.ts'

const page = 'https://app.example'
const preflight = {
  Origin: page,
  'Access-Control-Request-Method': 'POST',
  'Access-Control-Request-Headers': 'authorization',
}

describe('a page of a listed origin', () => {
  test('may call, and read the headers that matter', async () => {
    const service = await startTestHttp({ corsOrigins: ['https://other.example', page] })
    const asked = await service.call('/api/v1/images/generations', {
      method: 'OPTIONS',
      headers: preflight,
      withKey: false,
    })
    expect(asked.status).toBe(204)
    expect(asked.headers.get('Access-Control-Allow-Origin')).toBe(page)
    expect(asked.headers.get('Access-Control-Allow-Methods')).toContain('POST')
    expect(asked.headers.get('Access-Control-Allow-Headers')).toBe(
      'Authorization, Cancel-After, Content-Type, Idempotency-Key, If-None-Match, If-Range, Prefer, Range, traceparent, X-Request-Id',
    )
    const response = await service.call('/api/v1/me', { headers: { Origin: page } })
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(page)
    expect(response.headers.get('Access-Control-Expose-Headers')).toBe(
      'Content-Range, ETag, Idempotency-Replayed, Link, Preference-Applied, RateLimit-Policy, Retry-After, X-Request-Id',
    )
    expect(response.headers.get('Vary')).toBe('Origin')
    await service.close()
  })

  test('can read refusals as well', async () => {
    const service = await startTestHttp({ corsOrigins: [page] })
    const refused = await service.call('/api/v1/me', { headers: { Origin: page }, withKey: false })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('Access-Control-Allow-Origin')).toBe(page)
    await service.close()
  })
})

describe('an OPTIONS request that is no preflight', () => {
  test('is told the methods of its path, whoever sends it', async () => {
    const service = await startTestHttp({ corsOrigins: [page] })
    for (const headers of [{}, { Origin: page }, { Origin: 'https://other.example' }]) {
      const asked = await service.call('/api/v1/me', { method: 'OPTIONS', headers })
      expect([asked.status, asked.headers.get('Allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
      expect(asked.headers.has('Access-Control-Allow-Methods')).toBe(false)
    }
    await service.close()
  })
})

describe('a response to no page at all', () => {
  test('says that it depends on the origin, so that no cache gives it to a listed page', async () => {
    const service = await startTestHttp({ corsOrigins: [page] })
    const response = await service.call('/api/v1/me')
    expect(response.headers.get('Vary')).toBe('Origin')
    expect(response.headers.has('Access-Control-Allow-Origin')).toBe(false)
    await service.close()
  })
})

describe('a page of another origin', () => {
  test.each([[[]], [['https://other.example']]])('is given no leave by %j', async (corsOrigins) => {
    const service = await startTestHttp({ corsOrigins })
    const asked = await service.call('/api/v1/me', { method: 'OPTIONS', headers: preflight })
    expect(asked.headers.has('Access-Control-Allow-Origin')).toBe(false)
    expect(asked.headers.has('Access-Control-Allow-Methods')).toBe(false)
    const response = await service.call('/api/v1/me', { headers: { Origin: page } })
    expect(response.headers.has('Access-Control-Allow-Origin')).toBe(false)
    await service.close()
  })
})

describe("paths that are no page's business", () => {
  const paths = [
    '/metrics',
    '/healthz',
    '/readyz',
    '/admin',
    '/admin/api/overview',
    '/status',
    '/',
    '/apis',
    '/objectsx',
  ]

  test.each([[[page]], [['*']]])(
    'have no header of sharing for %j, and answer no preflight',
    async (corsOrigins) => {
      const service = await startTestHttp({ corsOrigins })
      for (const path of paths) {
        const read = await service.call(path, { headers: { Origin: page }, withKey: false })
        const asked = await service.call(path, { method: 'OPTIONS', headers: preflight, withKey: false })
        const names = [...read.headers.keys(), ...asked.headers.keys()]
        expect(
          names.filter((name) => name.startsWith('access-control-')),
          path,
        ).toEqual([])
      }
      await service.close()
    },
  )
})

describe('the origin *', () => {
  test('lets any page call, without its origin in the response', async () => {
    const service = await startTestHttp({ corsOrigins: ['*'] })
    const response = await service.call('/api/v1/me', { headers: { Origin: page } })
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(response.headers.has('Access-Control-Allow-Credentials')).toBe(false)
    await service.close()
  })
})
