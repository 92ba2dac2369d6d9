import { exifBytesMax, type Orientation, readOrientation } from './exif-orientation.ts'
import { type HeaderParser, imageOf, type StoredSize, unsupported, viewOf } from './header-result.ts'

const fourCC = (text: string): number => new DataView(new TextEncoder().encode(text).buffer).getUint32(0)
const riff = fourCC('RIFF')
const webp = fourCC('WEBP')
const lossy = fourCC('VP8 ')
const lossless = fourCC('VP8L')
const extended = fourCC('VP8X')
const animation = fourCC('ANIM')
const exif = fourCC('EXIF')
/** `RIFF` and the length of the rest; followed by `WEBP`, this is the file header. */
const riffHeaderBytes = 8
const fileHeaderBytes = 12
const chunkHeaderBytes = 8
const extendedChunkBytes = 10
const exifFlag = 0x08
/** Some writers put the identifier of JPEG's EXIF segment before the block. */
const exifName = fourCC('Exif')
const exifNameBytes = 6

interface Chunk {
  readonly name: number
  /** Offset of its data. */
  readonly data: number
  readonly bytes: number
  /** Offset of the next chunk. */
  readonly end: number
}

/** Whether a file begins like a WebP. */
export function isWebp(head: DataView): boolean {
  return head.getUint32(0) === riff && head.getUint32(8) === webp
}

/** One frame, or the extended format (RFC 9649). */
export function* parseWebp(head: DataView): HeaderParser {
  const fileEnd = riffHeaderBytes + head.getUint32(4, true)
  const first = yield* readChunk(fileHeaderBytes)
  if (first === undefined) return unsupported
  if (first.name === extended) return yield* parseExtended(first, fileEnd)
  const size = yield* readFrame(first)
  return size === undefined ? unsupported : imageOf('image/webp', size, 1)
}

/**
 * The extended format states a canvas and then contains a frame. For a still image the two must agree:
 * otherwise a file could pass the dimension check with one size and decode to another. A flag announces EXIF,
 * which follows the pixels.
 */
function* parseExtended(first: Chunk, fileEnd: number): HeaderParser {
  if (first.bytes !== extendedChunkBytes) return unsupported
  const head = yield { offset: first.data, length: extendedChunkBytes }
  if (head === undefined) return unsupported
  const canvas: StoredSize = { widthPx: 1 + uint24(head, 4), heightPx: 1 + uint24(head, 7) }
  let orientation: Orientation | undefined = (head.getUint8(0) & exifFlag) === 0 ? 1 : undefined
  let size: StoredSize | undefined
  let offset = first.end
  while (size === undefined || orientation === undefined) {
    // Bytes after the stated end are not part of the file.
    if (size !== undefined && offset >= fileEnd) break
    const chunk: Chunk | undefined = yield* readChunk(offset)
    if (chunk === undefined) break
    if (size === undefined && chunk.name === animation) size = canvas
    if (size === undefined && (chunk.name === lossy || chunk.name === lossless)) {
      size = yield* readFrame(chunk)
      if (size?.widthPx !== canvas.widthPx || size.heightPx !== canvas.heightPx) return unsupported
    }
    if (orientation === undefined && chunk.name === exif) orientation = yield* readExif(chunk)
    offset = chunk.end
  }
  return size === undefined ? unsupported : imageOf('image/webp', size, orientation ?? 1)
}

function* readChunk(offset: number): HeaderParser<Chunk | undefined> {
  const head = yield { offset, length: chunkHeaderBytes }
  if (head === undefined) return undefined
  const bytes = head.getUint32(4, true)
  const data = offset + chunkHeaderBytes
  return { name: head.getUint32(0), data, bytes, end: data + bytes + (bytes % 2) }
}

function* readFrame({ name, data }: Chunk): HeaderParser<StoredSize | undefined> {
  if (name === lossy) {
    const frame = yield { offset: data, length: 10 }
    return frame && readLossyFrame(frame)
  }
  if (name === lossless) {
    const frame = yield { offset: data, length: 5 }
    return frame && readLosslessFrame(frame)
  }
  return undefined
}

/** The first 10 bytes of a frame; undefined for what no decoder shows. */
export function readLossyFrame(frame: DataView): StoredSize | undefined {
  const isKeyFrame = (frame.getUint8(0) & 1) === 0
  const hasStartCode = frame.getUint16(3) === 0x9d01 && frame.getUint8(5) === 0x2a
  if (!isKeyFrame || !hasStartCode) return undefined
  return { widthPx: frame.getUint16(6, true) & 0x3fff, heightPx: frame.getUint16(8, true) & 0x3fff }
}

/** The same for the first 5 bytes of a lossless one. */
export function readLosslessFrame(frame: DataView): StoredSize | undefined {
  const bits = frame.getUint32(1, true)
  // The last three bits are the version, which must be 0.
  if (frame.getUint8(0) !== 0x2f || bits >>> 29 !== 0) return undefined
  return { widthPx: 1 + (bits & 0x3fff), heightPx: 1 + ((bits >>> 14) & 0x3fff) }
}

function* readExif({ data, bytes }: Chunk): HeaderParser<Orientation> {
  const length = Math.min(bytes, exifBytesMax)
  const block = yield { offset: data, length }
  if (block === undefined) return 1
  const isNamed = length >= exifNameBytes && block.getUint32(0) === exifName
  const offset = isNamed ? exifNameBytes : 0
  return readOrientation(viewOf(block, length - offset, offset))
}

function uint24(view: DataView, offset: number): number {
  return view.getUint16(offset, true) | (view.getUint8(offset + 2) << 16)
}
