import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ObjectStore } from '../../server/src/core/ports/object-store.ts'
import { doneEarlier, type OpenStore, storeKinds } from './support/stores.ts'

const contentType = 'image/png'
const minuteMs = 60_000
const hour = 3600

let made = 0
/** A key as the service makes them, and another one each time. */
const newKey = (prefix = 'results') => `${prefix}/${(made++).toString(36).padStart(32, '0')}.png`
const text = (bytes: Uint8Array | undefined) =>
  bytes === undefined ? undefined : Buffer.from(bytes).toString()
const put = (url: string, body: string, type = contentType) =>
  fetch(url, { method: 'PUT', headers: { 'Content-Type': type }, body })

// What callers of the port may rely on, whichever store there is.
describe.each(storeKinds)('an object store in $kind', ({ kind, open }) => {
  let opened: OpenStore
  let store: ObjectStore
  beforeAll(async () => {
    opened = await open()
    store = opened.store
  })
  afterAll(() => opened.close())

  async function stored(content: string, key = newKey()): Promise<{ key: string; etag: string }> {
    await store.put({ key, contentType, bytes: Buffer.from(content) })
    return { key, etag: (await store.head(key))?.etag ?? '' }
  }
  async function keysBelow(prefix: string): Promise<string[]> {
    const keys: string[] = []
    for await (const { key } of store.list(prefix)) keys.push(key)
    return keys.sort()
  }

  describe('objects', () => {
    test('are read as they were put, and replaced whole', async () => {
      const { key, etag } = await stored('first, and the longer one')
      expect(text(await store.read(key))).toBe('first, and the longer one')
      expect(await store.head(key)).toEqual({ sizeBytes: 25, etag })
      await stored('second', key)
      expect(text(await store.read(key))).toBe('second')
      const second = await store.head(key)
      expect(second?.sizeBytes).toBe(6)
      expect(second?.etag).not.toBe(etag)
    })

    test('are not put once their signal has aborted, and stay what they were', async () => {
      const { key, etag } = await stored('first')
      const given = { contentType, bytes: Buffer.from('second') }
      const gaveUp = AbortSignal.abort(new Error('given up'))
      await expect(store.put({ key, ...given }, gaveUp)).rejects.toThrow('given up')
      expect(await store.head(key)).toEqual({ sizeBytes: 5, etag })
      await store.put({ key, ...given }, new AbortController().signal)
      expect(text(await store.read(key))).toBe('second')
    })

    test('are there whole or not at all when the signal aborts in the middle', async () => {
      const key = newKey()
      const bytes = randomBytes(24 * 1024 * 1024)
      const stop = new AbortController()
      const putting = store.put({ key, contentType, bytes }, stop.signal)
      setImmediate(() => stop.abort())
      await expect(putting).rejects.toThrow()
      expect([undefined, bytes.byteLength]).toContain((await store.head(key))?.sizeBytes)
      expect((await store.deleteUnfinished?.(Date.now() + minuteMs)) ?? 0).toBe(0)
    })

    test('may be empty', async () => {
      const { key } = await stored('')
      expect((await store.head(key))?.sizeBytes).toBe(0)
      expect((await store.read(key))?.byteLength).toBe(0)
    })

    test('of the same size have another version when their bytes differ', async () => {
      const { key, etag } = await stored('abc')
      expect((await stored('abd', key)).etag).not.toBe(etag)
    })

    test('of 12 MB come back byte for byte', async () => {
      const bytes = randomBytes(12 * 1024 * 1024 + 1)
      const key = newKey()
      await store.put({ key, contentType: 'video/mp4', bytes })
      const head = await store.head(key)
      expect(head?.sizeBytes).toBe(bytes.byteLength)
      const digest = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
      expect(digest((await store.read(key)) ?? Buffer.alloc(0))).toBe(digest(bytes))
      const range = { start: 6_000_000, endInclusive: 6_000_099, etag: head?.etag ?? '' }
      const part = await store.readRange(key, range)
      expect(Buffer.from(part ?? []).equals(bytes.subarray(6_000_000, 6_000_100))).toBe(true)
    })

    test('that are not there are undefined, and no error to delete', async () => {
      const key = newKey()
      expect(await store.head(key)).toBeUndefined()
      expect(await store.read(key)).toBeUndefined()
      expect(
        await store.readRange(key, { start: 0, endInclusive: 9, etag: '"0123456789abcdef"' }),
      ).toBeUndefined()
      await store.delete(key)
      expect(await store.head(key)).toBeUndefined()
    })

    test('are gone once they are deleted', async () => {
      const { key } = await stored('x')
      await store.delete(key)
      expect(await store.head(key)).toBeUndefined()
      expect(await store.read(key)).toBeUndefined()
    })
  })

  describe('a range', () => {
    const ranges: [string, number, number, string][] = [
      ['from the start', 0, 3, '0123'],
      ['from the middle', 4, 6, '456'],
      ['of one byte', 9, 9, '9'],
      ['beyond the end is cut there', 8, 100, '89'],
      ['behind the end is empty', 10, 20, ''],
    ]
    test.each(ranges)('%s', async (_name, start, endInclusive, expected) => {
      const { key, etag } = await stored('0123456789')
      expect(text(await store.readRange(key, { start, endInclusive, etag }))).toBe(expected)
    })

    test('of another version is undefined, also behind its end', async () => {
      const { key, etag } = await stored('0123456789')
      await stored('abc', key)
      expect(await store.readRange(key, { start: 0, endInclusive: 1, etag })).toBeUndefined()
      expect(await store.readRange(key, { start: 5, endInclusive: 9, etag })).toBeUndefined()
    })
  })

  describe('a copy', () => {
    test('has the same bytes and leaves its source', async () => {
      const { key, etag } = await stored('bytes')
      const to = newKey('inputs')
      expect(await store.copy({ from: key, to, etag })).toBe(true)
      expect([text(await store.read(to)), text(await store.read(key))]).toEqual(['bytes', 'bytes'])
    })

    test('of a large file that came through a link has the same bytes', async () => {
      const key = newKey('uploads')
      const bytes = Buffer.alloc(20 * 1024 * 1024, 'large')
      const url = await store.signUpload({ key, contentType, expiresInSeconds: 900 })
      await fetch(url, { method: 'PUT', headers: { 'Content-Type': contentType }, body: bytes })
      const to = newKey('inputs')
      const etag = (await store.head(key))?.etag ?? ''
      expect(await store.copy({ from: key, to, etag })).toBe(true)
      expect(Buffer.from((await store.read(to)) ?? []).equals(bytes)).toBe(true)
    })

    test('is not made of another version, nor of nothing', async () => {
      const { key, etag } = await stored('old')
      await stored('new', key)
      const to = newKey('inputs')
      expect(await store.copy({ from: key, to, etag })).toBe(false)
      expect(await store.copy({ from: newKey(), to, etag })).toBe(false)
      expect(await store.head(to)).toBeUndefined()
    })
  })

  test('a list has every key of its prefix and no other, over as many pages as it takes', async () => {
    const startedAtMs = Date.now()
    const keys = Array.from({ length: 45 }, () => newKey('listed'))
    await Promise.all(keys.map((key) => stored('x', key)))
    await stored('x', newKey('listed-not'))
    expect(await keysBelow('listed/')).toEqual(keys.sort())
    for await (const { lastModifiedMs } of store.list('listed/')) {
      // Stores round to seconds, and their clock may be another.
      expect(Math.abs(lastModifiedMs - startedAtMs)).toBeLessThan(minuteMs)
    }
    expect(await keysBelow('nothing/')).toEqual([])
  })

  test('a list is in the order of its keys and begins after any key, over as many pages as it takes', async () => {
    const keys = Array.from({ length: 45 }, () => newKey('ordered')).sort()
    await Promise.all(keys.map((key) => stored('x', key)))
    for (const from of [0, 3, 44]) {
      const listed: string[] = []
      for await (const { key } of store.list('ordered/', keys[from])) listed.push(key)
      expect(listed).toEqual(keys.slice(from + 1))
    }
  })

  test('a list goes on while its objects are deleted', async () => {
    const keys = Array.from({ length: 25 }, () => newKey('swept'))
    await Promise.all(keys.map((key) => stored('x', key)))
    const seen: string[] = []
    for await (const { key } of store.list('swept/')) {
      seen.push(key)
      await store.delete(key)
    }
    expect(seen.sort()).toEqual(keys)
    expect(await keysBelow('swept/')).toEqual([])
  })

  test('is ready', async () => {
    await expect(store.check()).resolves.toBeUndefined()
  })

  test('tells how far its clock is ahead, if it has one of its own', async () => {
    const ahead = async () => (await store.clockAheadMs?.()) ?? Number.NaN
    const minutes = [await doneEarlier(hour * 24_000, ahead), await ahead()].map(
      (ms) => Math.round(ms / minuteMs) + 0,
    )
    expect(minutes).toEqual(kind === 'S3' ? [24 * 60, 0] : [Number.NaN, Number.NaN])
  })

  describe('a signed PUT', () => {
    const sign = (key: string, expiresInSeconds = 900) =>
      store.signUpload({ key, contentType, expiresInSeconds })

    test('stores what is sent, any number of times until it expires', async () => {
      const key = newKey('uploads')
      const url = await sign(key)
      for (const content of ['one', 'another']) {
        expect((await put(url, content)).status).toBe(200)
        expect(text(await store.read(key))).toBe(content)
      }
    })

    test.each(['image/jpeg', 'image/png; charset=utf-8', 'text/html', 'application/octet-stream'])(
      'is rejected with the type %s, since another is signed',
      async (type) => {
        const key = newKey('uploads')
        expect((await put(await sign(key), 'x', type)).status).toBe(403)
        expect(await store.head(key)).toBeUndefined()
      },
    )

    test('is rejected without a type', async () => {
      const key = newKey('uploads')
      const sent = await fetch(await sign(key), { method: 'PUT', body: Buffer.from('x') })
      expect(sent.status).toBe(403)
      expect(await store.head(key)).toBeUndefined()
    })

    test('is rejected when any part of it was changed', async () => {
      const key = newKey('uploads')
      const url = new URL(await sign(key))
      const changed = [...url.searchParams.keys()]
        .filter((name) => name !== 'x-id')
        .map((name) => {
          const other = new URL(url)
          other.searchParams.set(name, changeOneCharacter(url.searchParams.get(name) ?? ''))
          return other
        })
      const otherKey = new URL(url)
      otherKey.pathname = otherKey.pathname.replace('uploads', 'inputs')
      for (const other of [...changed, otherKey]) {
        const { status } = await put(other.href, 'x')
        expect([other.search, status >= 400 && status < 500]).toEqual([other.search, true])
      }
      expect(await store.head(key)).toBeUndefined()
      expect(await keysBelow('inputs/')).not.toContain(key.replace('uploads', 'inputs'))
    })

    test('holds for its 15 minutes and is rejected afterwards', async () => {
      const key = newKey('uploads')
      const late = await doneEarlier(16 * minuteMs, () => sign(key))
      expect((await put(late, 'late')).status).toBe(403)
      expect(await store.head(key)).toBeUndefined()
      const inTime = await doneEarlier(14 * minuteMs, () => sign(key))
      expect((await put(inTime, 'in time')).status).toBe(200)
    })

    test('lets nobody read or delete', async () => {
      const { key } = await stored('mine', newKey('uploads'))
      const url = await sign(key)
      expect((await fetch(url)).ok).toBe(false)
      expect((await fetch(url, { method: 'DELETE' })).ok).toBe(false)
      expect(text(await store.read(key))).toBe('mine')
    })
  })

  describe('a signed GET', () => {
    const sign = (key: string) =>
      store.signDownload({
        key,
        contentType: 'video/mp4',
        fileName: 'mediagen-abc.mp4',
        expiresInSeconds: hour,
      })

    test('gives the bytes with the type and the name to save them by', async () => {
      const { key } = await stored('0123456789')
      const response = await fetch(await sign(key))
      expect([response.status, await response.text()]).toEqual([200, '0123456789'])
      expect(response.headers.get('content-type')).toBe('video/mp4')
      expect(response.headers.get('content-disposition')).toBe('inline; filename="mediagen-abc.mp4"')
    })

    test('gives ranges, as players ask for them', async () => {
      const { key } = await stored('0123456789')
      const response = await fetch(await sign(key), { headers: { Range: 'bytes=2-5' } })
      expect([response.status, await response.text()]).toEqual([206, '2345'])
      expect(response.headers.get('content-range')).toBe('bytes 2-5/10')
      const whole = await fetch(await sign(key))
      expect(whole.headers.get('etag')).toMatch(/^"/)
      expect(response.headers.get('etag')).toBe(whole.headers.get('etag'))
    })

    test('holds for its 60 minutes, and is rejected after the minute for which it is used again', async () => {
      const statusAfter = async (minutes: number) => {
        const { key } = await stored('x')
        return (await fetch(await doneEarlier(minutes * minuteMs, () => sign(key)))).status
      }
      expect(await statusAfter(59)).toBe(200)
      expect(await statusAfter(62)).toBe(403)
    })

    test('is rejected when any part of it was changed, and for another object', async () => {
      const { key } = await stored('x')
      const other = await stored('y')
      const url = new URL(await sign(key))
      for (const name of [...url.searchParams.keys()].filter((name) => name !== 'x-id')) {
        const changed = new URL(url)
        changed.searchParams.set(name, changeOneCharacter(url.searchParams.get(name) ?? ''))
        const { status } = await fetch(changed)
        expect([name, status >= 400 && status < 500]).toEqual([name, true])
      }
      url.pathname = url.pathname.replace(key, other.key)
      expect((await fetch(url)).status).toBe(403)
    })

    test('lets nobody write', async () => {
      const { key } = await stored('mine')
      expect((await put(await sign(key), 'yours', 'video/mp4')).ok).toBe(false)
      expect(text(await store.read(key))).toBe('mine')
    })

    test('for what is not there gets 404', async () => {
      expect((await fetch(await sign(newKey()))).status).toBe(404)
    })
  })
})

/** The last letter or digit becomes another one; an empty value becomes one. */
function changeOneCharacter(value: string): string {
  if (value === '') return 'x'
  return value.replace(/[0-9a-z](?=[^0-9a-z]*$)/i, (last) => (last === '1' ? '2' : '1'))
}
