import { type Orientation, readOrientation } from './exif-orientation.ts'
import { type HeaderParser, imageOf, type StoredSize, unsupported, viewOf } from './header-result.ts'
import { bytesBeforeMarker, isPassedOver, markerBytes } from './jpeg-markers.ts'

/**
 * Baseline, extended sequential and progressive, Huffman coded: what browsers and engines decode (ITU-T T.81,
 * table B.1).
 */
const decodableFrames = new Set([0xc0, 0xc1, 0xc2])
/** Lossless, hierarchical and arithmetic frames: valid JPEG, but almost nothing decodes them. */
const otherFrames = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])
const application1 = 0xe1
/** A segment's length includes its own two bytes. */
const lengthBytes = 2
const segmentHeaderBytes = markerBytes + lengthBytes
const frameHeaderBytes = 9
/**
 * `Exif`, a zero byte and a padding byte. Any padding is accepted, as in Chromium. sharp requires a zero
 * there, but the studio rotates by the orientation found here, so reported size, display and result agree.
 */
const exifName = [0x45, 0x78, 0x69, 0x66, 0x00]
const exifNameBytes = 6

/** Whether a file begins like a JPEG. */
export function isJpeg(head: DataView): boolean {
  return head.getUint16(0) === 0xffd8 && head.getUint8(2) === 0xff
}

/**
 * Walks the segments (T.81, annex B) up to the scan. The first frame header gives the size. EXIF may come
 * before or after it, and the first EXIF segment decides, as in browsers. Other segments are skipped unread.
 */
export function* parseJpeg(): HeaderParser {
  let offset = 2
  let size: StoredSize | undefined
  let orientation: Orientation | undefined
  while (size === undefined || orientation === undefined) {
    const head = yield { offset, length: segmentHeaderBytes }
    if (head === undefined) break
    const strayBytes = bytesBeforeMarker(head)
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
 * Start of scan and end of image, and markers that no decoder reads past: a second start of image, reserved
 * markers.
 */
function endsHeader(marker: number): boolean {
  return marker < 0xc0 || (marker >= 0xd8 && marker <= 0xda)
}

function* readFrame(offset: number): HeaderParser<StoredSize | undefined> {
  const frame = yield { offset, length: frameHeaderBytes }
  return frame && { heightPx: frame.getUint16(5), widthPx: frame.getUint16(7) }
}

/** undefined if the segment is another kind of APP1, such as XMP, or has nothing after its identifier. */
function* readExif(offset: number, length: number): HeaderParser<Orientation | undefined> {
  if (length <= exifNameBytes) return undefined
  const name = yield { offset, length: exifNameBytes }
  if (!exifName.every((byte, index) => name?.getUint8(index) === byte)) return undefined
  const block = yield { offset: offset + exifNameBytes, length: length - exifNameBytes }
  return block === undefined ? 1 : readOrientation(viewOf(block, length - exifNameBytes))
}
