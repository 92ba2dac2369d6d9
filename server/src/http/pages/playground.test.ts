import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorOf, goodKey, startTestHttp, type TestHttp } from '../support/test-http.ts'
import { readPlayground } from './playground.ts'
import { isOwnPage, proxyPath } from './playground-proxy.ts'

const retention = { uploadDays: 30, resultDays: null }
const script = 'console.log("the playground")\n'.repeat(50)
let folder: string
let service: TestHttp

/** A service whose public address is the one that the tests call. */
async function startWithPlayground(publicUrl = 'http://127.0.0.1:1'): Promise<TestHttp> {
  const files = readPlayground(folder)
  if (files === undefined) throw new Error('the playground was not read')
  return startTestHttp({
    publicUrl,
    playground: {
      files,
      linkOrigin: async () => 'https://bucket.store.example',
      isProcedural: () => true,
      retention,
    },
    playgroundProxy: { apiKey: goodKey, logger: silent },
  })
}
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'playground-'))
  mkdirSync(join(folder, 'playground'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><meta name="playground" content="{}">')
  writeFileSync(join(folder, 'playground', 'index-a1.js'), script)
  writeFileSync(join(folder, 'playground', 'notes.txt'), 'not for the web')
  service = await startWithPlayground('https://media.example.com')
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

describe('the page of the playground', () => {
  test('knows where it finds the service, the gallery and the other pages, and how long files are kept', async () => {
    const response = await service.call('/', { withKey: false })
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-cache'])
    const [, content = ''] = /<meta name="playground" content="([^"]*)">/.exec(await response.text()) ?? []
    expect(JSON.parse(content.replaceAll('&quot;', '"'))).toEqual({
      proxy: proxyPath,
      gallery: '/gallery/files/',
      links: [
        { path: '/', name: 'Playground' },
        { path: '/gallery', name: 'Gallery' },
        { path: '/api/docs', name: 'Reference' },
        { path: '/status', name: 'Status' },
      ],
      retention,
      isProcedural: true,
    })
  })

  test('may run scripts and take styles of this host alone, and reach nothing but it and the object store', async () => {
    const policy = (await service.call('/', { withKey: false })).headers.get('Content-Security-Policy') ?? ''
    expect(policy).not.toContain('unsafe')
    expect(policy).not.toContain('*')
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' blob: data: https://bucket.store.example",
      "connect-src 'self' https://bucket.store.example",
      "frame-ancestors 'none'",
    ])
      expect(policy.split('; ')).toContain(rule)
  })

  test('is cut off from a page that opens it', async () => {
    const { headers } = await service.call('/', { withKey: false })
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
  })

  test('moves from one name of this machine to that of its links, and from no other host', async () => {
    const local = await startWithPlayground('http://127.0.0.1:1')
    const open = (host: string) => local.raw(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    expect(await open('localhost:1')).toMatch(/^HTTP\/1.1 307 [\s\S]*Location: http:\/\/127.0.0.1:1\//)
    expect(await open('127.0.0.1:1')).toMatch(/^HTTP\/1.1 200 /)
    expect(await open('elsewhere.example')).toMatch(/^HTTP\/1.1 200 /)
    await local.close()
  })

  test('loads the files of its build, compressed where the client takes that, and no others', async () => {
    const path = '/playground/index-a1.js'
    const plain = await service.call(path, { headers: { 'Accept-Encoding': 'identity' } })
    expect(await plain.text()).toBe(script)
    expect(plain.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    const raw = await service.raw(
      `GET ${path} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n`,
    )
    expect(raw).toContain('Content-Encoding: gzip')
    const body = Buffer.from(raw.slice(raw.indexOf('\r\n\r\n') + 4), 'latin1')
    expect(gunzipSync(body).toString()).toBe(script)
    for (const other of ['notes.txt', 'index.html', '..%2findex.html', 'index-a2.js'])
      expect((await service.call(`/playground/${other}`)).status, other).toBe(404)
  })

  test('is there for GET and HEAD alone', async () => {
    expect((await service.call('/', { method: 'HEAD' })).status).toBe(200)
    for (const path of ['/', '/playground/index-a1.js']) {
      const response = await service.call(path, { method: 'POST', json: {} })
      expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    }
  })
})

describe('a folder without a build', () => {
  test('has no playground, and neither has one whose build is not finished', () => {
    expect(readPlayground(join(folder, 'none'))).toBeUndefined()
    expect(readPlayground(join(folder, 'playground'))).toBeUndefined()
  })
})

describe('the proxy of the playground', () => {
  const ownPage = { 'Sec-Fetch-Site': 'same-origin' }
  const ask = (path: string, headers: Record<string, string>, json?: object) =>
    service.call(`${proxyPath}${path}`, {
      method: json === undefined ? 'GET' : 'POST',
      headers,
      withKey: false,
      ...(json !== undefined && { json }),
    })

  test('lets its page read the balance and generate without a key', async () => {
    const account = await ask('/api/v1/me', ownPage)
    expect([account.status, await account.json()]).toEqual([
      200,
      expect.objectContaining({ balance: '12.50' }),
    ])
    const accepted = await ask(
      '/api/v1/images/generations',
      { ...ownPage, Origin: service.url },
      { prompt: 'a fox' },
    )
    expect(accepted.status).toBe(200)
  })

  test('lets its page read the history of the account, and what it used', async () => {
    for (const path of ['/api/v1/tasks?limit=1', '/api/v1/usage'])
      expect((await ask(path, ownPage)).status, path).toBe(200)
  })

  test('refuses pages of other sites, programs, and requests that were forwarded', async () => {
    const before = service.calls.length
    for (const headers of [
      {},
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
      { ...ownPage, Origin: 'https://elsewhere.example' },
      { ...ownPage, Origin: 'null' },
      { ...ownPage, 'X-Forwarded-For': '203.0.113.7' },
    ]) {
      const response = await ask('/api/v1/images/generations', headers, { prompt: 'a fox' })
      expect([response.status, (await errorOf(response)).code]).toEqual([403, 'ORIGIN_NOT_ALLOWED'])
    }
    expect(service.calls).toHaveLength(before)
  })

  test.each([
    'forwarded',
    'via',
    'x-forwarded',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-server',
    'x-original-forwarded-for',
    'x-original-host',
    'x-real-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'true-client-ip',
    'fastly-client-ip',
    'cf-connecting-ip',
    'cf-ray',
    'do-connecting-ip',
    'x-envoy-external-address',
  ])('refuses a request with the header %s of a forwarder', (name) => {
    const plain = { ...ownPage, host: 'localhost:3000', 'x-request-id': 'r1', accept: '*/*', dnt: '1' }
    expect(isOwnPage({ headers: new Headers(plain) })).toBe(true)
    expect(isOwnPage({ headers: new Headers({ ...plain, [name]: '203.0.113.7' }) })).toBe(false)
  })

  test('refuses a page of a name that somebody has pointed at this machine', () => {
    const from = (host: string) => isOwnPage({ headers: new Headers({ ...ownPage, host }) })
    expect(['127.0.0.1:3000', 'localhost:3000', '[::1]:3000', 'localhost'].map(from)).toEqual(
      Array(4).fill(true),
    )
    const others = [
      'elsewhere.example',
      'localhost.elsewhere.example',
      '127.0.0.1.elsewhere.example',
      '192.168.0.2',
      '',
    ]
    expect(others.map(from)).toEqual(Array(others.length).fill(false))
  })

  test('is not there where the service has no demo account', async () => {
    const files = readPlayground(folder)
    if (files === undefined) throw new Error('the playground was not read')
    const other = await startTestHttp({
      playground: {
        files,
        linkOrigin: async () => 'http://127.0.0.1:1',
        isProcedural: () => false,
        retention,
      },
    })
    expect(await (await other.call('/')).text()).not.toContain('proxy')
    expect((await other.call(`${proxyPath}/api/v1/me`, { headers: ownPage })).status).toBe(404)
    await other.close()
  })
})
