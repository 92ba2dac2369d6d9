import { limits } from '@mediagen/contract/limits'
import { decodeInput, InvalidInputError } from '@mediagen/studio/painter'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  headerReadBytesMax,
  headerReadsMax,
  readImageHeader,
} from '../../server/src/core/domain/image-header/walk-image-header.ts'
import { plainImage } from '../../server/src/core/domain/plain-image/plain-image.ts'
import { UnusableImageError } from '../../server/src/core/domain/plain-image/unusable-image-error.ts'
import { type VerifiedFile, verifyUpload } from '../../server/src/use-cases/uploads/verify-upload.ts'
import { randomOf } from '../breakage/random.ts'
import {
  exifOf,
  exifSegment,
  extendedWebp,
  jpegSegment,
  pngChunk,
  riff,
  webpChunk,
  webpFlags,
  withPngChunks,
  withSegments,
  wrongChecksum,
  xmpSegments,
} from '../support/image-metadata.ts'
import { imageTypes, phoneImage } from '../support/phone-images.ts'
import { runNumber } from '../support/run-option.ts'
import { mutate } from './support/mutate.ts'

/** How many broken images are tried; a million take some minutes. */
const imageCount = runNumber('images', 10_000)
const seed = runNumber('seed', Date.now() % 2 ** 32)
/** The number of valid images that are decoded. */
const decodedMax = 500

describe(`broken images (--seed ${seed})`, () => {
  test(
    `${imageCount} headers: the walk stays within its limits, and every READY image decodes or is rejected`,
    async () => {
      const seeds = await imageSeeds()
      const random = randomOf(seed)
      const ready: Buffer[] = []
      let readyCount = 0
      for (let index = 0; index < imageCount; index += 1) {
        const file = mutate(seeds, random)
        const { verdict } = await watchedVerdict(file)
        if (verdict.kind !== 'ready') continue
        readyCount += 1
        // Each has the same chance to be decoded.
        if (ready.length < decodedMax) ready.push(file)
        else if (random() * readyCount < decodedMax) ready[Math.floor(random() * decodedMax)] = file
      }
      expect(readyCount).toBeGreaterThan(0)
      const outcomes = { decoded: 0, rejected: 0 }
      for (const file of ready) outcomes[await decode(file)] += 1
      expect(outcomes.decoded).toBeGreaterThan(0)
      process.stdout.write(
        `hostile images: seed ${seed}, ${imageCount} tried, ${readyCount} READY, of ${ready.length} ` +
          `${outcomes.decoded} decoded and ${outcomes.rejected} rejected\n`,
      )
    },
    60_000 + imageCount * 5,
  )
})

describe('files that are crafted to cost as much as possible', () => {
  const start = (marker: number, length: number) => Buffer.from([0xff, marker, length >> 8, length & 0xff])
  const pngStart = async () => (await phoneImage('image/png', 1)).subarray(0, 33)
  const makers: [string, () => Promise<Buffer>][] = [
    ['a JPEG of segments just too long to be read along', async () => filled([0xff, 0xd8], segmentOf(4_100))],
    ['a JPEG of segments of two bytes', async () => filled([0xff, 0xd8], start(0xe1, 2))],
    ['a JPEG of fill bytes', async () => filled([0xff, 0xd8], Buffer.alloc(1, 0xff))],
    ['a JPEG of zeros', async () => filled([0xff, 0xd8, 0xff], Buffer.alloc(1))],
    ['a JPEG of restart markers', async () => filled([0xff, 0xd8], Buffer.from([0xff, 0xd0]))],
    ['a JPEG of stuffed bytes', async () => filled([0xff, 0xd8], Buffer.from([0xff, 0x00]))],
    [
      'a JPEG of stray bytes between empty segments',
      async () => filled([0xff, 0xd8], Buffer.concat([start(0xe1, 2), Buffer.alloc(4_090)])),
    ],
    ['a JPEG of segments whose lengths are 0', async () => filled([0xff, 0xd8], start(0xe1, 0))],
    ['a JPEG of the longest segments', async () => filled([0xff, 0xd8], segmentOf(65_537))],
    ['a PNG of empty chunks', async () => filled(await pngStart(), pngChunk('teXt', Buffer.alloc(0)))],
    ['a PNG of chunks of 4 KB', async () => filled(await pngStart(), pngChunk('teXt', Buffer.alloc(4_096)))],
    [
      'a PNG of eXIf chunks with wrong checksums',
      async () => filled(await pngStart(), wrongChecksum(pngChunk('eXIf', exifOf(6)))),
    ],
    [
      'a PNG of long eXIf chunks with wrong checksums',
      async () => filled(await pngStart(), wrongChecksum(pngChunk('eXIf', Buffer.alloc(60_000)))),
    ],
    [
      'a PNG of eXIf chunks of 1 MB with wrong checksums',
      async () => filled(await pngStart(), wrongChecksum(pngChunk('eXIf', Buffer.alloc(1_000_000)))),
    ],
    [
      'a PNG of eXIf chunks of 2 MB, which are too long to be read whole',
      async () => filled(await pngStart(), wrongChecksum(pngChunk('eXIf', Buffer.alloc(2_000_000)))),
    ],
    ['a WebP of empty chunks', async () => filled(webpStart(), webpChunk('ABCD', Buffer.alloc(0)))],
    ['a WebP of chunks of 4 KB', async () => filled(webpStart(), webpChunk('ABCD', Buffer.alloc(4_096)))],
  ]
  test.each(makers)('%s', async (_name, make) => {
    const { reads, bytes } = await watchedVerdict(await make())
    expect(reads).toBeLessThanOrEqual(headerReadsMax)
    expect(bytes).toBeLessThanOrEqual(headerReadBytesMax)
  })
})

describe('the ranges read for a verdict', () => {
  test('of a plain photo of 5 MB are one range of 64 KB', async () => {
    const photo = Buffer.concat([await phoneImage('image/jpeg', 6), Buffer.alloc(5_000_000)])
    expect(await watchedVerdict(photo)).toMatchObject({ reads: 1, bytes: 65_536, verdict: { kind: 'ready' } })
  })

  test.each([
    ['image/jpeg', 47, 260_000],
    ['image/png', 2, 70_000],
    ['image/webp', 2, 70_000],
  ] as const)('of a %s with 3 MB of XMP do not include the XMP', async (contentType, readsMax, bytesMax) => {
    const photo = await phoneImage(contentType, 6, { xmpBytes: 3_000_000 })
    const { reads, bytes, verdict } = await watchedVerdict(photo)
    expect(verdict).toMatchObject({ kind: 'ready', widthPx: 60, heightPx: 80 })
    expect(reads).toBeLessThanOrEqual(readsMax)
    expect(bytes).toBeLessThanOrEqual(bytesMax)
  })

  test('of a WebP with a long alpha channel before its frame are two ranges', async () => {
    const photo = await webpWithLongAlpha()
    expect(photo.length).toBeGreaterThan(200_000)
    expect(await watchedVerdict(photo)).toMatchObject({ reads: 2, verdict: { kind: 'ready' } })
  })

  test('of a JPEG with 20 MB of the longest possible metadata still reach the image', async () => {
    const picture = await phoneImage('image/jpeg', 6)
    const photo = withSegments(picture, xmpSegments(limits.uploadBytesMax - 40_000 - picture.length))
    expect(photo.length).toBeLessThanOrEqual(limits.uploadBytesMax)
    expect((await watchedVerdict(photo)).verdict).toMatchObject({ kind: 'ready', widthPx: 60, heightPx: 80 })
  })
})

/**
 * The verdict on a file, and the ranges read for it. Fails if a range is read twice, is empty or lies beyond
 * the end.
 */
async function watchedVerdict(
  file: Buffer,
): Promise<{ verdict: VerifiedFile; reads: number; bytes: number }> {
  let [reads, bytes, readUntil] = [0, 0, 0]
  const header = readImageHeader(file)
  const verdict = await verifyUpload({
    sizeBytes: file.length,
    declaredType: header.kind === 'image' ? header.contentType : 'image/png',
    readRange: async ({ start, endExclusive }) => {
      const isNew = start >= readUntil && endExclusive > start && endExclusive <= file.length
      if (!isNew) throw new Error(`${start} to ${endExclusive} is asked for, ${readUntil} is known`)
      reads += 1
      bytes += endExclusive - start
      readUntil = endExclusive
      if (reads > headerReadsMax || bytes > headerReadBytesMax)
        throw new Error(`${reads} reads, ${bytes} bytes`)
      return file.subarray(start, endExclusive)
    },
  })
  return { verdict, reads, bytes }
}

/** Decodes to a small image, or is rejected as one that cannot be; anything else is a fault. */
async function decode(file: Buffer): Promise<'decoded' | 'rejected'> {
  const header = readImageHeader(file)
  const orientation = header.kind === 'image' ? header.orientation : undefined
  try {
    const { rgba } = await decodeInput(plainImage(file), {
      widthPx: 24,
      heightPx: 32,
      fit: 'cover',
      orientation,
    })
    expect(rgba).toHaveLength(24 * 32 * 4)
    return 'decoded'
  } catch (error) {
    expect([InvalidInputError, UnusableImageError]).toContain((error as Error).constructor)
    return 'rejected'
  }
}

/** Images of all formats with everything that can surround their size. */
async function imageSeeds(): Promise<Buffer[]> {
  const plain = await Promise.all(imageTypes.map((contentType) => phoneImage(contentType, 6)))
  const [jpeg = Buffer.alloc(0), png = Buffer.alloc(0)] = plain
  const profiled = sharp(jpeg).withIccProfile('p3')
  const seeds = await Promise.all([
    ...imageTypes.map((contentType) => phoneImage(contentType, 8, { xmpBytes: 500 })),
    profiled.clone().jpeg({ progressive: true }).toBuffer(),
    profiled.clone().png({ palette: true }).toBuffer(),
    profiled.clone().webp({ lossless: true }).toBuffer(),
    profiled.clone().ensureAlpha(0.5).webp().toBuffer(),
    animatedWebp(),
  ])
  const segments = [jpegSegment(0xfe, Buffer.from('a comment')), exifSegment(exifOf(3, { byteOrder: 'II' }))]
  const text = pngChunk('tEXt', Buffer.from('Comment\0none'))
  return [
    ...plain,
    ...seeds,
    withSegments(jpeg, ...segments, xmpSegments(300)),
    withPngChunks(png, 'late', text),
  ]
}

async function animatedWebp(): Promise<Buffer> {
  const frames = await Promise.all([1, 2].map((orientation) => phoneImage('image/png', orientation)))
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
}

async function webpWithLongAlpha(): Promise<Buffer> {
  const [widthPx, heightPx] = [600, 500]
  const random = randomOf(1)
  const pixels = Buffer.alloc(widthPx * heightPx * 4, 90)
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = random() * 256
  return sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 4 } })
    .webp()
    .toBuffer()
}

function segmentOf(bytes: number): Buffer {
  return jpegSegment(0xe1, Buffer.alloc(bytes - 4))
}

/** The beginning of a WebP in the extended format with a flag that announces EXIF. */
function webpStart(): Buffer {
  const file = extendedWebp(Buffer.alloc(12), { widthPx: 60, heightPx: 80, flags: webpFlags.exif })
  const start = riff(file.subarray(12))
  start.writeUInt32LE(limits.uploadBytesMax - 8, 4)
  return start
}

/** A file of the largest size that repeats the same piece. */
function filled(beginning: Uint8Array | number[], piece: Buffer): Buffer {
  const rest = Buffer.alloc(limits.uploadBytesMax - beginning.length, piece)
  return Buffer.concat([Buffer.from(beginning), rest])
}
