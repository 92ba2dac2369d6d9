import { crc32 } from 'node:zlib'

/** How an EXIF block says its orientation; each part that is left out is as cameras write it. */
export interface ExifShape {
  /** Little-endian (`II`) or big-endian (`MM`). @default 'MM' */
  readonly byteOrder?: 'II' | 'MM'
  /** TIFF type of the entry: 3 is SHORT, 4 is LONG. @default 3 */
  readonly type?: number
  /** @default 1 */
  readonly count?: number
  /** Where IFD0 is said to begin. @default right behind the header and the gap */
  readonly ifdOffset?: number
  /** Bytes between header and IFD0. @default 0 */
  readonly gapBytes?: number
  /** How many entries IFD0 is said to have. @default as many as it has */
  readonly entryCount?: number
  /** Other entries before the orientation's. @default 1 */
  readonly entriesBefore?: number
}

/** The TIFF block of EXIF, as PNG and WebP carry it, with one IFD that states an orientation. */
export function exifOf(orientation: number, shape: ExifShape = {}): Buffer {
  const { byteOrder = 'MM', type = 3, count = 1, gapBytes = 0, entriesBefore = 1 } = shape
  const little = byteOrder === 'II'
  const entries = entriesBefore + 1
  const ifd = 8 + gapBytes
  const block = Buffer.alloc(ifd + 2 + 12 * entries + 4)
  const u16 = (value: number, at: number) =>
    little ? block.writeUInt16LE(value, at) : block.writeUInt16BE(value, at)
  const u32 = (value: number, at: number) =>
    little ? block.writeUInt32LE(value, at) : block.writeUInt32BE(value, at)
  block.write(byteOrder, 0, 'latin1')
  u16(42, 2)
  u32(shape.ifdOffset ?? ifd, 4)
  u16(shape.entryCount ?? entries, ifd)
  for (let index = 0; index < entriesBefore; index += 1) {
    const at = ifd + 2 + 12 * index
    u16(0x0100 + index, at) // ImageWidth and those after it, which nothing goes by
    u16(4, at + 2)
    u32(1, at + 4)
    u32(1, at + 8)
  }
  const at = ifd + 2 + 12 * entriesBefore
  u16(0x0112, at)
  u16(type, at + 2)
  u32(count, at + 4)
  if (type === 3) u16(orientation, at + 8)
  else if (type === 1) block.writeUInt8(orientation, at + 8)
  else u32(orientation, at + 8)
  return block
}

/** One JPEG segment: a marker such as 0xe1 and its payload. */
export function jpegSegment(marker: number, payload: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(payload.length + 2, 2)
  return Buffer.concat([head, payload])
}

/** APP1 with EXIF. */
export const exifSegment = (exif: Uint8Array): Buffer =>
  jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif]))

/** Segments of extended XMP, such as depth maps, as many as the bytes need. */
export function xmpSegments(bytes: number): Buffer {
  const name = Buffer.from('http://ns.adobe.com/xmp/extension/\0', 'latin1')
  const segments: Buffer[] = []
  for (let left = bytes; left > 0; left -= 65_000)
    segments.push(jpegSegment(0xe1, Buffer.concat([name, Buffer.alloc(Math.min(left, 65_000), 'x')])))
  return Buffer.concat(segments)
}

/** A JPEG with segments right behind its start marker. */
export const withSegments = (jpeg: Uint8Array, ...segments: readonly Uint8Array[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])

export const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

export function pngChunk(name: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(name, 4, 'latin1')
  chunk.set(data, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}

/** A chunk whose checksum does not hold. */
export function wrongChecksum(chunk: Buffer): Buffer {
  const last = chunk.length - 1
  return Buffer.from(chunk).fill(chunk.readUInt8(last) ^ 1, last)
}

/** A PNG with chunks right behind IHDR, or right before IEND. */
export function withPngChunks(
  png: Uint8Array,
  place: 'early' | 'late',
  ...chunks: readonly Uint8Array[]
): Buffer {
  const at = place === 'early' ? 33 : png.length - 12
  return Buffer.concat([png.subarray(0, at), ...chunks, png.subarray(at)])
}

export function webpChunk(name: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(8 + data.length + (data.length % 2))
  chunk.write(name, 0, 'latin1')
  chunk.writeUInt32LE(data.length, 4)
  chunk.set(data, 8)
  return chunk
}

export const webpFlags = { icc: 0x20, alpha: 0x10, exif: 0x08, xmp: 0x04, animation: 0x02 } as const

/** A simple WebP (one frame chunk) in the extended format, with chunks before and after its frame. */
export function extendedWebp(
  webp: Uint8Array,
  parts: {
    readonly widthPx: number
    readonly heightPx: number
    readonly flags: number
    readonly before?: readonly Uint8Array[]
    readonly after?: readonly Uint8Array[]
  },
): Buffer {
  const canvas = Buffer.alloc(10)
  canvas.writeUInt8(parts.flags, 0)
  canvas.writeUIntLE(parts.widthPx - 1, 4, 3)
  canvas.writeUIntLE(parts.heightPx - 1, 7, 3)
  return riff(webpChunk('VP8X', canvas), ...(parts.before ?? []), webp.subarray(12), ...(parts.after ?? []))
}

/** A WebP file of just these chunks. */
export function riff(...chunks: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks])
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
