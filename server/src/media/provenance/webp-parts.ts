import { readLosslessFrame, readLossyFrame } from '../../core/domain/image-header/webp.ts'
import { hasC2paManifest } from './c2pa-manifest.ts'
import type { ImageParts } from './image-parts.ts'

const extended = 'VP8X'
const flagsAt = 8
const xmpFlag = 0x04
const alphaFlag = 0x10
/** Of a lossless frame, behind its width and height. */
const losslessAlpha = 1 << 28

export function readWebpParts(file: Buffer): ImageParts | undefined {
  if (file.length < 20) return undefined
  const fileEnd = file.readUInt32LE(4) + 8
  if (fileEnd > file.length) return undefined
  const picture: Buffer[] = []
  let hasManifest = false
  let hasOther = fileEnd < file.length
  let at = 12
  while (at + 8 <= fileEnd) {
    const size = file.readUInt32LE(at + 4)
    const chunk = file.subarray(at, at + 8 + size + (size % 2))
    const name = nameOf(chunk)
    if (at + chunk.length > fileEnd || chunk.length < 8 + size) return undefined
    if (size % 2 === 1 && chunk.at(-1) !== 0) return undefined
    if (['VP8 ', 'VP8L', extended, 'ALPH'].includes(name)) picture.push(chunk)
    else if (name === 'C2PA' && hasC2paManifest(chunk)) hasManifest = true
    else hasOther = true
    at += chunk.length
  }
  if (at !== fileEnd || !isWhole(picture)) return undefined
  return { picture, hasManifest, hasOther }
}

/**
 * Pixels, with or without an extended header; between the two an alpha channel, if the header names it and the pixels
 * have none. Text fits into a chunk beside these, and behind what the standard prescribes.
 */
function isWhole(picture: readonly Buffer[]): boolean {
  const header = headerOf(picture)
  if (header === undefined || !header.subarray(flagsAt + 1, flagsAt + 4).equals(Buffer.alloc(3))) return false
  const names = picture.map(nameOf).filter((name) => name !== extended)
  if (picture.length - names.length > 1) return false
  const [first, second] = names
  if (names.length === 1) return first === 'VP8 ' || first === 'VP8L'
  const hasAlpha = (header.readUInt8(flagsAt) & alphaFlag) !== 0
  return (
    names.length === 2 && hasAlpha && first === 'ALPH' && second === 'VP8 ' && isAlpha(header, picture[1])
  )
}

/** Without compression the channel has a byte for each pixel of the canvas, behind the one that says so. */
function isAlpha(header: Buffer, chunk: Buffer | undefined): boolean {
  if (chunk === undefined || chunk.length <= 8) return false
  const isCompressed = (chunk.readUInt8(8) & 0x03) !== 0
  const pixels = (header.readUIntLE(12, 3) + 1) * (header.readUIntLE(15, 3) + 1)
  return isCompressed || chunk.readUInt32LE(4) === 1 + pixels
}

/** Behind the picture, as the format prescribes; its header names what the file contains. */
export function webpWithXmp(picture: readonly Buffer[], xmp: Buffer | undefined): Buffer[] {
  const header = headerOf(picture)
  const data = picture.filter((chunk) => nameOf(chunk) !== extended)
  const isSimple = data.length === picture.length
  const body =
    header === undefined || (xmp === undefined && isSimple)
      ? data
      : [
          withFlags(header, xmp !== undefined),
          ...data,
          ...(xmp === undefined ? [] : [riffChunk('XMP ', xmp)]),
        ]
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(4 + body.reduce((sum, { length }) => sum + length, 0), 4)
  return [head, ...body]
}

/** The extended header that the file has, or the one that its only chunk would have. */
function headerOf(picture: readonly Buffer[]): Buffer | undefined {
  const [first] = picture
  if (first === undefined) return undefined
  if (nameOf(first) === extended) return first.length === 18 ? first : undefined
  if (picture.length > 1) return undefined
  const isLossless = nameOf(first) === 'VP8L'
  if (first.length < 8 + (isLossless ? 5 : 10)) return undefined
  const frame = new DataView(first.buffer, first.byteOffset + 8, first.length - 8)
  const size = isLossless ? readLosslessFrame(frame) : readLossyFrame(frame)
  if (size === undefined || size.widthPx === 0 || size.heightPx === 0) return undefined
  const hasAlpha = isLossless && (frame.getUint32(1, true) & losslessAlpha) !== 0
  const header = Buffer.alloc(10)
  header.writeUInt8(hasAlpha ? alphaFlag : 0, 0)
  header.writeUIntLE(size.widthPx - 1, 4, 3)
  header.writeUIntLE(size.heightPx - 1, 7, 3)
  return riffChunk(extended, header)
}

/** Of what a header may name, only the alpha channel is left beside the packet. */
function withFlags(header: Buffer, hasXmp: boolean): Buffer {
  const changed = Buffer.from(header)
  changed.writeUInt8((header.readUInt8(flagsAt) & alphaFlag) | (hasXmp ? xmpFlag : 0), flagsAt)
  return changed
}

function nameOf(chunk: Buffer): string {
  return chunk.toString('latin1', 0, 4)
}

function riffChunk(name: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(8 + data.length + (data.length % 2))
  chunk.write(name, 0, 'latin1')
  chunk.writeUInt32LE(data.length, 4)
  data.copy(chunk, 8)
  return chunk
}
