import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestHttp, type TestHttp } from '../support/test-http.ts'

let folder: string
let service: TestHttp
const link = { method: 'GET', contentType: 'image/png', fileName: 'a.png', expiresAtMs: 0 } as const
const linkedKeys: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'))
  await writeFile(join(folder, 'film.mp4'), 'twelve bytes')
  service = await startTestHttp({
    readinessChecks: { database: async () => undefined, objectStore: async () => undefined },
    signedFiles: {
      verifyLink({ key, query }) {
        linkedKeys.push(key)
        return query.get('signature') === 'x' ? { ...link, key } : 'forged'
      },
      pathOf: () => join(folder, 'film.mp4'),
      receive: async () => 'stored',
      receivedBytesMax: 1_000,
    },
  })
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

const open = (path: string, headers: Record<string, string> = {}) =>
  service.call(path, { withKey: false, headers })

describe('the documentation', () => {
  test('serves the contract as it is', async () => {
    const response = await open('/api/spec.json')
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    const document = await response.json()
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } })
    expect(document).toHaveProperty(['paths', '/api/v1/me', 'get', 'operationId'], 'getAccount')
  })

  test('serves the contract at /openapi.json with the same bytes and tag', async () => {
    const [named, usual] = await Promise.all([open('/api/spec.json'), open('/openapi.json')])
    expect(usual.headers.get('Content-Type')).toBe(named.headers.get('Content-Type'))
    expect(usual.headers.get('ETag')).toBe(named.headers.get('ETag'))
    expect(await usual.text()).toBe(await named.text())
  })

  test('names nothing outside of this host, and forbids it', async () => {
    const response = await open('/api/docs')
    const html = await response.text()
    const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(addresses.length).toBeGreaterThanOrEqual(4)
    for (const address of addresses.filter((one) => one !== '#content')) {
      expect(address).toMatch(/^\/(?!\/)/)
      expect((await open(address)).status).toBe(200)
    }
    expect(response.headers.get('Content-Security-Policy')).toContain("script-src 'self';")
  })

  test('sends the contract compressed, and not again while it is the same', async () => {
    const address = '/openapi.json'
    const raw = await service.raw(
      `HEAD ${address} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n`,
    )
    expect(raw).toContain('Content-Encoding: gzip')
    expect(raw).toContain('Vary: Accept-Encoding')
    const whole = await open(address, { 'Accept-Encoding': 'identity' })
    const sizeBytes = (await whole.arrayBuffer()).byteLength
    expect(Number(/Content-Length: (\d+)/.exec(raw)?.[1])).toBeLessThan(sizeBytes / 2)
    expect(whole.headers.get('Cache-Control')).toBe('no-cache')
    const etag = whole.headers.get('ETag') ?? ''
    expect((await open(address, { 'If-None-Match': etag })).status).toBe(304)
    expect((await open(address, { 'If-None-Match': '"other"' })).status).toBe(200)
  })

  test.each(['/api/spec.json', '/openapi.json', '/look/look.css'])(
    'has %s revalidated at each visit, and not sent again while it is the same',
    async (path) => {
      const response = await open(path)
      expect(response.headers.get('Cache-Control')).toBe('no-cache')
      const held = await open(path, { 'If-None-Match': response.headers.get('ETag') ?? '' })
      expect([held.status, await held.text()]).toEqual([304, ''])
    },
  )

  test('serves no other file of the package', async () => {
    for (const name of ['package.json', 'index.html', '..%2fpackage.json', 'generateImage']) {
      expect((await open(`/api/docs/${name}`)).status).toBe(404)
    }
  })
})

describe('signed links of the folder store', () => {
  test('are served without a key, with the path below /objects', async () => {
    const response = await open('/objects/results/a.png?signature=x')
    expect(await response.text()).toBe('twelve bytes')
    expect(response.headers.get('Content-Disposition')).toBe('inline; filename="a.png"')
    expect(linkedKeys).toEqual(['results/a.png'])
  })

  test('leave no signature in the log', async () => {
    await expect.poll(() => service.logged.some(({ fields }) => fields.operation === 'objects')).toBe(true)
    expect(JSON.stringify(service.logged)).not.toContain('signature')
  })
})

describe('health', () => {
  test('/healthz shows that the process responds', async () => {
    expect(await (await open('/healthz')).json()).toEqual({ status: 'ok' })
  })

  test('/readyz tells that all is there', async () => {
    const response = await open('/readyz')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ status: 'ready', checks: { database: 'ok', objectStore: 'ok' } })
  })

  test('/readyz names what is away, and why only to the log', async () => {
    const database = () => Promise.reject(new Error('password rejected'))
    const away = await startTestHttp({ readinessChecks: { database, objectStore: async () => undefined } })
    const response = await away.call('/readyz', { withKey: false })
    expect(response.status).toBe(503)
    const text = await response.text()
    expect(JSON.parse(text)).toEqual({
      status: 'not ready',
      checks: { database: 'failed', objectStore: 'ok' },
    })
    expect(text).not.toContain('password')
    expect(away.logged.find(({ level }) => level === 'warn')?.fields).toMatchObject({ check: 'database' })
    await away.close()
  })

  test('/readyz asks each part once for all requests that arrive meanwhile', async () => {
    let asked = 0
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const database = async () => {
      asked += 1
      await held
    }
    const own = await startTestHttp({ readinessChecks: { database } })
    const responses = Array.from({ length: 20 }, () => own.call('/readyz', { withKey: false }))
    await expect.poll(() => asked).toBe(1)
    await own.call('/healthz', { withKey: false })
    release()
    for (const response of await Promise.all(responses)) expect(response.status).toBe(200)
    expect(asked).toBeLessThan(20)
    await own.close()
  })

  test('/readyz is made anew for a later request, and every 50 ms at most however many ask', async () => {
    let asked = 0
    const database = async () => {
      asked += 1
    }
    const own = await startTestHttp({ readinessChecks: { database } })
    const startedMs = performance.now()
    for (let count = 1; count <= 3; count += 1) {
      await own.call('/readyz', { withKey: false })
      expect(asked).toBe(count)
    }
    // A timer may fire up to a millisecond early.
    expect(performance.now() - startedMs).toBeGreaterThan(2 * 49)
    await own.close()
  })

  test('/metrics counts requests by operation and status', async () => {
    await service.call('/api/v1/me')
    await service.call('/api/v1/me', { withKey: false })
    const counts = async () => (await open('/metrics')).text()
    await expect
      .poll(counts)
      .toContain(
        'http_server_request_duration_seconds_count{operation="getAccount",http_request_method="GET",http_route="/api/v1/me",http_response_status_code="200"} 1',
      )
    expect(await counts()).toContain(
      'http_server_request_duration_seconds_count{operation="getAccount",http_request_method="GET",http_route="/api/v1/me",http_response_status_code="401"} 1',
    )
  })
})

describe('an address that nothing serves', () => {
  const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

  test('is a page for a person, with the links of every page', async () => {
    const response = await open('/nope', browser)
    expect(response.status).toBe(404)
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    const html = await response.text()
    expect(html).toContain('There is no such page')
    expect(html).toContain('href="/gallery"')
  })

  test.each([
    ['a program', '/nope', {}],
    ['a browser below /api', '/api/v1/nope', browser],
  ])('is NOT_FOUND in JSON for %s', async (_, path, headers) => {
    const response = await open(path, headers)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' })
  })
})
