import { randomBytes } from 'node:crypto'
import { limits } from '@mediagen/contract/limits'
import { afterAll, describe, expect, test } from 'vitest'
import { jpegOf, pngOf } from '../integration/support/images.ts'
import { acceptImage, expectCharged, pollTask } from '../integration/support/tasks.ts'
import { putFile } from '../support/account.ts'
import { onePixelPng } from '../support/fake-provider.ts'
import { imageTypes, phoneImage, scene } from '../support/phone-images.ts'
import { createTestBucket } from '../support/s3-bucket.ts'
import { openServiceOfFile } from '../support/service.ts'

const bucket = await createTestBucket()
const service = await openServiceOfFile({
  environment: { OBJECT_STORE_URL: bucket.url(), PROVENANCE_MARKS: 'off' },
})
const account = await service.createAccount('100.00')
afterAll(async () => {
  await service.expectBooksToAgree()
  await bucket.remove()
})

describe('an upload to S3', () => {
  test('uses a link of the store itself, for 15 minutes and the declared type', async () => {
    const { id, uploadUrl } = await account.reserve('image/webp')
    const url = new URL(uploadUrl)
    expect(url.origin).not.toBe(service.baseUrl)
    expect(url.pathname).toMatch(new RegExp(`/uploads/${id}$`))
    expect(url.searchParams.get('X-Amz-Expires')).toBe('900')
    expect((await putFile(uploadUrl, pngOf(40, 30), 'image/png')).status).toBe(403)
    expect(await account.complete(id)).toMatchObject({ status: 400, body: { code: 'UPLOAD_NOT_RECEIVED' } })
  })

  test('is READY with the properties in its header, and its staging key is deleted', async () => {
    const upload = await account.upload(pngOf(640, 480, 5_000), 'image/png')
    expect(upload.body).toMatchObject({ status: 'READY', width: 640, height: 480, sizeBytes: 5_000 })
    expect(await service.storedKeys(`uploads/${upload.body.id}`)).toEqual([])
    expect(await service.storedKeys(`inputs/${upload.body.id}`)).toHaveLength(1)
  })

  test('may have 300 KB of metadata before its size: more is read if the first bytes do not suffice', async () => {
    const photo = jpegOf(4032, 3024, { metadataBytes: 300_000, sizeBytes: 2_000_000 })
    const upload = await account.upload(photo, 'image/jpeg')
    expect(upload.body).toMatchObject({ status: 'READY', width: 4032, height: 3024, sizeBytes: photo.length })
  })

  test.each(imageTypes)(
    'of a phone, a %s with 3 MB of XMP, is READY with its sizes as displayed',
    async (contentType) => {
      const photo = await phoneImage(contentType, 6, { xmpBytes: 3_000_000 })
      const upload = await account.upload(photo, contentType)
      const { widthPx: width, heightPx: height } = scene
      expect(upload.body).toMatchObject({ status: 'READY', width, height, sizeBytes: photo.length })
    },
  )

  test('of exactly 20 MB is READY', async () => {
    const upload = await account.upload(pngOf(100, 100, limits.uploadBytesMax), 'image/png')
    expect(upload.body).toMatchObject({ status: 'READY', sizeBytes: limits.uploadBytesMax })
  })

  test('of one byte more is FILE_TOO_LARGE, and nothing of it is kept', async () => {
    const upload = await account.upload(pngOf(100, 100, limits.uploadBytesMax + 1), 'image/png')
    expect(upload.body).toMatchObject({ status: 'INVALID', error: { code: 'FILE_TOO_LARGE' } })
    expect(await service.storedKeys(`uploads/${upload.body.id}`)).toEqual([])
    expect(await service.storedKeys(`inputs/${upload.body.id}`)).toEqual([])
  })

  test('that is READY stays bound to the verified bytes even if its link is used again', async () => {
    const { id, uploadUrl } = await account.reserve()
    await putFile(uploadUrl, pngOf(40, 30))
    const first = await account.complete(id)
    expect(first.body).toMatchObject({ status: 'READY', width: 40 })

    expect((await putFile(uploadUrl, pngOf(99, 99, 300))).status).toBe(200)
    expect((await account.complete(id)).body).toEqual(first.body)
    await account.call('POST', '/api/v1/images/transformations', { assetId: id, prompt: 'at night' })
    await service.runQueue()
    const { input } = service.provider.started.at(-1) ?? {}
    expect(Buffer.from((await input?.bytes()) ?? []).equals(pngOf(40, 30))).toBe(true)
    const linked = await fetch((await input?.link()) ?? '')
    expect(linked.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await linked.arrayBuffer()).equals(pngOf(40, 30))).toBe(true)
  })

  test('completed by 10 concurrent calls has one verdict and one copy', async () => {
    const { id, uploadUrl } = await account.reserve()
    await putFile(uploadUrl, pngOf(40, 30))
    const responses = await Promise.all(Array.from({ length: 10 }, () => account.complete(id)))
    expect(new Set(responses.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    expect(responses[0]?.body.status).toBe('READY')
    expect(await service.storedKeys(`inputs/${id}`)).toHaveLength(1)
  })
})

describe('a result on S3', () => {
  test('is available by a link for 60 minutes, with its type and a file name', async () => {
    const payer = await service.createAccount()
    const id = await acceptImage(payer)
    await service.runQueue()
    await expectCharged(payer, id)
    const [image] = (await pollTask(payer, id)).output.images
    expect(image).toMatchObject({ contentType: 'image/png', sizeBytes: onePixelPng.byteLength })
    expect(new URL(image.url).searchParams.get('X-Amz-Expires')).toBe('3660')
    const response = await fetch(image.url)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('content-disposition')).toBe(`inline; filename="mediagen-${id}.png"`)
    expect(Buffer.from(await response.arrayBuffer()).equals(onePixelPng)).toBe(true)
  })

  test('that the bucket has expired leaves its task and its charge as they are; its link returns 404', async () => {
    const payer = await service.createAccount()
    const id = await acceptImage(payer)
    await service.runQueue()
    for (const key of await service.storedKeys(`results/${id}/`)) await service.parts.objectStore.delete(key)
    await expectCharged(payer, id)
    const { status, output } = await pollTask(payer, id)
    expect(status).toBe('SUCCEEDED')
    expect((await fetch(output.images[0].url)).status).toBe(404)
  })

  test('of 12 MB is the engine’s byte for byte, and can be played from anywhere in it', async () => {
    const sent = randomBytes(12 * 1024 * 1024)
    service.provider.mockPoll({
      kind: 'succeeded',
      outputs: [{ contentType: 'video/mp4', bytes: sent }],
    })
    const accepted = await account.call('POST', '/api/v1/videos/generations', { prompt: 'a harbour' })
    await service.runQueue()
    const [video] = (await pollTask(account, accepted.body.id)).output.videos
    expect(video).toMatchObject({ contentType: 'video/mp4', sizeBytes: sent.byteLength })
    expect(Buffer.from(await (await fetch(video.url)).arrayBuffer()).equals(sent)).toBe(true)
    const part = await fetch(video.url, { headers: { Range: 'bytes=7000000-7000999' } })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer()).equals(sent.subarray(7_000_000, 7_001_000))).toBe(true)
  })
})
