import sharp from 'sharp'
import { expect } from 'vitest'
import type { ProductName } from '../../../../server/src/core/domain/products.ts'
import { readVideo } from '../../../../server/studio/src/video/support/read-video.ts'
import type { TestAccount, TestResponse } from '../../../support/service.ts'

const videoSeconds = { 'video.generate': 4, 'video.transform': 5 } as const

interface Asked {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly widthPx: number
  readonly heightPx: number
  readonly durationSeconds?: number
}

/** The cheapest request of each product, and its expected result; the input is an image of 3:2. */
function askedOf(product: ProductName, prompt: string, assetId: string): Asked {
  switch (product) {
    case 'image.generate':
      return {
        path: '/api/v1/images/generations',
        body: { prompt, resolution: '1k', aspectRatio: '16:9' },
        widthPx: 1024,
        heightPx: 576,
      }
    case 'image.transform':
      return {
        path: '/api/v1/images/transformations',
        body: { prompt, assetId, resolution: 'hd' },
        widthPx: 1024,
        heightPx: 683,
      }
    case 'video.generate':
      return {
        path: '/api/v1/videos/generations',
        body: { prompt, resolution: '480p', aspectRatio: '9:16', durationSeconds: videoSeconds[product] },
        widthPx: 480,
        heightPx: 854,
        durationSeconds: videoSeconds[product],
      }
    case 'video.transform':
      return {
        path: '/api/v1/videos/transformations',
        body: {
          prompt,
          assetId,
          effectId: 'push-in',
          resolution: 'hd',
          durationSeconds: videoSeconds[product],
        },
        widthPx: 1080,
        heightPx: 720,
        durationSeconds: videoSeconds[product],
      }
  }
}

/** Uploads the image that the transformations begin with. */
export async function uploadPhoto(account: TestAccount): Promise<string> {
  const background = { r: 90, g: 140, b: 60 }
  const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const uploaded = await account.upload(photo, 'image/jpeg')
  return uploaded.body.id
}

/** Orders a product through the public API; the id of its task. */
export async function order(
  account: TestAccount,
  product: ProductName,
  prompt: string,
  assetId = '',
): Promise<string> {
  const { path, body } = askedOf(product, prompt, assetId)
  const response: TestResponse = await account.call('POST', path, body)
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return response.body.id
}

/** Asserts that a task has one result, which decodes with exactly the requested size and length. */
export async function expectResult(account: TestAccount, id: string, product: ProductName): Promise<Buffer> {
  const { body: task } = await account.call('GET', `/api/v1/tasks/${id}`)
  expect(task, JSON.stringify(task.error)).toMatchObject({ status: 'SUCCEEDED', error: null })
  const [medium, ...others] = task.output.images ?? task.output.videos
  expect(others).toEqual([])
  const response = await fetch(medium.url)
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.byteLength).toBe(medium.sizeBytes)
  await expectToDecode(bytes, product)
  return bytes
}

export async function expectToDecode(bytes: Buffer, product: ProductName): Promise<void> {
  const { widthPx, heightPx, durationSeconds } = askedOf(product, '', '')
  if (durationSeconds === undefined) {
    const { width, height, exif } = await sharp(bytes).metadata()
    expect({ width, height, exif }).toEqual({ width: widthPx, height: heightPx, exif: undefined })
    // Decodes every pixel.
    await sharp(bytes, { failOn: 'error' }).stats()
    return
  }
  const video = await readVideo(bytes)
  expect(video).toMatchObject({ widthPx, heightPx, codecString: expect.stringMatching(/^avc1/) })
  expect(video.durationSeconds).toBeCloseTo(durationSeconds, 1)
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
}
