import type { HeaderVerdict } from './header-verdict.js'

/** Baseline, extended sequential and progressive, Huffman coded: what browsers and engines decode (ITU-T T.81, table B.1). */
const decodableFrames = new Set([0xc0, 0xc1, 0xc2])
/** Lossless, hierarchical and arithmetic frames: valid JPEG, but hardly anything can decode them. */
const otherFrames = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])
const frameHeaderBytes = 9

/** undefined when the bytes do not begin like a JPEG. Walks the segments (T.81, annex B) up to the first frame header. */
export function readJpegHeader(view: DataView): HeaderVerdict | undefined {
  if (view.byteLength < 3 || view.getUint16(0) !== 0xffd8 || view.getUint8(2) !== 0xff) return undefined
  let offset = 2
  while (offset + 4 <= view.byteLength) {
    if (view.getUint8(offset) !== 0xff) return { kind: 'unsupported' }
    const marker = view.getUint8(offset + 1)
    if (marker === 0xff) {
      offset += 1 // a fill byte, allowed before any marker
      continue
    }
    if (decodableFrames.has(marker)) return readFrame(view, offset)
    // Scan data or the end before any frame, a stand-alone marker, or a frame that nothing can decode.
    if (otherFrames.has(marker) || marker < 0xc0 || (marker >= 0xd0 && marker <= 0xda))
      return { kind: 'unsupported' }
    const segmentBytes = view.getUint16(offset + 2)
    if (segmentBytes < 2) return { kind: 'unsupported' }
    offset += 2 + segmentBytes
  }
  return { kind: 'more', bytesNeeded: offset + 2 + frameHeaderBytes }
}

function readFrame(view: DataView, offset: number): HeaderVerdict {
  if (offset + frameHeaderBytes > view.byteLength)
    return { kind: 'more', bytesNeeded: offset + frameHeaderBytes }
  return {
    kind: 'image',
    contentType: 'image/jpeg',
    heightPx: view.getUint16(offset + 5),
    widthPx: view.getUint16(offset + 7),
  }
}
