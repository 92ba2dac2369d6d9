import { operations } from '@mediagen/contract/operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fakeUseCases, goodKey, outage, startTestHttp, type TestHttp } from '../support/test-http.ts'

let service: TestHttp
beforeAll(async () => {
  service = await startTestHttp()
})
afterAll(() => service.close())

const ask = (authorization: string) =>
  service.call('/api/v1/me', { withKey: false, headers: { Authorization: authorization } })

describe('the API key', () => {
  test.each([`Bearer ${goodKey}`, `bearer ${goodKey}`, `BEARER   ${goodKey}`])(
    'is taken from %s',
    async (header) => {
      expect((await ask(header)).status).toBe(200)
    },
  )

  test.each([
    '',
    'Bearer',
    'Bearer ',
    goodKey,
    `Basic ${goodKey}`,
    `Bearer ${goodKey} ${goodKey}`,
    `Bearer ${goodKey}, Bearer ${goodKey}`,
    `Bearer "${goodKey}"`,
    `Bearer\t${goodKey}`,
    'Bearer wrong',
    `Bearer ${'x'.repeat(5000)}`,
  ])('is refused in any other form: %j', async (header) => {
    const response = await ask(header)
    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer')
    expect(await response.json()).toEqual({
      status: 401,
      code: 'UNAUTHENTICATED',
      message: expect.any(String),
      requestId: response.headers.get('X-Request-Id'),
    })
  })

  test('is refused when two are sent', async () => {
    const header = `Authorization: Bearer ${goodKey}\r\n`
    const response = await service.raw(
      `GET /api/v1/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header}${header}\r\n`,
    )
    expect(response).toMatch(/^HTTP\/1\.1 401 /)
  })

  test('is demanded by just those operations that the contract says so of', async () => {
    for (const { method, path, secured } of Object.values(operations)) {
      const address = path.replaceAll(/\{\w+\}/g, 'some-id')
      const response = await service.call(address, { method: method.toUpperCase(), withKey: false })
      expect(response.status, path).toBe(secured ? 401 : 200)
    }
  })

  test('is asked for before the body is looked at', async () => {
    const body = 'x'.repeat(100_000)
    const response = await service.call('/api/v1/images/generations', {
      method: 'POST',
      withKey: false,
      body,
    })
    expect(response.status).toBe(401)
  })

  test('never appears in the log', () => {
    expect(service.logged.length).toBeGreaterThan(0)
    expect(JSON.stringify(service.logged)).not.toContain(goodKey)
  })
})

describe('when keys cannot be checked', () => {
  test('an outage gets 503, never 401', async () => {
    const away = await startTestHttp({ useCases: failingAuthentication(outage) })
    const response = await away.call('/api/v1/me')
    expect(response.status).toBe(503)
    expect(response.headers.get('Retry-After')).toBe('1')
    expect(await response.json()).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' })
    await away.close()
  })

  test('an internal error gets 500, never 401, and keeps its cause to the log', async () => {
    const broken = await startTestHttp({
      useCases: failingAuthentication(new Error('secret detail')),
    })
    const response = await broken.call('/api/v1/me')
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secret detail')
    const failure = broken.logged.find(({ level }) => level === 'error')
    expect(failure?.fields).toMatchObject({
      requestId: response.headers.get('X-Request-Id'),
      operation: 'getAccount',
    })
    expect(failure?.fields.err).toHaveProperty('message', 'secret detail')
    await broken.close()
  })
})

function failingAuthentication(error: Error) {
  return { ...fakeUseCases([]), authenticate: () => Promise.reject(error) }
}
