import { crc32 } from 'node:zlib'
import { exifBytesMax, type Orientation, readOrientation } from './exif-orientation.ts'
import { type HeaderParser, imageOf, unsupported, viewOf } from './header-result.ts'

const headerBytes = 33
/** Length and type before a chunk's data, checksum after it. */
const chunkHeaderBytes = 8
const checksumBytes = 4
const chunkBytesMax = 0x7fffffff
/** Chromium ignores longer eXIf chunks, and any after them. */
const exifChunkBytesMax = 4 * 1024 * 1024
const imageHeader = 0x49484452 // IHDR
const imageData = 0x49444154 // IDAT
const exif = 0x65584966 // eXIf

/** Whether a file begins like a PNG. */
export function isPng(head: DataView): boolean {
  return head.getUint32(0) === 0x89504e47 && head.getUint32(4) === 0x0d0a1a0a
}

/**
 * IHDR must come first and its checksum must match (PNG specification, 11.2.1). The eXIf chunk is searched
 * for up to the pixel data: after it, neither browsers nor decoders honour it.
 */
export function* parsePng(): HeaderParser {
  const header = yield { offset: 0, length: headerBytes }
  if (header === undefined) return unsupported
  const isHeaderChunk = header.getUint32(8) === 13 && header.getUint32(12) === imageHeader
  if (!isHeaderChunk || !hasValidChecksum(header, 8, 13)) return unsupported
  const size = { widthPx: header.getUint32(16), heightPx: header.getUint32(20) }
  return imageOf('image/png', size, yield* findOrientation())
}

function* findOrientation(): HeaderParser<Orientation> {
  let offset = headerBytes
  for (;;) {
    const chunk = yield { offset, length: chunkHeaderBytes }
    if (chunk === undefined || !isChunkName(chunk)) return 1
    const length = chunk.getUint32(0)
    const name = chunk.getUint32(4)
    if (name === imageData || length > chunkBytesMax) return 1
    if (name === exif) {
      const orientation = yield* readExif(offset, length)
      if (orientation !== undefined) return orientation
    }
    offset += chunkHeaderBytes + length + checksumBytes
  }
}

/**
 * undefined if the checksum does not match: the chunk is then ignored, as in Chromium. sharp would honour it,
 * but the studio rotates by the orientation found here, so reported size, display and result agree. A chunk
 * too long to read whole is used unverified, by its beginning: long EXIF usually comes from a camera and is
 * rarely damaged.
 */
function* readExif(offset: number, length: number): HeaderParser<Orientation | undefined> {
  if (length > exifChunkBytesMax) return 1
  const chunk = yield { offset, length: chunkHeaderBytes + length + checksumBytes }
  if (chunk !== undefined)
    return hasValidChecksum(chunk, 0, length)
      ? readOrientation(viewOf(chunk, length, chunkHeaderBytes))
      : undefined
  if (length <= exifBytesMax) return undefined
  const beginning = yield { offset: offset + chunkHeaderBytes, length: exifBytesMax }
  return beginning && readOrientation(viewOf(beginning, exifBytesMax))
}

/** Four letters (5.3); anything else is not a chunk and ends the walk. */
function isChunkName(chunk: DataView): boolean {
  return [4, 5, 6, 7].every((at) => {
    const lowerCase = chunk.getUint8(at) | 0x20
    return lowerCase >= 0x61 && lowerCase <= 0x7a
  })
}

function hasValidChecksum(view: DataView, chunkOffset: number, length: number): boolean {
  const checked = new Uint8Array(view.buffer, view.byteOffset + chunkOffset + 4, 4 + length)
  return crc32(checked) === view.getUint32(chunkOffset + chunkHeaderBytes + length)
}
