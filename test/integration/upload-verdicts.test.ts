import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { extendedWebp, jpegSegment, webpChunk, webpFlags, withSegments } from '../support/image-metadata.ts'
import { openServiceOfFile } from '../support/service.ts'
import { smallestImages } from '../support/smallest-images.ts'
import { gifOf, jpegOf, pngOf, webpOf } from './support/images.ts'

const sizeBytesMax = 20 * 1024 * 1024
const sizeBytesMin = 28

const service = await openServiceOfFile()
const account = await service.createAccount()

/** The verdict on a file: its status, and its error code or its dimensions. */
async function verdictOn(bytes: Uint8Array, contentType: string): Promise<string> {
  const { status, body } = await account.upload(bytes, contentType)
  expect(status).toBe(200)
  expect(body.contentType).toBe(contentType)
  if (body.status !== 'READY') {
    expect(body).toMatchObject({ sizeBytes: null, width: null, height: null, verifiedAt: null })
    return `${body.status} ${body.error.code}`
  }
  expect(body).toMatchObject({ sizeBytes: bytes.length, error: null })
  expect(Date.parse(body.verifiedAt)).toBeGreaterThanOrEqual(Date.parse(body.createdAt))
  return `READY ${body.width}x${body.height}`
}

describe('a real image of each format', () => {
  const picture = sharp({
    create: {
      width: 641,
      height: 431,
      channels: 3,
      background: '#000000',
      // An image of one colour would be smaller than any real one.
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
  test.each([
    ['image/jpeg', () => picture.clone().jpeg().toBuffer()],
    ['image/jpeg', () => picture.clone().jpeg({ progressive: true }).toBuffer()],
    ['image/png', () => picture.clone().png().toBuffer()],
    ['image/webp', () => picture.clone().webp().toBuffer()],
    ['image/webp', () => picture.clone().webp({ lossless: true }).toBuffer()],
  ])('%s is READY with its own dimensions', async (contentType, make) => {
    expect(await verdictOn(await make(), contentType)).toBe('READY 641x431')
  })

  test('a phone’s JPEG with 200 KB of EXIF before the image is READY', async () => {
    expect(await verdictOn(jpegOf(4032, 3024, { metadataBytes: 200_000 }), 'image/jpeg')).toBe(
      'READY 4032x3024',
    )
  })

  test('a JPEG with 19 MB of metadata before the image is READY', async () => {
    const depthMaps = jpegOf(4032, 3024, { metadataBytes: 19_000_000 })
    expect(await verdictOn(depthMaps, 'image/jpeg')).toBe('READY 4032x3024')
  })

  test('a JPEG whose metadata has too many parts is UNSUPPORTED_FORMAT', async () => {
    const part = jpegSegment(0xe1, Buffer.alloc(5_000))
    const endless = withSegments(jpegOf(40, 30), ...new Array<Buffer>(400).fill(part))
    expect(await verdictOn(endless, 'image/jpeg')).toBe('INVALID UNSUPPORTED_FORMAT')
  })

  test('a WebP with a long alpha channel before its frame is READY', async () => {
    const alpha = webpChunk('ALPH', Buffer.alloc(2_000_000))
    const size = { widthPx: 40, heightPx: 30 }
    const file = extendedWebp(webpOf(40, 30), { ...size, flags: webpFlags.alpha, before: [alpha] })
    expect(await verdictOn(file, 'image/webp')).toBe('READY 40x30')
  })
})

describe('the declared type is only a hint', () => {
  const files = { 'image/jpeg': jpegOf(40, 30), 'image/png': pngOf(40, 30), 'image/webp': webpOf(40, 30) }
  const types = Object.keys(files)
  const pairs = Object.entries(files).flatMap(([actual, bytes]) =>
    types.map((declared) => ({ declared, actual, bytes })),
  )
  test.each(pairs)('$actual sent as $declared', async ({ declared, actual, bytes }) => {
    const expected = declared === actual ? 'READY 40x30' : 'INVALID CONTENT_TYPE_MISMATCH'
    expect(await verdictOn(bytes, declared)).toBe(expected)
  })

  test.each([
    ['a GIF', gifOf(40, 30)],
    ['a BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)])],
    ['a TIFF', Buffer.concat([Buffer.from('II*\0'), Buffer.alloc(200)])],
    ['an AVIF', Buffer.concat([Buffer.from('\0\0\0\x1cftypavif'), Buffer.alloc(200)])],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>'.padEnd(200))],
    ['a PDF', Buffer.from('%PDF-1.7'.padEnd(200))],
    ['an HTML page', Buffer.from('<!doctype html><title>x</title>'.padEnd(200))],
    ['zeros', Buffer.alloc(200)],
  ])('%s is UNSUPPORTED_FORMAT, whatever it was declared as', async (_name, bytes) => {
    for (const declared of types) expect(await verdictOn(bytes, declared)).toBe('INVALID UNSUPPORTED_FORMAT')
  })
})

describe('the size of the file', () => {
  test.each([
    [sizeBytesMax, 'READY 40x30'],
    [sizeBytesMax + 1, 'INVALID FILE_TOO_LARGE'],
    [sizeBytesMax + 1_000_000, 'INVALID FILE_TOO_LARGE'],
    [sizeBytesMin - 1, 'INVALID FILE_TOO_SMALL'],
    [0, 'INVALID FILE_TOO_SMALL'],
  ])('%i bytes: %s', async (sizeBytes, verdict) => {
    expect(await verdictOn(pngOf(40, 30, sizeBytes), 'image/png')).toBe(verdict)
  })

  test.each(Object.entries(smallestImages))(
    'the smallest possible %s is READY, and is an image',
    async (contentType, { bytes, widthPx, heightPx }) => {
      expect(bytes.length).toBeGreaterThanOrEqual(sizeBytesMin)
      expect(await verdictOn(bytes, contentType)).toBe(`READY ${widthPx}x${heightPx}`)
      const { info } = await sharp(bytes, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([widthPx, heightPx])
    },
  )

  test('the smallest possible image has exactly the minimum file size', () => {
    const sizes = Object.values(smallestImages).map(({ bytes }) => bytes.length)
    expect(Math.min(...sizes)).toBe(sizeBytesMin)
  })

  test('a WebP of one colour is READY, however few bytes it takes', async () => {
    const sizes: number[] = []
    for (const [side, background] of [
      [16, '#000000'],
      [16, '#ffffff'],
      [64, '#123456'],
      [640, '#123456'],
    ] as const) {
      const create = { width: side, height: side, channels: 3 as const, background }
      const bytes = await sharp({ create }).webp({ lossless: true }).toBuffer()
      expect(await verdictOn(bytes, 'image/webp')).toBe(`READY ${side}x${side}`)
      sizes.push(bytes.length)
    }
    expect(Math.max(...sizes)).toBeLessThan(64)
  })
})

describe('the dimensions', () => {
  const makers = { 'image/png': pngOf, 'image/webp': webpOf, 'image/jpeg': jpegOf }
  const rows: [number, number, boolean][] = [
    [16, 16, true],
    [15, 16, false],
    [16, 15, false],
    [8192, 16, true],
    [16, 8192, true],
    [8193, 16, false],
    [16, 8193, false],
    [8000, 5000, true],
    [5000, 8000, true],
    [8001, 5000, false],
    [8000, 5001, false],
    [6324, 6324, true],
    [6325, 6325, false],
    [8192, 4882, true],
    [8192, 4883, false],
    [8192, 8192, false],
    [0, 0, false],
  ]
  test.each(
    rows.flatMap(([width, height, fits]) =>
      Object.entries(makers).map(([contentType, make]) => ({ width, height, fits, contentType, make })),
    ),
  )('$width x $height as $contentType: fits is $fits', async ({ width, height, fits, contentType, make }) => {
    const expected = fits ? `READY ${width}x${height}` : 'INVALID DIMENSIONS_OUT_OF_RANGE'
    expect(await verdictOn(make(width, height), contentType)).toBe(expected)
  })

  test.each([
    [65_536, 16],
    [4_294_967_295, 4_294_967_295],
  ])('a PNG that claims %i x %i is out of range, without decoding anything', async (width, height) => {
    expect(await verdictOn(pngOf(width, height), 'image/png')).toBe('INVALID DIMENSIONS_OUT_OF_RANGE')
  })
})

describe('of two errors the earlier in this order is reported', () => {
  test.each([
    ['too large before not a picture', Buffer.alloc(sizeBytesMax + 1), 'FILE_TOO_LARGE'],
    ['too small before not a picture', Buffer.alloc(sizeBytesMin - 1), 'FILE_TOO_SMALL'],
    ['another type before dimensions', jpegOf(1, 1), 'CONTENT_TYPE_MISMATCH'],
    ['unsupported before dimensions', gifOf(1, 1), 'UNSUPPORTED_FORMAT'],
  ])('%s', async (_name, bytes, code) => {
    expect(await verdictOn(bytes, 'image/png')).toBe(`INVALID ${code}`)
  })
})

test.each([
  ['a PNG cut off in its header', pngOf(40, 30).subarray(0, 30), 'image/png'],
  ['a JPEG cut off before its frame', jpegOf(40, 30, { metadataBytes: 300 }).subarray(0, 200), 'image/jpeg'],
  ['a WebP cut off in its header', webpOf(40, 30).subarray(0, 25), 'image/webp'],
])('%s is INVALID, never an internal error', async (_name, bytes, contentType) => {
  expect(await verdictOn(bytes, contentType)).toMatch(/^INVALID (FILE_TOO_SMALL|UNSUPPORTED_FORMAT)$/)
})
