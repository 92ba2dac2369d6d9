import { describe, expect, test } from 'vitest'
import { sendRaw } from '../support/raw-request.ts'
import { serviceOfFile } from './support/contract-service.ts'

const service = serviceOfFile()

async function ask(values: readonly string[], path = '/api/v1/pricing', method = 'GET') {
  const headers = values.map((value) => ['X-Request-Id', value] as const)
  return sendRaw(service().baseUrl, { method, path, headers })
}

describe('X-Request-Id', () => {
  test.each([
    'a',
    '7',
    'x'.repeat(128),
    '!~',
    '{"not":"json"}',
    "';DROP/**/TABLE/**/tasks;--",
    '<script>',
    '../..',
    '%00',
    '$(reboot)',
  ])('a usable request id is echoed, any other is replaced: %s is echoed', async (id) => {
    expect((await ask([id])).headers.get('X-Request-Id')).toBe(id)
  })

  test.each([
    ['longer than 128 characters', 'x'.repeat(129)],
    ['empty', ''],
    ['with a space inside', 'a b'],
    ['with a tab inside', 'a\tb'],
    ['with letters beyond ASCII', 'é'],
    ['with an emoji', '🦊'],
  ])('is replaced and never rejected when it is %s', async (_name, id) => {
    const { status, headers } = await ask([id])
    expect(status).toBe(200)
    expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f]{32}$/)
  })

  test('is replaced if it was sent twice, because it is ambiguous which is meant', async () => {
    expect((await ask(['one', 'two'])).headers.get('X-Request-Id')).toMatch(/^[0-9a-f]{32}$/)
  })

  test('cannot smuggle a header or a line into the response', async () => {
    const { headers } = await ask(['one%0d%0aX-Injected: yes'])
    expect(headers.get('X-Injected')).toBeNull()
    // A bare line feed is not valid HTTP, whatever the path.
    const broken = await ask(['one\nX-Injected: yes'], '/nothing')
    expect(broken.status).toBe(400)
    expect(broken.headers.get('X-Injected')).toBeNull()
  })

  test('is created if none was sent, and differs each time', async () => {
    const ids = new Set<string | null>()
    for (let count = 0; count < 20; count += 1) ids.add((await ask([])).headers.get('X-Request-Id'))
    expect(ids.size).toBe(20)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
  })

  test.each([
    ['a rejection because of a missing key', 'GET', '/api/v1/me', 401],
    ['an unknown path', 'GET', '/nothing', 404],
    ['a wrong method', 'DELETE', '/api/v1/me', 405],
    ['an odd address', 'GET', '/api/v1/tasks/%ff', 400],
  ])('is on every response, and in the body of errors: %s', async (_name, method, path, status) => {
    const response = await ask(['mine'], path, method)
    expect(response.status).toBe(status)
    expect(response.headers.get('X-Request-Id')).toBe('mine')
    expect(response.body.requestId).toBe('mine')
  })

  test('is also on non-JSON responses: pages, probes and signed links', async () => {
    for (const path of ['/api/docs', '/gallery', '/metrics', '/healthz', '/objects/none']) {
      const response = await fetch(`${service().baseUrl}${path}`, { headers: { 'X-Request-Id': 'mine' } })
      expect(response.headers.get('X-Request-Id'), path).toBe('mine')
    }
  })
})
