import { decodeInput } from '@mediagen/studio/painter'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMockService } from '../../sdk/src/testing/index.ts'
import { readImageHeader } from '../../server/src/core/domain/image-header/walk-image-header.ts'
import { describeInBrowser, openPage, type WatchedPage } from '../support/browser.ts'
import {
  cornersOfPixels,
  type ImageType,
  imageTypes,
  orientations,
  phoneImage,
  scene,
  storedScene,
} from '../support/phone-images.ts'
import { type OddImage, oddJpegs, oddPngs, oddWebps } from './support/odd-exif.ts'
import { strayJpegs } from './support/stray-jpegs.ts'

/** What counts is upright as the scene, or stored as the pixels are. */
const upright = { size: [scene.widthPx, scene.heightPx], corners: [...scene.corners] }
const asStored = { size: [scene.heightPx, scene.widthPx], corners: ['green', 'white', 'red', 'blue'] }

const phoneImages = await Promise.all(
  imageTypes.flatMap((contentType) =>
    orientations.map(async (orientation) => ({
      name: `${contentType} with orientation ${orientation}`,
      contentType,
      bytes: await phoneImage(contentType, orientation),
      orientation,
      displayed: upright,
    })),
  ),
)
const oddImages = [...oddJpegs, ...strayJpegs, ...oddPngs, ...oddWebps].map((picture) => ({
  ...picture,
  name: `${picture.contentType} with ${picture.name}`,
  displayed: picture.orientation === 6 ? upright : asStored,
}))
const images: (OddImage & { displayed: { size: number[]; corners: string[] } })[] = [
  ...phoneImages,
  ...oddImages,
]

test('a scene that is stored for orientation 6 has its right side at the top', () => {
  const { widthPx, heightPx } = storedScene(6)
  expect([widthPx, heightPx]).toEqual(asStored.size)
})

describe.each(images)('$name', ({ bytes, contentType, orientation, displayed, isDamaged = false }) => {
  const header = readImageHeader(bytes)

  test('is reported as displayed', () => {
    const [widthPx, heightPx] = displayed.size
    expect(header).toEqual({ kind: 'image', contentType, widthPx, heightPx, orientation })
  })

  test('is decoded as displayed', async () => {
    const [widthPx = 0, heightPx = 0] = displayed.size
    const settled = header.kind === 'image' ? header.orientation : undefined
    const { rgba } = await decodeInput(bytes, { widthPx, heightPx, fit: 'cover', orientation: settled })
    expect(cornersOfPixels(rgba, { widthPx, heightPx, channels: 4 })).toEqual(displayed.corners)
  })

  // The testing kit steps from segment to segment and holds no checksums against a file.
  test.skipIf(isDamaged)('is reported by the SDK’s mock as by the service', async () => {
    const [width, height] = displayed.size
    expect(await verdictOfMock(bytes, contentType)).toMatchObject({ status: 'READY', width, height })
  })
})

describeInBrowser('a browser', () => {
  let watched: WatchedPage
  beforeAll(async () => {
    watched = await openPage('http://127.0.0.1:9')
  })
  afterAll(() => watched.close())

  // Browsers ignore the EXIF of a WebP: openapi/DECISIONS.md says why the service does.
  test.each(images.filter(({ contentType }) => contentType !== 'image/webp'))(
    'displays $name as the service reports it',
    async ({ bytes, contentType, displayed }) => {
      const url = `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`
      const { widthPx, heightPx, pixels } = await watched.page.evaluate(displayedPixels, url)
      const corners = cornersOfPixels(Uint8Array.from(pixels), { widthPx, heightPx, channels: 4 })
      expect({ size: [widthPx, heightPx], corners }).toEqual(displayed)
    },
  )
})

/** Runs in the page: what an `img` shows, by the size that it has and the pixels that it paints. */
async function displayedPixels(url: string) {
  const image = new Image()
  image.src = url
  await image.decode()
  const { naturalWidth: widthPx, naturalHeight: heightPx } = image
  const canvas = new OffscreenCanvas(widthPx, heightPx).getContext('2d')
  canvas?.drawImage(image, 0, 0)
  return { widthPx, heightPx, pixels: [...(canvas?.getImageData(0, 0, widthPx, heightPx).data ?? [])] }
}

async function verdictOfMock(bytes: Uint8Array, contentType: ImageType) {
  const { baseUrl, fetch } = createMockService()
  const headers = { authorization: 'Bearer key', 'content-type': 'application/json' }
  const call = async (path: string, body: unknown) =>
    (await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
  const { id, uploadUrl } = await call('/api/v1/uploads', { contentType })
  await fetch(uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': contentType },
    body: Buffer.from(bytes),
  })
  return call(`/api/v1/uploads/${id}/complete`, {})
}
