import { type Orientation, readOrientation } from './exif-orientation.js'
import { type HeaderParser, imageOf, type StoredSize, unsupported } from './header-verdict.js'
import { viewOf } from './view-of.js'

/** Baseline, extended sequential and progressive, Huffman coded: what browsers and engines decode (ITU-T T.81, table B.1). */
const decodableFrames = new Set([0xc0, 0xc1, 0xc2])
/** Lossless, hierarchical and arithmetic frames: valid JPEG, but hardly anything can decode them. */
const otherFrames = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])
const application1 = 0xe1
const segmentHeaderBytes = 4
const frameHeaderBytes = 9
/** `Exif`, a zero and a byte of padding. */
const exifName = [0x45, 0x78, 0x69, 0x66, 0x00]
const exifNameBytes = 6

/** Whether a file begins like a JPEG. */
export function isJpeg(head: DataView): boolean {
  return head.getUint16(0) === 0xffd8 && head.getUint8(2) === 0xff
}

/**
 * Walks the segments (T.81, annex B) up to the scan. The first frame header gives the size. EXIF may stand before or
 * after it, and the first EXIF segment decides, as in browsers. Segments that say neither are not read.
 */
export function* parseJpeg(): HeaderParser {
  let offset = 2
  let size: StoredSize | undefined
  let orientation: Orientation | undefined
  while (size === undefined || orientation === undefined) {
    const head = yield { offset, length: segmentHeaderBytes }
    if (head === undefined || head.getUint8(0) !== 0xff) break
    const marker = head.getUint8(1)
    if (marker === 0xff) {
      offset += fillBytes(head)
      continue
    }
    if (!hasLength(marker) || (otherFrames.has(marker) && size === undefined)) break
    const segmentBytes = head.getUint16(2)
    if (segmentBytes < 2) break
    if (decodableFrames.has(marker) && size === undefined) {
      size = yield* readFrame(offset)
      if (size === undefined) break
    }
    if (marker === application1 && orientation === undefined)
      orientation = yield* readExif(offset + segmentHeaderBytes, segmentBytes - 2)
    offset += 2 + segmentBytes
  }
  return size === undefined ? unsupported : imageOf('image/jpeg', size, orientation ?? 1)
}

/** Any number of 0xff may stand before a marker; all that are at hand are passed over in one step. */
function fillBytes(head: DataView): number {
  let count = 1
  while (count + 1 < head.byteLength && head.getUint8(count + 1) === 0xff) count += 1
  return count
}

/** Stand-alone markers, the scan and the end of the image have no length: the header is over. */
function hasLength(marker: number): boolean {
  return marker >= 0xc0 && !(marker >= 0xd0 && marker <= 0xda)
}

function* readFrame(offset: number): HeaderParser<StoredSize | undefined> {
  const frame = yield { offset, length: frameHeaderBytes }
  return frame && { heightPx: frame.getUint16(5), widthPx: frame.getUint16(7) }
}

/** undefined when the segment is something else of APP1, such as XMP. */
function* readExif(offset: number, length: number): HeaderParser<Orientation | undefined> {
  if (length < exifNameBytes) return undefined
  const name = yield { offset, length: exifNameBytes }
  if (!exifName.every((byte, index) => name?.getUint8(index) === byte)) return undefined
  const block = yield { offset: offset + exifNameBytes, length: length - exifNameBytes }
  return block === undefined ? 1 : readOrientation(viewOf(block, length - exifNameBytes))
}
