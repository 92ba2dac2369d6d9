import dns from 'node:dns'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createS3ObjectStore } from '../../server/src/storage/s3-store/s3-object-store.ts'
import { readS3Url } from '../../server/src/storage/s3-store/s3-settings.ts'
import { createTestBucket, s3Access, type TestBucket } from '../support/s3-bucket.ts'
import { type FaultProxy, startFaultProxy } from '../support/s3-fault-proxy.ts'

const contentType = 'image/png'
const { virtualHost, endpoint } = s3Access()

let bucket: TestBucket
const stores: ReturnType<typeof createS3ObjectStore>[] = []
beforeAll(async () => {
  bucket = await createTestBucket()
})
afterEach(() => {
  for (const store of stores.splice(0)) store.close()
  vi.restoreAllMocks()
})
afterAll(() => bucket.remove())

function open(changes: Record<string, string>) {
  const store = createS3ObjectStore(readS3Url(bucket.url(changes)))
  stores.push(store)
  return store
}
const put = (url: string, body: string, type = contentType) =>
  fetch(url, { method: 'PUT', headers: { 'Content-Type': type }, body })
const textOf = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString()

describe('a key', () => {
  // The service makes none of these; that they work shows that nothing of a key is lost or read as something
  // else.
  test.each([
    'results/a b.png',
    'results/a+b.png',
    'results/a%20b.png',
    'results/ä-日本.png',
    'results/a&b=c?d#e.png',
    "results/it's (1)!*.png",
    'results/a//b.png',
    'results/a:b@c,d;e$f.png',
  ])('%s is one and the same in every operation and in links', async (key) => {
    const store = open({})
    const to = `${key}-copy`
    await store.put({ key, contentType, bytes: Buffer.from(key) })
    const etag = (await store.head(key))?.etag ?? ''
    expect(textOf(await store.readRange(key, { start: 0, endInclusive: 999, etag }))).toBe(key)
    expect(await store.copy({ from: key, to, etag })).toBe(true)
    const listed: string[] = []
    for await (const entry of store.list('results/')) listed.push(entry.key)
    expect(listed.sort()).toEqual([key, to].sort())
    const link = await store.signDownload({ key: to, contentType, fileName: 'a.png', expiresInSeconds: 60 })
    expect(await (await fetch(link)).text()).toBe(key)
    const upload = await store.signUpload({ key, contentType, expiresInSeconds: 60 })
    expect((await put(upload, 'sent')).status).toBe(200)
    expect(textOf(await store.read(key))).toBe('sent')
    await Promise.all([store.delete(key), store.delete(to)])
    expect(await store.head(key)).toBeUndefined()
  })
})

// Amazon's own addresses cannot be reached from tests; a server that knows buckets by host names can be.
describe.skipIf(virtualHost === undefined)('with the bucket in the host name', () => {
  test('every operation and every link works', async () => {
    const asked = resolveLocally()
    const { port } = new URL(endpoint ?? '')
    const store = open({ endpoint: `http://${virtualHost}:${port}`, forcePathStyle: 'false' })
    const key = 'uploads/by-host'
    const upload = await store.signUpload({ key, contentType, expiresInSeconds: 60 })
    expect(new URL(upload).host).toBe(`${bucket.settings.bucket}.${virtualHost}:${port}`)
    expect((await put(upload, 'other type', 'image/jpeg')).status).toBe(403)
    expect((await put(upload, 'by host')).status).toBe(200)

    const etag = (await store.head(key))?.etag ?? ''
    expect(await store.copy({ from: key, to: 'inputs/by-host', etag })).toBe(true)
    expect(textOf(await store.read('inputs/by-host'))).toBe('by host')
    await store.put({ key: 'results/by-host', contentType, bytes: Buffer.alloc(6 * 1024 * 1024) })
    expect((await store.head('results/by-host'))?.sizeBytes).toBe(6 * 1024 * 1024)
    const link = await store.signDownload({
      key: 'inputs/by-host',
      contentType,
      fileName: 'a.png',
      expiresInSeconds: 60,
    })
    expect(await (await fetch(link)).text()).toBe('by host')
    await expect(store.check()).resolves.toBeUndefined()
    for await (const entry of store.list('inputs/')) await store.delete(entry.key)
    expect(await store.head('inputs/by-host')).toBeUndefined()
    expect(new Set(asked)).toEqual(new Set([`${bucket.settings.bucket}.${virtualHost}`]))
  })
})

describe('a public endpoint', () => {
  let proxy: FaultProxy
  beforeAll(async () => {
    proxy = await startFaultProxy(endpoint ?? '')
  })
  afterAll(() => proxy.close())

  test('is where links lead, while the service itself keeps to the inner one', async () => {
    const store = open({ publicEndpoint: proxy.endpoint })
    const key = 'uploads/from-outside'
    const upload = await store.signUpload({ key, contentType, expiresInSeconds: 60 })
    expect((await put(upload, 'outside')).status).toBe(200)
    expect(textOf(await store.read(key))).toBe('outside')
    const link = await store.signDownload({ key, contentType, fileName: 'a.png', expiresInSeconds: 60 })
    expect(await (await fetch(link)).text()).toBe('outside')
    expect(proxy.requests.map((line) => line.split('?')[0])).toEqual([
      `PUT /${bucket.settings.bucket}/${key}`,
      `GET /${bucket.settings.bucket}/${key}`,
    ])
  })
})

/**
 * Stands in for an operator's DNS, where the names of buckets lead to the store. Returns the names asked for.
 */
function resolveLocally(): string[] {
  const asked: string[] = []
  const lookup = dns.lookup
  const resolve = (host: string, options: dns.LookupOptions, done: (...response: unknown[]) => void) => {
    asked.push(host)
    return lookup('127.0.0.1', options, done)
  }
  // The overloads of lookup are many; Node itself calls it with these three arguments.
  vi.spyOn(dns, 'lookup').mockImplementation(resolve as typeof dns.lookup)
  return asked
}
