import { describe, expect, test } from 'vitest'
import { sendRaw } from '../support/raw-request.ts'
import { serviceOfFile } from './support/contract-service.ts'
import { operationRows } from './support/specification.ts'

const service = serviceOfFile()
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

describe('an address', () => {
  test('an unknown path responds with 404, a known one with another method 405 with Allow', async () => {
    const account = await service().createAccount()
    const paths = [...new Set(operationRows.map(({ path }) => path))]
    for (const path of paths) {
      const known = operationRows.filter((row) => row.path === path).map(({ method }) => method)
      const allow = known.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
      for (const method of methods.filter((one) => !known.some((other) => other === one))) {
        const response = await account.call(method, path.replace(/\{\w+\}/, 'some-id'))
        expect([response.status, response.body.code]).toEqual([405, 'METHOD_NOT_ALLOWED'])
        expect(response.headers.get('Allow')).toBe([...allow, 'OPTIONS'].join(', '))
      }
      const unknown = await account.call('GET', `${path.replace(/\{\w+\}/, 'some-id')}/nothing/at/all`)
      expect([unknown.status, unknown.body.code]).toEqual([404, 'NOT_FOUND'])
    }
  })

  test.each([
    '/index.html',
    '/api',
    '/api/v1',
    '/api/v1/',
    '/api/v1/me/',
    '/api/v1/ME',
    '/API/v1/me',
    '/api/v1//me',
    '/api/v1/images',
    '/api/v1/images/generations/',
    '/api/v1/task',
    '/api/v1/tasks/',
    '/api/v1/tasks//cancel',
    '/api/v1/tasks/one/cancel/again',
    '/api/v1/uploads/one/complete/again',
    '/api/v1/accounts',
    '/v1/me',
    '/..',
    '/api/v1/../v1/me',
    '/api/v1/%2e%2e/me',
    '/api/v1/tasks%2fone',
    '/api/v1;/me',
    '/%61pi/v1/m',
  ])('%s is unknown', async (path) => {
    const { apiKey } = await service().createAccount()
    const headers = [['Authorization', `Bearer ${apiKey}`]] as const
    const { status, body } = await sendRaw(service().baseUrl, { method: 'GET', path, headers })
    expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
  })

  test('may have any query, even a malformed one', async () => {
    const account = await service().createAccount()
    const headers = [['Authorization', `Bearer ${account.apiKey}`]] as const
    for (const query of ['?', '??', '?%', '?%ff=%00', '?a=1&a=2', '?__proto__[x]=1', '?a[b][c]=1', '?&&=&'])
      expect(
        (await sendRaw(service().baseUrl, { method: 'GET', path: `/api/v1/me${query}`, headers })).status,
      ).toBe(200)
  })
})

/**
 * Segments that are not text, contain terminators of other formats, or have a meaning to a file system,
 * database or shell.
 */
const oddSegments = [
  ['%', 400],
  ['%2', 400],
  ['%zz', 400],
  ['%ff', 400],
  ['%c3%28', 400],
  ['%ed%a0%80', 400],
  ['%00', 400],
  ['a%00b', 400],
  ['%20', 404],
  ['%0a%0d', 404],
  ['%2F..%2F..%2Fetc%2Fpasswd', 404],
  ['%25%30%30', 404],
  ["'%20OR%20'1'='1", 404],
  ['1;DROP%20TABLE%20tasks', 404],
  ['%F0%9F%A6%8A', 404],
  ['%C3%A9', 404],
  ['*', 404],
  ['constructor', 404],
  ['__proto__', 404],
  ['null', 404],
] as const

describe.each([
  ['GET', '/api/v1/tasks/{}'],
  ['POST', '/api/v1/tasks/{}/cancel'],
  ['GET', '/api/v1/uploads/{}'],
  ['POST', '/api/v1/uploads/{}/complete'],
])('%s %s with an odd id', (method, pattern) => {
  test.each(oddSegments)('%s responds with %d with the error body', async (segment, expected) => {
    const { apiKey } = await service().createAccount()
    const { status, body } = await sendRaw(service().baseUrl, {
      method,
      path: pattern.replace('{}', segment),
      headers: [['Authorization', `Bearer ${apiKey}`]],
    })
    expect([status, body.status]).toEqual([expected, expected])
    expect(body.code).toMatch(expected === 400 ? /^INVALID_REQUEST$/ : /^(TASK|UPLOAD)_NOT_FOUND$/)
  })

  test('of many thousand characters responds with 400 with the error body', async () => {
    const { apiKey } = await service().createAccount()
    for (const length of [1_000, 15_000, 100_000]) {
      const { status, body } = await sendRaw(service().baseUrl, {
        method,
        path: pattern.replace('{}', 'x'.repeat(length)),
        headers: [['Authorization', `Bearer ${apiKey}`]],
      })
      expect([status, body.code]).toEqual([400, 'INVALID_REQUEST'])
    }
  })
})

describe('the routes besides the operations', () => {
  test.each(['/api/spec.json', '/openapi.json', '/api/docs', '/gallery', '/healthz', '/readyz', '/metrics'])(
    '%s is served without a key',
    async (path) => {
      expect((await service().fetch(path)).status).toBe(200)
    },
  )

  test('HEAD gets the response of GET, without a body', async () => {
    const response = await service().fetch('/api/v1/pricing', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })
})
