import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ObjectStore } from '../../server/src/core/ports/object-store.ts'
import { createS3ObjectStore } from '../../server/src/storage/s3-store/s3-object-store.ts'
import { S3UnavailableError } from '../../server/src/storage/s3-store/s3-unavailable-error.ts'
import { createTestBucket, type TestBucket } from '../support/s3-bucket.ts'
import {
  type FaultProxy,
  silence,
  slowDown,
  startFaultProxy,
  unavailable,
} from '../support/s3-fault-proxy.ts'
import { untilHolds } from '../support/until-holds.ts'

const contentType = 'image/png'
/**
 * Far below the default, so that a test can wait for it; the other is for operations that must not be
 * abandoned.
 */
const hastySeconds = 0.3
const patientSeconds = 10
/** Nobody waits longer for anything that is hasty, on the busiest machine; the patient store would. */
const soonSeconds = 9

let bucket: TestBucket
let proxy: FaultProxy
let store: ReturnType<typeof createS3ObjectStore>
let hasty: typeof store
beforeAll(async () => {
  bucket = await createTestBucket()
  const { endpoint = '' } = bucket.settings
  proxy = await startFaultProxy(endpoint)
})
beforeEach(() => {
  store = open(patientSeconds)
  hasty = open(hastySeconds)
})
afterEach(async () => {
  store.close()
  hasty.close()
  await proxy.recover()
})
afterAll(async () => {
  await proxy.close()
  await bucket.remove()
})

function open(timeoutSeconds: number): typeof store {
  return createS3ObjectStore({ ...bucket.settings, endpoint: proxy.endpoint, timeoutSeconds })
}
const bytes = Buffer.from('the bytes of a picture')
const put = (key: string, content: Uint8Array = bytes, to: ObjectStore = store) =>
  to.put({ key, contentType, bytes: content })
async function secondsOf(action: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await expect(action()).rejects.toThrow(S3UnavailableError)
  return (performance.now() - startedMs) / 1000
}
const requestsOf = (method: string, key: string) =>
  proxy.requests.filter((line) => line.startsWith(`${method} `) && line.includes(key))

/** Every operation of the port, on an object that is there. */
const operations: readonly [
  string,
  (on: ObjectStore, object: { key: string; etag: string }) => Promise<unknown>,
][] = [
  ['head', (on, { key }) => on.head(key)],
  ['read', (on, { key }) => on.read(key)],
  ['readRange', (on, { key, etag }) => on.readRange(key, { start: 0, endInclusive: 3, etag })],
  ['copy', (on, { key, etag }) => on.copy({ from: key, to: `${key}-copy`, etag })],
  ['put', (on, { key }) => put(key, bytes, on)],
  ['delete', (on, { key }) => on.delete(key)],
  ['list', async (on) => on.list('faults/')[Symbol.asyncIterator]().next()],
]

describe.each(operations)('%s', (name, run) => {
  const key = `faults/${name}`
  let etag = ''
  beforeEach(async () => {
    await put(key)
    etag = (await store.head(key))?.etag ?? ''
  })

  test('succeeds even if the store responds with 503 at first', async () => {
    proxy.disturb(slowDown, { times: 1 })
    const result = await run(store, { key, etag })
    expect(result).not.toBe(false)
    if (name !== 'put' && name !== 'delete') expect(result).toBeDefined()
  })

  test('succeeds even if a response was lost with its connection', async () => {
    proxy.disturb({ kind: 'lost response' }, { times: 1 })
    const result = await run(store, { key, etag })
    expect(result).not.toBe(false)
  })

  test('ends soon, with an error, if the store is silent', async () => {
    proxy.disturb(silence)
    expect(await secondsOf(() => run(hasty, { key, etag }))).toBeLessThan(soonSeconds)
  })

  test('ends soon, with an error, if the connection is refused', async () => {
    await proxy.refuse()
    expect(await secondsOf(() => run(hasty, { key, etag }))).toBeLessThan(soonSeconds)
  })
})

test('an aborted put ends immediately, however long the store is silent', async () => {
  proxy.disturb(silence)
  const stop = new AbortController()
  const seconds = secondsOf(() => store.put({ key: 'faults/given-up', contentType, bytes }, stop.signal))
  setImmediate(() => stop.abort())
  expect(await seconds).toBeLessThan(soonSeconds)
})

describe('a body', () => {
  test('that breaks off is requested again', async () => {
    await put('faults/broken')
    proxy.disturb({ kind: 'half a response', afterwards: 'end' }, { times: 2 })
    expect(Buffer.from((await store.read('faults/broken')) ?? [])).toEqual(bytes)
    expect(requestsOf('GET', 'faults/broken')).toHaveLength(3)
  })

  test('that always breaks off is an error and never half an object', async () => {
    await put('faults/always-broken')
    proxy.disturb({ kind: 'half a response', afterwards: 'end' })
    await expect(store.read('faults/always-broken')).rejects.toThrow()
    expect(requestsOf('GET', 'faults/always-broken')).toHaveLength(3)
  })

  test('that stalls is abandoned after the timeout', async () => {
    await put('faults/stalled')
    proxy.disturb({ kind: 'half a response', afterwards: 'silence' })
    expect(await secondsOf(() => hasty.read('faults/stalled'))).toBeLessThan(soonSeconds)
  })

  test('that stalls once is requested again', async () => {
    await put('faults/stalled-once')
    proxy.disturb({ kind: 'half a response', afterwards: 'silence' }, { times: 1 })
    // Long enough for the store to respond on a busy machine.
    const brisk = open(3)
    expect(Buffer.from((await brisk.read('faults/stalled-once')) ?? [])).toEqual(bytes)
    brisk.close()
  })
})

describe('a large object', () => {
  const large = Buffer.alloc(12 * 1024 * 1024, 'large')
  const partsLeft = async () => {
    const { Uploads = [] } = await bucket.client.send(
      new ListMultipartUploadsCommand({ Bucket: bucket.settings.bucket }),
    )
    return Uploads.map(({ Key }) => Key)
  }

  test('goes in parts, and a part that failed is sent again', async () => {
    proxy.disturb(unavailable, { fits: /^PUT .*partNumber=2/, times: 2 })
    await put('faults/large', large)
    expect(
      requestsOf('PUT', 'faults/large')
        .map((line) => /partNumber=(\d)/.exec(line)?.[1])
        .sort(),
    ).toEqual(['1', '2', '2', '2', '3'])
    expect((await store.head('faults/large'))?.sizeBytes).toBe(large.byteLength)
    expect(await partsLeft()).toEqual([])
  })

  test('of which a part cannot be stored does not exist, and neither do its other parts', async () => {
    proxy.disturb(unavailable, { fits: /^PUT .*partNumber=2/ })
    await expect(put('faults/never', large)).rejects.toThrow(S3UnavailableError)
    expect(requestsOf('DELETE', 'faults/never').filter((line) => line.includes('uploadId='))).toHaveLength(1)
    expect(await partsLeft()).toEqual([])
    expect(await store.head('faults/never')).toBeUndefined()
  })

  test('that is aborted in the middle ends immediately, and leaves no parts once the store responds', async () => {
    proxy.disturb(silence, { fits: /^PUT .*partNumber=/ })
    const stop = new AbortController()
    const key = 'faults/stopped'
    const seconds = secondsOf(() => store.put({ key, contentType, bytes: large }, stop.signal))
    await untilHolds(() => expect(requestsOf('PUT', key)).not.toEqual([]))
    stop.abort()
    expect(await seconds).toBeLessThan(soonSeconds)
    await proxy.recover()
    // What waits for an answer to a part gives up after the patience of the store.
    await untilHolds(async () => expect(await partsLeft()).toEqual([]), 6_000 * patientSeconds)
    expect(await store.head(key)).toBeUndefined()
  })

  test('that could not be assembled leaves no parts', async () => {
    proxy.disturb(unavailable, { fits: /^POST .*uploadId=/ })
    await expect(put('faults/not-joined', large)).rejects.toThrow()
    expect(await partsLeft()).toEqual([])
    expect(await store.head('faults/not-joined')).toBeUndefined()
  })

  test('is sent from memory without a copy', async () => {
    // Past the proxy, whose buffers in this process would be counted too.
    const direct = createS3ObjectStore(bucket.settings)
    await put('faults/warm', large, direct)
    const before = process.memoryUsage().arrayBuffers
    let peak = 0
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().arrayBuffers - before)
    }, 5)
    await put('faults/memory', large, direct).finally(() => clearInterval(watch))
    direct.close()
    expect(peak).toBeLessThan(large.byteLength / 4)
  })
})

describe('readiness', () => {
  test('fails within 2 seconds if the store is silent, and succeeds again when it responds', async () => {
    proxy.disturb(silence)
    expect(await secondsOf(() => store.check())).toBeLessThan(soonSeconds)
    await proxy.recover()
    await expect(store.check()).resolves.toBeUndefined()
  })

  test('fails if there is no such bucket', async () => {
    const elsewhere = createS3ObjectStore({ ...bucket.settings, bucket: 'mediagen-that-never-was' })
    await expect(elsewhere.check()).rejects.toThrow()
    elsewhere.close()
  })

  test('fails with wrong credentials', async () => {
    const secret = process.env.AWS_SECRET_ACCESS_KEY
    process.env.AWS_SECRET_ACCESS_KEY = 'wrong'
    const stranger = createS3ObjectStore(bucket.settings)
    // No outage: waiting will not mend it.
    await expect(stranger.check()).rejects.not.toThrow(S3UnavailableError)
    process.env.AWS_SECRET_ACCESS_KEY = secret
    stranger.close()
  })
})

test('a missing bucket is an error and not a missing object', async () => {
  const elsewhere = createS3ObjectStore({ ...bucket.settings, bucket: 'mediagen-that-never-was' })
  await expect(elsewhere.read('results/x')).rejects.toThrow()
  await expect(elsewhere.delete('results/x')).rejects.toThrow()
  elsewhere.close()
})
