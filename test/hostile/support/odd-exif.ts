import sharp from 'sharp'
import {
  type ExifShape,
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
} from '../../support/image-metadata.ts'
import { type ImageType, storedScene } from '../../support/phone-images.ts'

/**
 * An image of the scene stored for orientation 6, with EXIF that says so in an odd way, or does not say so
 * at all.
 */
export interface OddImage {
  readonly name: string
  readonly contentType: ImageType
  readonly bytes: Uint8Array
  /** What counts. */
  readonly orientation: number
  /** Damaged in a way that the SDK’s testing kit has no eye for. */
  readonly isDamaged?: boolean
}

const stored = storedScene(6)
const jpeg = await stored.image.clone().jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()
const png = await stored.image.clone().png().toBuffer()
const webp = await stored.image.clone().webp({ quality: 95 }).toBuffer()

const exif = (orientation: number, shape?: ExifShape) => exifOf(orientation, shape)
export const segment = (orientation: number, shape?: ExifShape) => exifSegment(exif(orientation, shape))

/** EXIF that is followed by zeros up to that length. */
function longExif(bytes: number, orientation = 6): Buffer {
  const block = exif(orientation)
  return Buffer.concat([block, Buffer.alloc(bytes - block.length)])
}

/** EXIF for orientation 6 with its entry at 22 changed. */
function changed(change: (block: Buffer) => void): Buffer {
  const block = exif(6)
  change(block)
  return block
}

export const inJpeg = (name: string, orientation: number, ...segments: Buffer[]): OddImage => ({
  name,
  contentType: 'image/jpeg',
  bytes: withSegments(jpeg, ...segments),
  orientation,
})

/** A JPEG with segments in front of the first one with that marker. */
export function jpegWithSegmentBefore(marker: number, ...inserted: Buffer[]): Buffer {
  let at = 2
  while (jpeg[at + 1] !== marker) at += 2 + jpeg.readUInt16BE(at + 2)
  return Buffer.concat([jpeg.subarray(0, at), ...inserted, jpeg.subarray(at)])
}

const inPng = (name: string, orientation: number, ...chunks: Buffer[]): OddImage => ({
  name,
  contentType: 'image/png',
  bytes: withPngChunks(png, 'early', ...chunks),
  orientation,
})

const inWebp = (
  name: string,
  orientation: number,
  parts: { flags?: number; before?: Buffer[]; after?: Buffer[] },
): OddImage => ({
  name,
  contentType: 'image/webp',
  bytes: extendedWebp(webp, {
    widthPx: stored.widthPx,
    heightPx: stored.heightPx,
    flags: webpFlags.exif,
    ...parts,
  }),
  orientation,
})

export const oddJpegs: readonly OddImage[] = [
  inJpeg('no EXIF', 1),
  inJpeg('little-endian', 6, segment(6, { byteOrder: 'II' })),
  inJpeg('orientation 0', 1, segment(0)),
  inJpeg('orientation 9', 1, segment(9)),
  inJpeg('a value of 0x0106', 1, exifSegment(changed((block) => block.writeUInt16BE(0x0106, 30)))),
  inJpeg('junk behind the value', 6, exifSegment(changed((block) => block.writeUInt16BE(0xffff, 32)))),
  inJpeg('type LONG', 1, segment(6, { type: 4 })),
  inJpeg('type LONG, little-endian', 1, segment(6, { type: 4, byteOrder: 'II' })),
  inJpeg('type BYTE', 1, segment(6, { type: 1 })),
  inJpeg('no value', 1, segment(6, { count: 0 })),
  inJpeg('two values', 1, segment(6, { count: 2 })),
  inJpeg('IFD0 behind a gap', 6, segment(6, { gapBytes: 100 })),
  inJpeg('IFD0 out of range', 1, segment(6, { ifdOffset: 60_000 })),
  inJpeg('IFD0 beyond 32 bits of anything', 1, segment(6, { ifdOffset: 0xfffffff0 })),
  inJpeg('IFD0 within the header', 1, segment(6, { ifdOffset: 4 })),
  inJpeg('IFD0 at 0', 1, segment(6, { ifdOffset: 0 })),
  inJpeg('more entries promised than there are', 6, segment(6, { entryCount: 60_000 })),
  inJpeg('no entries', 1, segment(6, { entryCount: 0 })),
  inJpeg('the entry behind the count', 1, segment(6, { entryCount: 1 })),
  inJpeg('no next IFD', 6, exifSegment(exif(6).subarray(0, -4))),
  inJpeg('an entry that is cut off', 1, exifSegment(exif(6).subarray(0, -6))),
  inJpeg('a wrong byte order', 1, exifSegment(changed((block) => block.write('XX', 0)))),
  inJpeg('a wrong magic number', 1, exifSegment(changed((block) => block.writeUInt16BE(43, 2)))),
  inJpeg('two EXIF segments', 6, segment(6), segment(8)),
  inJpeg('upright EXIF before another', 1, segment(1), segment(6)),
  inJpeg('unusable EXIF before another', 1, exifSegment(Buffer.alloc(40)), segment(6)),
  inJpeg('cut off EXIF before another', 1, exifSegment(Buffer.alloc(2)), segment(6)),
  inJpeg(
    'EXIF behind JFIF, ICC and XMP',
    6,
    jfif(),
    jpegSegment(0xe2, Buffer.alloc(3000)),
    xmpSegments(140_000),
    segment(6),
  ),
  inJpeg('EXIF behind 3 MB of XMP', 6, xmpSegments(3_000_000), segment(6)),
  inJpeg('EXIF before 3 MB of XMP', 6, segment(6), xmpSegments(3_000_000)),
  inJpeg('the name in capitals', 1, jpegSegment(0xe1, Buffer.concat([Buffer.from('EXIF\0\0'), exif(6)]))),
  inJpeg('EXIF in APP2', 1, jpegSegment(0xe2, Buffer.concat([Buffer.from('Exif\0\0'), exif(6)]))),
  { ...inJpeg('EXIF right before the frame', 6), bytes: jpegWithSegmentBefore(0xc0, segment(6)) },
  { ...inJpeg('EXIF between frame and scan', 6), bytes: jpegWithSegmentBefore(0xda, segment(6)) },
  {
    ...inJpeg('EXIF behind the pixels', 1),
    bytes: Buffer.concat([jpeg.subarray(0, -2), segment(6), jpeg.subarray(-2)]),
  },
  inJpeg(
    'a padding of 0xff',
    6,
    jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\xff', 'latin1'), exif(6)])),
  ),
  { ...inJpeg('empty EXIF before another', 6, exifSegment(Buffer.alloc(0)), segment(6)), isDamaged: true },
]

export const oddPngs: readonly OddImage[] = [
  inPng('no eXIf', 1),
  inPng('little-endian', 6, pngChunk('eXIf', exif(6, { byteOrder: 'II' }))),
  inPng('orientation 0', 1, pngChunk('eXIf', exif(0))),
  inPng('orientation 9', 1, pngChunk('eXIf', exif(9))),
  inPng('type LONG', 1, pngChunk('eXIf', exif(6, { type: 4 }))),
  inPng('two values', 1, pngChunk('eXIf', exif(6, { count: 2 }))),
  inPng('the name of JPEG’s segment', 1, pngChunk('eXIf', Buffer.concat([Buffer.from('Exif\0\0'), exif(6)]))),
  inPng('two eXIf chunks', 6, pngChunk('eXIf', exif(6)), pngChunk('eXIf', exif(8))),
  { ...inPng('a wrong checksum', 1, wrongChecksum(pngChunk('eXIf', exif(6)))), isDamaged: true },
  inPng(
    'eXIf behind 3 MB of text',
    6,
    pngChunk('iTXt', Buffer.alloc(3_000_000, 'x')),
    pngChunk('eXIf', exif(6)),
  ),
  inPng(
    'eXIf before 3 MB of text',
    6,
    pngChunk('eXIf', exif(6)),
    pngChunk('iTXt', Buffer.alloc(3_000_000, 'x')),
  ),
  inPng('eXIf of 70 KB', 6, pngChunk('eXIf', longExif(70_000))),
  {
    ...inPng('a wrong checksum of 70 KB', 1, wrongChecksum(pngChunk('eXIf', longExif(70_000)))),
    isDamaged: true,
  },
  {
    ...inPng('a wrong checksum of 1.4 MB', 1, wrongChecksum(pngChunk('eXIf', longExif(1_400_000)))),
    isDamaged: true,
  },
  {
    ...inPng(
      'a wrong checksum of 70 KB before another eXIf',
      6,
      wrongChecksum(pngChunk('eXIf', longExif(70_000, 1))),
      pngChunk('eXIf', exif(6)),
    ),
    isDamaged: true,
  },
  inPng('IFD0 behind a gap of 70 KB', 6, pngChunk('eXIf', exif(6, { gapBytes: 70_000 }))),
  inPng('eXIf of 3 MB', 6, pngChunk('eXIf', longExif(3_000_000))),
  inPng('eXIf of 4 MiB', 6, pngChunk('eXIf', longExif(4 * 1024 * 1024))),
  {
    ...inPng(
      'eXIf of 4 MiB and a byte before another',
      1,
      pngChunk('eXIf', longExif(4 * 1024 * 1024 + 1)),
      pngChunk('eXIf', exif(6)),
    ),
    isDamaged: true,
  },
  { ...inPng('eXIf behind the pixels', 1), bytes: withPngChunks(png, 'late', pngChunk('eXIf', exif(6))) },
]

export const oddWebps: readonly OddImage[] = [
  { name: 'the simple format', contentType: 'image/webp', bytes: webp, orientation: 1 },
  inWebp('EXIF behind the pixels', 6, { after: [webpChunk('EXIF', exif(6))] }),
  inWebp('EXIF before the pixels', 6, { before: [webpChunk('EXIF', exif(6))] }),
  inWebp('EXIF that no flag announces', 1, { flags: 0, after: [webpChunk('EXIF', exif(6))] }),
  inWebp('a flag without EXIF', 1, {}),
  inWebp('the name of JPEG’s segment', 6, {
    after: [webpChunk('EXIF', Buffer.concat([Buffer.from('Exif\0\0'), exif(6)]))],
  }),
  inWebp('two EXIF chunks', 6, { after: [webpChunk('EXIF', exif(6)), webpChunk('EXIF', exif(8))] }),
  inWebp('unusable EXIF before another', 1, {
    after: [webpChunk('EXIF', Buffer.from('xx')), webpChunk('EXIF', exif(6))],
  }),
  inWebp('EXIF behind an unknown chunk of odd length', 6, {
    after: [webpChunk('ABCD', Buffer.alloc(51)), webpChunk('EXIF', exif(6))],
  }),
  inWebp('type LONG', 1, { after: [webpChunk('EXIF', exif(6, { type: 4 }))] }),
  inWebp('orientation 9', 1, { after: [webpChunk('EXIF', exif(9))] }),
  { ...inWebp('EXIF behind the frames of an animation', 6, {}), bytes: await animatedWebp() },
  { ...inWebp('EXIF behind the end of the file', 1, {}), bytes: withExifBehindEnd() },
]

export function jfif(): Buffer {
  return jpegSegment(0xe0, Buffer.from('4a46494600010200000100010000', 'hex'))
}

async function animatedWebp(): Promise<Buffer> {
  return sharp([png, png], { join: { animated: true } })
    .withMetadata({ orientation: 6 })
    .webp({ delay: [100, 200] })
    .toBuffer()
}

function withExifBehindEnd(): Buffer {
  const { widthPx, heightPx } = stored
  const file = extendedWebp(webp, { widthPx, heightPx, flags: webpFlags.exif })
  return Buffer.concat([riff(file.subarray(12)), webpChunk('EXIF', exif(6))])
}
