import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestHttp, type TestHttp } from './support/test-http.ts'

let service: TestHttp
beforeAll(async () => {
  service = await startTestHttp({ corsOrigins: ['*'] })
})
afterAll(() => service.close())

const idFor = async (sent: string) => {
  const response = await service.call('/api/v1/pricing', { headers: { 'X-Request-Id': sent } })
  return response.headers.get('X-Request-Id')
}

describe('X-Request-Id', () => {
  test.each(['a', 'checkout-7f3a91', '!~', 'x'.repeat(128), '<script>', '"quoted"'])(
    'of visible ASCII comes back: %s',
    async (sent) => {
      expect(await idFor(sent)).toBe(sent)
    },
  )

  test.each(['x'.repeat(129), 'two words', 'ümlaut', 'tab\there', ''])(
    'of another form is replaced: %j',
    async (sent) => {
      expect(await idFor(sent)).toMatch(/^[0-9a-f]{32}$/)
    },
  )

  test('that was sent twice is replaced', async () => {
    const response = await service.raw(
      'GET /api/v1/pricing HTTP/1.1\r\nHost: x\r\nX-Request-Id: one\r\nX-Request-Id: two\r\nConnection: close\r\n\r\n',
    )
    expect(response).toMatch(/X-Request-Id: [0-9a-f]{32}\r\n/)
  })

  test('differs from request to request', async () => {
    expect(await idFor('')).not.toBe(await idFor(''))
  })

  test.each([
    ['GET', '/api/v1/me', 200],
    ['HEAD', '/api/v1/me', 200],
    ['GET', '/nowhere', 404],
    ['DELETE', '/api/v1/me', 405],
    ['OPTIONS', '/api/v1/me', 204],
    ['GET', '/api/v1/tasks/%ZZ', 400],
    ['GET', '/api/docs', 200],
    ['GET', '/look/look.css', 200],
    ['GET', '/api/spec.json', 200],
    ['GET', '/openapi.json', 200],
    ['GET', '/gallery', 200],
    ['GET', '/healthz', 200],
    ['GET', '/readyz', 200],
    ['GET', '/metrics', 200],
  ])('is on every response: %s %s', async (method, path, status) => {
    const response = await service.call(path, { method, headers: { 'X-Request-Id': 'mine' } })
    expect(response.status).toBe(status)
    expect(response.headers.get('X-Request-Id')).toBe('mine')
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(response.headers.has('X-Powered-By')).toBe(false)
    // Express would add one to any body; only what stays the same between two requests has one.
    expect(response.headers.has('ETag')).toBe(
      ['/look/look.css', '/api/spec.json', '/openapi.json', '/gallery'].includes(path),
    )
  })

  test('that a client chose for all its requests does not replace the one of each in the log', async () => {
    for (const path of ['/api/v1/me', '/api/v1/pricing'])
      await service.call(path, { headers: { 'X-Request-Id': 'the-same' } })
    const linesOfIt = () => service.logged.filter(({ fields }) => fields.clientRequestId === 'the-same')
    await expect.poll(() => new Set(linesOfIt().map(({ fields }) => fields.requestId)).size).toBe(2)
  })

  test('of the service is the same in response and log', async () => {
    const response = await service.call('/api/v1/me')
    await expect
      .poll(() => service.logged.map(({ fields }) => fields.requestId))
      .toContain(response.headers.get('X-Request-Id'))
  })

  test('stands in the log beside operation, status, duration, account and key', async () => {
    await service.call('/api/v1/me', { headers: { 'X-Request-Id': 'find-me' } })
    await expect
      .poll(() => service.logged.find(({ fields }) => fields.clientRequestId === 'find-me'))
      .toMatchObject({
        level: 'info',
        fields: {
          requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
          clientAddress: '127.0.0.1',
          operation: 'getAccount',
          status: 200,
          durationMs: expect.any(Number),
          accountId: 'account-1',
          keyId: 'k0k0k0k0k0k0',
          method: 'GET',
        },
      })
  })
})

describe('what is no HTTP at all', () => {
  test.each([
    'NONSENSE\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'GET /api/v1/me HTTP/1.1\r\nHost x\r\n\r\n',
    'POST /api/v1/uploads HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
    'POST /api/v1/uploads HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  ])('gets the error body and an id all the same', async (bytes) => {
    const response = await service.raw(bytes)
    expect(response).toMatch(/^HTTP\/1\.1 400 /)
    const id = /X-Request-Id: ([0-9a-f]{32})\r\n/.exec(response)?.[1]
    const body = JSON.parse(response.split('\r\n\r\n')[1] ?? '')
    expect(body).toMatchObject({ status: 400, code: 'INVALID_REQUEST', requestId: id })
  })

  test.each([
    ['without a Host header', ''],
    ['with two Host headers', 'Host: a\r\nHost: b\r\n'],
    ['with the same Host twice', 'Host: a\r\nHost: a\r\n'],
  ])('%s is rejected by that name', async (_name, hosts) => {
    const response = await service.raw(`GET /healthz HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)
    expect(response).toMatch(/^HTTP\/1\.1 400 /)
    const body = JSON.parse(response.split('\r\n\r\n')[1] ?? '')
    expect(body).toMatchObject({ code: 'INVALID_REQUEST', details: [{ path: '/Host' }] })
  })

  test('of HTTP/1.0 needs no Host header', async () => {
    expect(await service.raw('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('in the middle of a chunked body ends the request and not the service', async () => {
    const head = 'POST /api/v1/images/generations HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer mg_good\r\n'
    const response = await service.raw(
      `${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n`,
    )
    expect(response).toMatch(/^HTTP\/1\.1 400 /)
    expect((await service.call('/healthz')).status).toBe(200)
  })
})
