import { type Orientation, readOrientation } from './exif-orientation.js'
import { type HeaderParser, imageOf, type StoredSize, unsupported } from './header-verdict.js'
import { viewOf } from './view-of.js'

/** Baseline, extended sequential and progressive, Huffman coded: what browsers and engines decode (ITU-T T.81, table B.1). */
const decodableFrames = new Set([0xc0, 0xc1, 0xc2])
/** Lossless, hierarchical and arithmetic frames: valid JPEG, but hardly anything can decode them. */
const otherFrames = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])
const application1 = 0xe1
const markerBytes = 2
/** A segment's length counts itself. */
const lengthBytes = 2
const segmentHeaderBytes = markerBytes + lengthBytes
const frameHeaderBytes = 9
/**
 * `Exif`, a zero and a byte of padding. The padding may be anything, as in Chromium: sharp wants a zero there, but the
 * studio turns by the orientation that is found here, so the sizes told, what is displayed and the result agree.
 */
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
    if (head === undefined) break
    const strayBytes = bytesBeforeSegment(head)
    if (strayBytes > 0) {
      offset += strayBytes
      continue
    }
    const marker = head.getUint8(1)
    if (endsHeader(marker) || (otherFrames.has(marker) && size === undefined)) break
    const segmentBytes = head.getUint16(2)
    if (segmentBytes < lengthBytes && !isPassedOver(marker)) break
    if (decodableFrames.has(marker) && size === undefined) {
      size = yield* readFrame(offset)
      if (size === undefined) break
    }
    if (marker === application1 && orientation === undefined)
      orientation = yield* readExif(offset + segmentHeaderBytes, segmentBytes - lengthBytes)
    offset += markerBytes + Math.max(lengthBytes, segmentBytes)
  }
  return size === undefined ? unsupported : imageOf('image/jpeg', size, orientation ?? 1)
}

/**
 * The bytes at hand before the next marker that begins a segment, as libjpeg counts them, by which both browsers and the
 * studio decode: it skips to an 0xff whose next byte is neither 0 nor 0xff, and passes over the markers that stand alone.
 * All are counted in one step, so that a file of them costs no more reads than one of segments.
 */
function bytesBeforeSegment(head: DataView): number {
  let at = 0
  // The last byte may be the first of a marker, and is left for the next step.
  while (at + 1 < head.byteLength) {
    if (head.getUint8(at) !== 0xff) at += 1
    else {
      const marker = head.getUint8(at + 1)
      if (marker === 0xff) at += 1
      else if (marker === 0 || standsAlone(marker)) at += markerBytes
      else return at
    }
  }
  return at
}

/** TEM and RST0 to RST7: two bytes, without a length. */
function standsAlone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
}

/** The scan and the end of the image, and what no decoder goes on behind: a second start, reserved markers. */
function endsHeader(marker: number): boolean {
  return marker < 0xc0 || (marker >= 0xd8 && marker <= 0xda)
}

/** DNL, APP0 to APP15 and COM: libjpeg takes a length too short to count itself for one of nothing, elsewhere it refuses. */
function isPassedOver(marker: number): boolean {
  return marker === 0xdc || (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe
}

function* readFrame(offset: number): HeaderParser<StoredSize | undefined> {
  const frame = yield { offset, length: frameHeaderBytes }
  return frame && { heightPx: frame.getUint16(5), widthPx: frame.getUint16(7) }
}

/** undefined when the segment is something else of APP1, such as XMP, or has nothing behind its name. */
function* readExif(offset: number, length: number): HeaderParser<Orientation | undefined> {
  if (length <= exifNameBytes) return undefined
  const name = yield { offset, length: exifNameBytes }
  if (!exifName.every((byte, index) => name?.getUint8(index) === byte)) return undefined
  const block = yield { offset: offset + exifNameBytes, length: length - exifNameBytes }
  return block === undefined ? 1 : readOrientation(viewOf(block, length - exifNameBytes))
}
