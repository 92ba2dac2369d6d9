import type { UploadErrorCode } from '@mediagen/contract/models'
import { describe, expect, test } from 'vitest'
import { gifOf, jpegOf, pngOf, webpOf } from '../integration/support/images.ts'
import { imageTypes, phoneImage, scene } from '../support/phone-images.ts'
import { startTestService, type TestAccount } from '../support/service.ts'
import { smallestImages } from '../support/smallest-images.ts'
import { accountsOfFile, serviceOfFile } from './support/contract-service.ts'
import { responseFields } from './support/specification.ts'

const service = serviceOfFile()
const anAccount = accountsOfFile(service)

const minuteMs = 60_000
const mebibyte = 1024 * 1024
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

const reserve = async (account: TestAccount, contentType = 'image/png') =>
  (await account.call('POST', '/api/v1/uploads', { contentType })).body
const complete = (account: TestAccount, id: string, body: unknown = {}) =>
  account.call('POST', `/api/v1/uploads/${id}/complete`, body)
const read = async (account: TestAccount, id: string) =>
  (await account.call('GET', `/api/v1/uploads/${id}`)).body
const put = (url: string, bytes: Uint8Array, contentType = 'image/png') =>
  fetch(url, { method: 'PUT', headers: { 'Content-Type': contentType }, body: Buffer.from(bytes) })

describe('reserving an upload', () => {
  test('responds with id, uploadUrl, method and expiresAt, and nothing else', async () => {
    const account = await anAccount()
    const response = await account.call('POST', '/api/v1/uploads', { contentType: 'image/webp' })
    expect(response.status).toBe(200)
    expect(Object.keys(response.body).sort()).toEqual([...responseFields.ReservedUpload].sort())
    expect(response.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      uploadUrl: expect.stringMatching(/^http/),
      method: 'PUT',
      expiresAt: time,
    })
  })

  test('makes it PENDING with a window of 15 minutes', async () => {
    const account = await anAccount()
    const { id, expiresAt } = await reserve(account)
    const upload = await read(account, id)
    expect(upload).toEqual({
      id,
      status: 'PENDING',
      contentType: 'image/png',
      sizeBytes: null,
      width: null,
      height: null,
      createdAt: time,
      expiresAt,
      verifiedAt: null,
      error: null,
    })
    expect(Date.parse(expiresAt) - Date.parse(upload.createdAt)).toBe(15 * minuteMs)
  })

  test('ignores every other field: the storage location cannot be chosen', async () => {
    const account = await anAccount()
    const fields = { id: 'mine', key: 'inputs/mine', bucket: 'mine', folder: '../..', assetId: 'mine' }
    const response = await account.call('POST', '/api/v1/uploads', { contentType: 'image/png', ...fields })
    expect(response.body.id).toMatch(/^[0-9a-f]{32}$/)
    expect(response.body.uploadUrl).not.toContain('mine')
  })
})

describe('the PUT', () => {
  test('needs no key, and the declared Content-Type', async () => {
    const account = await anAccount()
    const { uploadUrl } = await reserve(account, 'image/jpeg')
    expect((await put(uploadUrl, jpegOf(64, 64), 'image/jpeg')).status).toBe(200)
  })

  test.each(['image/png', 'image/jpg', 'application/octet-stream', ''])(
    'of a type other than declared is rejected: %j',
    async (contentType) => {
      const account = await anAccount()
      const { id, uploadUrl } = await reserve(account, 'image/jpeg')
      expect((await put(uploadUrl, jpegOf(64, 64), contentType)).status).toBe(403)
      expect((await complete(account, id)).body.code).toBe('UPLOAD_NOT_RECEIVED')
    },
  )

  test('only stores the bytes: the upload stays PENDING', async () => {
    const account = await anAccount()
    const { id, uploadUrl } = await reserve(account)
    await put(uploadUrl, pngOf(64, 64))
    expect((await read(account, id)).status).toBe('PENDING')
  })

  test('is rejected when the window has closed', async () => {
    const own = await startTestService()
    const account = await own.createAccount()
    const { uploadUrl } = await reserve(account)
    own.advance(15 * minuteMs - 30_000)
    expect((await put(uploadUrl, pngOf(64, 64))).status).toBe(200)
    own.advance(30_001)
    expect((await put(uploadUrl, pngOf(64, 64))).status).toBe(403)
  })

  test('cannot be sent to another upload’s key with the same signature, nor read with it', async () => {
    const account = await anAccount()
    const [one, other] = [await reserve(account), await reserve(account)]
    const forged = one.uploadUrl.replace(one.id, other.id)
    expect((await put(forged, pngOf(64, 64))).status).toBe(403)
    await put(one.uploadUrl, pngOf(64, 64))
    expect((await fetch(one.uploadUrl)).status).toBe(403)
  })
})

describe('completing an upload', () => {
  test('records width, height, sizeBytes and verifiedAt, and makes it READY', async () => {
    const account = await anAccount()
    const { body } = await account.upload(pngOf(640, 480, 1234), 'image/png')
    expect(Object.keys(body)).toEqual(responseFields.Upload)
    expect(body).toEqual({
      id: expect.any(String),
      status: 'READY',
      contentType: 'image/png',
      sizeBytes: 1234,
      width: 640,
      height: 480,
      createdAt: time,
      expiresAt: time,
      verifiedAt: time,
      error: null,
    })
  })

  test.each([
    ['image/jpeg', jpegOf(64, 48)],
    ['image/png', pngOf(64, 48)],
    ['image/webp', webpOf(64, 48)],
  ])('accepts %s', async (contentType, bytes) => {
    const account = await anAccount()
    const { body } = await account.upload(bytes, contentType)
    expect(body).toMatchObject({ status: 'READY', contentType, width: 64, height: 48 })
  })

  test('before the bytes arrived gets 400, and can be retried, because the upload stays PENDING', async () => {
    const account = await anAccount()
    const { id, uploadUrl } = await reserve(account)
    const early = await complete(account, id)
    expect([early.status, early.body.code]).toEqual([400, 'UPLOAD_NOT_RECEIVED'])
    expect((await read(account, id)).status).toBe('PENDING')
    await put(uploadUrl, pngOf(64, 64))
    expect((await complete(account, id)).body.status).toBe('READY')
  })

  test('completing works with an empty object, with unknown fields and without a body', async () => {
    const account = await anAccount()
    for (const body of [{}, { status: 'READY', width: 1, nested: [null] }, undefined]) {
      const { id, uploadUrl } = await reserve(account)
      await put(uploadUrl, pngOf(64, 64))
      expect((await account.call('POST', `/api/v1/uploads/${id}/complete`, body)).body).toMatchObject({
        status: 'READY',
        width: 64,
      })
    }
  })

  test.each(['[]', 'null', '"x"', '{'])('rejects a body of %s', async (text) => {
    const account = await anAccount()
    const { id } = await reserve(account)
    const response = await service().fetch(`/api/v1/uploads/${id}/complete`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${account.apiKey}`, 'Content-Type': 'application/json' },
      body: text,
    })
    expect(await response.json()).toMatchObject({ status: 400, code: 'INVALID_JSON' })
  })

  test('reading an upload returns the same as completing it', async () => {
    const account = await anAccount()
    for (const bytes of [pngOf(64, 64), gifOf(64, 64)]) {
      const { body } = await account.upload(bytes, 'image/png')
      expect(await read(account, body.id)).toEqual(body)
    }
  })

  test('its assetId does not expire while the upload exists', async () => {
    const own = await startTestService()
    const account = await own.createAccount()
    const { body } = await account.upload(pngOf(64, 64), 'image/png')
    own.advance(365 * 24 * 60 * minuteMs)
    expect(await read(account, body.id)).toEqual(body)
    const send = { assetId: body.id, prompt: 'a' }
    expect((await account.call('POST', '/api/v1/images/transformations', send)).status).toBe(200)
  })
})

describe('the verdict', () => {
  const invalid = async (bytes: Uint8Array, contentType = 'image/png') => {
    const account = await anAccount()
    const { status, body } = await account.upload(bytes, contentType)
    expect(status).toBe(200)
    return body
  }
  const accepted = { status: 'READY', error: null }
  const rejected = (code: UploadErrorCode) => ({ status: 'INVALID', error: { code } })

  test.each([
    ['no image', Buffer.alloc(200, 'text ')],
    ['a GIF', gifOf(64, 64)],
    ['nothing but zeros', Buffer.alloc(200)],
    ['an SVG', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(100)}</svg>`)],
  ])('is UNSUPPORTED_FORMAT for %s', async (_name, bytes) => {
    expect(await invalid(bytes)).toMatchObject(rejected('UNSUPPORTED_FORMAT'))
  })

  test.each([
    ['a JPEG', 'image/png', jpegOf(64, 64)],
    ['a PNG', 'image/webp', pngOf(64, 64)],
    ['a WebP', 'image/jpeg', webpOf(64, 64)],
  ])('is CONTENT_TYPE_MISMATCH for %s that was declared as %s', async (_name, contentType, bytes) => {
    expect(await invalid(bytes, contentType)).toMatchObject({
      contentType,
      ...rejected('CONTENT_TYPE_MISMATCH'),
    })
  })

  test('is FILE_TOO_LARGE for one byte more than 20 MB, and READY for 20 MB', async () => {
    expect(await invalid(pngOf(64, 64, 20 * mebibyte))).toMatchObject({
      ...accepted,
      sizeBytes: 20 * mebibyte,
    })
    expect(await invalid(pngOf(64, 64, 20 * mebibyte + 1))).toMatchObject(rejected('FILE_TOO_LARGE'))
  })

  test.each([0, 1, 27])('is FILE_TOO_SMALL for %d bytes', async (sizeBytes) => {
    expect(await invalid(pngOf(64, 64, sizeBytes))).toMatchObject(rejected('FILE_TOO_SMALL'))
  })

  test('is READY for 28 bytes', async () => {
    const { bytes } = smallestImages['image/webp']
    expect(await invalid(bytes, 'image/webp')).toMatchObject({ ...accepted, sizeBytes: 28 })
  })

  test.each(imageTypes)('reports sizes as displayed for a %s rotated by its EXIF', async (contentType) => {
    const { widthPx: width, heightPx: height } = scene
    for (const orientation of [1, 6]) {
      const photo = await phoneImage(contentType, orientation)
      expect(await invalid(photo, contentType)).toMatchObject({ ...accepted, width, height })
    }
  })

  test.each([
    [16, 16],
    [8192, 16],
    [16, 8192],
    [8192, 4882],
    [8000, 5000],
  ])('is READY for %d by %d pixels', async (width, height) => {
    expect(await invalid(pngOf(width, height))).toMatchObject({ ...accepted, width, height })
  })

  test.each([
    [15, 16],
    [16, 15],
    [8193, 16],
    [16, 8193],
    [8192, 4883],
    [8000, 5001],
    [1, 1],
  ])('is DIMENSIONS_OUT_OF_RANGE for %d by %d pixels', async (width, height) => {
    expect(await invalid(pngOf(width, height))).toMatchObject(rejected('DIMENSIONS_OUT_OF_RANGE'))
  })

  test('only a READY upload has a size', async () => {
    for (const bytes of [gifOf(64, 64), pngOf(15, 15), Buffer.alloc(10)])
      expect(await invalid(bytes)).toMatchObject({
        sizeBytes: null,
        width: null,
        height: null,
        verifiedAt: null,
      })
  })

  test('comes from reading the file: the declared type is only a hint, and is kept as declared', async () => {
    expect(await invalid(webpOf(64, 64), 'image/png')).toMatchObject({
      contentType: 'image/png',
      status: 'INVALID',
    })
  })
})

describe('a verdict is permanent', () => {
  test.each([
    ['READY', pngOf(64, 64), gifOf(64, 64)],
    ['INVALID', gifOf(64, 64), pngOf(64, 64)],
  ])(
    '%s: completing again returns the same, even after another file was sent',
    async (status, first, later) => {
      const account = await anAccount()
      const { id, uploadUrl } = await reserve(account)
      await put(uploadUrl, first)
      const verdict = (await complete(account, id)).body
      expect(verdict.status).toBe(status)
      expect((await complete(account, id)).body).toEqual(verdict)
      await put(uploadUrl, later)
      expect((await complete(account, id)).body).toEqual(verdict)
      expect(await read(account, id)).toEqual(verdict)
    },
  )

  test('EXPIRED: bytes that arrived in time change nothing', async () => {
    const own = await startTestService()
    const account = await own.createAccount()
    const { id, uploadUrl } = await reserve(account)
    await put(uploadUrl, pngOf(64, 64))
    own.advance(15 * minuteMs)
    const expired = {
      id,
      status: 'EXPIRED',
      error: { code: 'UPLOAD_EXPIRED' },
      verifiedAt: null,
      width: null,
    }
    expect(await read(account, id)).toMatchObject(expired)
    const response = await complete(account, id)
    expect([response.status, response.body]).toEqual([200, await read(account, id)])
  })

  test('an upload is PENDING until its window closes, and EXPIRED from then on', async () => {
    const own = await startTestService()
    const account = await own.createAccount()
    const { id } = await reserve(account)
    own.advance(15 * minuteMs - 30_000)
    expect((await read(account, id)).status).toBe('PENDING')
    own.advance(30_001)
    expect((await read(account, id)).status).toBe('EXPIRED')
  })
})

describe('an upload that is not the caller’s', () => {
  test.each([
    ['GET', ''],
    ['POST', '/complete'],
  ])('%s gets 404, exactly like a missing one', async (method, suffix) => {
    const [owner, stranger] = [await anAccount(), await service().createAccount()]
    const foreign = await stranger.call(method, `/api/v1/uploads/${owner.assetId}${suffix}`)
    const unknown = await stranger.call(method, `/api/v1/uploads/${'0'.repeat(32)}${suffix}`)
    expect([foreign.status, foreign.body.code]).toEqual([404, 'UPLOAD_NOT_FOUND'])
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
  })
})

describe('an assetId in the path', () => {
  test.each([
    ['GET', ''],
    ['POST', '/complete'],
  ])('%s: an id of 65 characters is rejected with 400, one of 64 is looked up', async (method, suffix) => {
    const account = await anAccount()
    const ask = (id: string) => account.call(method, `/api/v1/uploads/${id}${suffix}`)
    for (const id of ['x'.repeat(65), encodeURIComponent('🦊'.repeat(65))]) {
      const { status, body } = await ask(id)
      expect([status, body.code, body.details[0].path]).toEqual([400, 'INVALID_REQUEST', '/assetId'])
    }
    for (const id of ['x', 'x'.repeat(64), encodeURIComponent('🦊'.repeat(64))])
      expect((await ask(id)).body.code).toBe('UPLOAD_NOT_FOUND')
  })
})
