import { describe, expect, test, vi } from 'vitest'
import { completeUpload } from '../../server/src/use-cases/uploads/complete-upload.ts'
import { ObjectStoreUnavailableError } from '../../server/src/use-cases/uploads/storage-outage.ts'
import { putFile } from '../support/account.ts'
import { openServiceOfFile, type TestAccount } from '../support/service.ts'
import { jpegOf, pngOf } from './support/images.ts'

const windowMs = 15 * 60_000

const service = await openServiceOfFile()
const account = await service.createAccount()

/** What a signed PUT of S3 can still do after the verdict. */
const putLate = (id: string, bytes: Uint8Array) =>
  service.parts.objectStore.put({ key: `uploads/${id}`, contentType: 'image/png', bytes })
const read = async (id: string) => (await account.call('GET', `/api/v1/uploads/${id}`)).body

async function storedBytes(key: string): Promise<string | undefined> {
  const bytes = await service.parts.objectStore.read(key)
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('hex')
}

async function objectKeyOf(id: string): Promise<string> {
  const row = await service.database.read((db) =>
    db.selectFrom('uploads').select('object_key').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  return row.object_key ?? ''
}

/** What completing an upload takes, but the object store. */
const parts = () => ({ ...service.parts, uploadLimits: service.parts.config.uploadLimits })

describe('an upload', () => {
  test('is reserved PENDING with a signed PUT for 15 minutes, and READY once its bytes are verified', async () => {
    const reserved = await account.reserve()
    expect(reserved).toMatchObject({ method: 'PUT' })
    expect(reserved.id).toMatch(/^[0-9a-f]{32}$/)
    const pending = await read(reserved.id)
    expect(pending).toMatchObject({ status: 'PENDING', sizeBytes: null, verifiedAt: null, error: null })
    expect(pending.expiresAt).toBe(reserved.expiresAt)
    expect(Date.parse(pending.expiresAt) - Date.parse(pending.createdAt)).toBe(windowMs)

    expect((await putFile(reserved.uploadUrl, pngOf(40, 30))).status).toBe(200)
    expect(await read(reserved.id)).toEqual(pending)
    const completed = await account.complete(reserved.id)
    expect(completed.body).toMatchObject({ status: 'READY', width: 40, height: 30, sizeBytes: 200 })
    expect(await read(reserved.id)).toEqual(completed.body)
  })

  test('cannot choose where it is stored: other fields of the request are ignored', async () => {
    const response = await account.call('POST', '/api/v1/uploads', {
      contentType: 'image/png',
      key: '../../etc/passwd',
      bucket: 'mine',
      id: 'x',
    })
    expect(response.status).toBe(200)
    expect(new URL(response.body.uploadUrl).pathname).toBe(`/objects/uploads/${response.body.id}`)
  })

  test('costs nothing', async () => {
    const payer = await service.createAccount('0.01')
    await payer.upload(pngOf(40, 30), 'image/png')
    expect(await payer.money()).toEqual({ balance: '0.01', reserved: '0.00' })
  })

  test('completed before its bytes arrived gets 400 and stays PENDING; the call can be repeated', async () => {
    const reserved = await account.reserve()
    for (let times = 0; times < 2; times += 1) {
      expect(await account.complete(reserved.id)).toMatchObject({
        status: 400,
        body: { code: 'UPLOAD_NOT_RECEIVED' },
      })
      expect((await read(reserved.id)).status).toBe('PENDING')
    }
    await putFile(reserved.uploadUrl, pngOf(40, 30))
    expect((await account.complete(reserved.id)).body.status).toBe('READY')
  })

  test('may be PUT again until it is completed; the last bytes count', async () => {
    const reserved = await account.reserve()
    await putFile(reserved.uploadUrl, pngOf(40, 30))
    await putFile(reserved.uploadUrl, pngOf(50, 60))
    expect((await account.complete(reserved.id)).body).toMatchObject({
      status: 'READY',
      width: 50,
      height: 60,
    })
  })
})

describe('a verdict is permanent', () => {
  test('READY: a later PUT through the same link changes neither the response nor the bytes', async () => {
    const reserved = await account.reserve()
    await putFile(reserved.uploadUrl, pngOf(40, 30))
    const first = await account.complete(reserved.id)
    const key = await objectKeyOf(reserved.id)
    const bytes = await storedBytes(key)
    expect(bytes).toBe(pngOf(40, 30).toString('hex'))

    expect((await putFile(reserved.uploadUrl, pngOf(99, 99))).status).toBe(409)
    await putLate(reserved.id, pngOf(99, 99))
    expect((await account.complete(reserved.id)).body).toEqual(first.body)
    expect(await read(reserved.id)).toEqual(first.body)
    expect(await objectKeyOf(reserved.id)).toBe(key)
    expect(await storedBytes(key)).toBe(bytes)
  })

  test('INVALID: a valid file sent afterwards changes nothing', async () => {
    const reserved = await account.reserve()
    await putFile(reserved.uploadUrl, jpegOf(40, 30))
    const first = await account.complete(reserved.id)
    expect(first.body).toMatchObject({ status: 'INVALID', error: { code: 'CONTENT_TYPE_MISMATCH' } })
    await putLate(reserved.id, pngOf(40, 30))
    expect((await account.complete(reserved.id)).body).toEqual(first.body)
    expect(await read(reserved.id)).toEqual(first.body)
  })

  test('READY: the engine gets the verified bytes, not what was PUT later', async () => {
    const reserved = await account.reserve()
    await putFile(reserved.uploadUrl, pngOf(40, 30))
    await account.complete(reserved.id)
    await putLate(reserved.id, pngOf(99, 99))
    const prompt = 'at night'
    await account.call('POST', '/api/v1/images/transformations', { assetId: reserved.id, prompt })
    await service.runQueue()
    const { input } = service.provider.started.at(-1) ?? {}
    expect(input).toMatchObject({ contentType: 'image/png', widthPx: 40, heightPx: 30, sizeBytes: 200 })
    expect(Buffer.from((await input?.bytes()) ?? []).toString('hex')).toBe(pngOf(40, 30).toString('hex'))
    const linked = await fetch((await input?.link()) ?? '')
    expect(Buffer.from(await linked.arrayBuffer()).equals(pngOf(40, 30))).toBe(true)
  })
})

test('a store that is slow at every read delays the caller by half a minute, and the upload can be completed again', async () => {
  const reserved = await account.reserve('image/jpeg')
  await putFile(reserved.uploadUrl, jpegOf(40, 30, { metadataBytes: 19_000_000 }), 'image/jpeg')
  const { objectStore } = service.parts
  // A whole number, so that sums of it are exact.
  let [readCount, nowMs] = [0, Math.ceil(performance.now())]
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const readRange: typeof objectStore.readRange = async (key, range) => {
    readCount += 1
    nowMs += 2_000
    return objectStore.readRange(key, range)
  }
  const slow = { ...parts(), objectStore: { ...objectStore, readRange } }
  const rejected = completeUpload(slow, account.accountId, reserved.id)
  await expect(rejected).rejects.toBeInstanceOf(ObjectStoreUnavailableError)
  clock.mockRestore()
  expect(readCount).toBe(16)
  expect((await account.complete(reserved.id)).body).toMatchObject({ status: 'READY', width: 40, height: 30 })
})

describe('the upload window', () => {
  test('closes after 15 minutes: EXPIRED at once, before any sweep, and for good', async () => {
    const [empty, sent] = [await account.reserve(), await account.reserve()]
    await putFile(sent.uploadUrl, pngOf(40, 30))
    service.advance(windowMs - 30_000)
    expect((await read(empty.id)).status).toBe('PENDING')
    service.advance(30_000)
    for (const { id } of [empty, sent]) {
      const expired = await read(id)
      expect(expired).toMatchObject({
        status: 'EXPIRED',
        error: { code: 'UPLOAD_EXPIRED' },
        verifiedAt: null,
      })
      expect(await account.complete(id)).toMatchObject({ status: 200, body: expired })
      expect(await read(id)).toEqual(expired)
    }
  })

  test('is open to its end: a file completed just before it is READY, even after the window', async () => {
    const reserved = await account.reserve()
    await putFile(reserved.uploadUrl, pngOf(40, 30))
    service.advance(windowMs - 30_000)
    const ready = await account.complete(reserved.id)
    expect(ready.body.status).toBe('READY')
    service.advance(24 * 3_600_000)
    expect(await read(reserved.id)).toEqual(ready.body)
  })

  test('that closes while the file is being verified leaves no READY behind', async () => {
    const reserved = await account.reserve()
    await putFile(reserved.uploadUrl, pngOf(40, 30))
    const { objectStore } = service.parts
    const copy: typeof objectStore.copy = async (request) => {
      service.advance(windowMs)
      expect((await read(reserved.id)).status).toBe('EXPIRED')
      return objectStore.copy(request)
    }
    const upload = await completeUpload(
      { ...parts(), objectStore: { ...objectStore, copy } },
      account.accountId,
      reserved.id,
    )
    expect(upload).toMatchObject({ status: 'EXPIRED', error: { code: 'UPLOAD_EXPIRED' } })
    expect((await read(reserved.id)).status).toBe('EXPIRED')
    for await (const { key } of objectStore.list('inputs/')) expect(key).not.toContain(reserved.id)
  })

  test('closes the link as well: 403 and no bytes', async () => {
    const reserved = await account.reserve()
    service.advance(windowMs)
    const late = await putFile(reserved.uploadUrl, pngOf(40, 30))
    expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('expired')])
    expect(await service.parts.objectStore.head(`uploads/${reserved.id}`)).toBeUndefined()
  })
})

describe('the signed link is rejected with 403, and nothing is stored,', () => {
  test.each(['image/jpeg', 'image/png; charset=utf-8', 'IMAGE/PNG', 'application/octet-stream'])(
    'with Content-Type %s where image/png was declared',
    async (contentType) => {
      const reserved = await account.reserve()
      expect((await putFile(reserved.uploadUrl, pngOf(40, 30), contentType)).status).toBe(403)
      expect(await account.complete(reserved.id)).toMatchObject({ status: 400 })
    },
  )

  test('for reading: a link to PUT is none to GET', async () => {
    const reserved = await account.reserve()
    await putFile(reserved.uploadUrl, pngOf(40, 30))
    expect((await fetch(reserved.uploadUrl)).status).toBe(403)
    expect((await fetch(reserved.uploadUrl, { method: 'DELETE' })).status).toBe(405)
    expect((await fetch(reserved.uploadUrl, { method: 'POST', body: 'x' })).status).toBe(405)
  })
})

test('another account’s upload gets byte for byte the response of an unknown one', async () => {
  const other = await service.createAccount()
  const { id } = (await account.upload(pngOf(40, 30), 'image/png')).body
  const bytes = async (method: string, path: string) => {
    const response = await fetch(`${service.baseUrl}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${other.apiKey}`,
        'X-Request-Id': 'same',
        ...(method === 'POST' && { 'Content-Type': 'application/json' }),
      },
      ...(method === 'POST' && { body: '{}' }),
    })
    const headers = [...response.headers].filter(([name]) => name !== 'date')
    return JSON.stringify([response.status, headers, await response.text()])
  }
  const never = 'ffffffffffffffffffffffffffffffff'
  for (const [method, suffix] of [
    ['GET', ''],
    ['POST', '/complete'],
  ] as const) {
    const foreign = await bytes(method, `/api/v1/uploads/${id}${suffix}`)
    expect(foreign).toBe(await bytes(method, `/api/v1/uploads/${never}${suffix}`))
    expect(foreign).toMatch(/^\[404,.*UPLOAD_NOT_FOUND/)
  }
})

describe('a transformation of an upload that cannot be used gets 400 and reserves nothing', () => {
  async function rejectedBody(caller: TestAccount, assetId: string) {
    const before = await caller.money()
    const response = await caller.call(
      'POST',
      '/api/v1/images/transformations',
      { assetId, prompt: 'at night' },
      { 'X-Request-Id': 'same', 'Idempotency-Key': 'k' },
    )
    expect(response).toMatchObject({ status: 400, body: { code: 'ASSET_NOT_USABLE' } })
    expect(await caller.money()).toEqual(before)
    return response.body
  }

  test('unknown, another account’s, PENDING, INVALID and EXPIRED: all get the same response', async () => {
    const stranger = await service.createAccount()
    const ready = (await account.upload(pngOf(40, 30), 'image/png')).body
    const pending = await account.reserve()
    const sent = await account.reserve()
    await putFile(sent.uploadUrl, pngOf(40, 30))
    const invalid = (await account.upload(jpegOf(40, 30), 'image/png')).body
    const expired = await account.reserve()
    const unknown = await rejectedBody(account, 'ffffffffffffffffffffffffffffffff')
    expect(await rejectedBody(stranger, ready.id)).toEqual(unknown)
    expect(await rejectedBody(account, pending.id)).toEqual(unknown)
    expect(await rejectedBody(account, sent.id)).toEqual(unknown)
    expect(await rejectedBody(account, invalid.id)).toEqual(unknown)
    service.advance(windowMs)
    expect(await rejectedBody(account, expired.id)).toEqual(unknown)
  })

  test('and the same for videos', async () => {
    const effectId = service.parts.catalogue.effects.find(({ surface }) => surface === 'video')?.id
    const { id } = await account.reserve()
    expect(
      await account.call('POST', '/api/v1/videos/transformations', { assetId: id, effectId }),
    ).toMatchObject({ status: 400, body: { code: 'ASSET_NOT_USABLE' } })
  })
})
