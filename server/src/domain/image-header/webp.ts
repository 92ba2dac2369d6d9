import type { HeaderVerdict } from './header-verdict.js'

const fourCC = (text: string): number => new DataView(new TextEncoder().encode(text).buffer).getUint32(0)
const riff = fourCC('RIFF')
const webp = fourCC('WEBP')
const lossy = fourCC('VP8 ')
const lossless = fourCC('VP8L')
const extended = fourCC('VP8X')
const animation = fourCC('ANIM')
const chunkHeaderBytes = 8
const extendedChunkBytes = 10

interface Size {
  readonly widthPx: number
  readonly heightPx: number
}

/** undefined when the bytes do not begin like a WebP (RFC 9649). */
export function readWebpHeader(view: DataView): HeaderVerdict | undefined {
  if (view.byteLength < 12 || view.getUint32(0) !== riff || view.getUint32(8) !== webp) return undefined
  if (view.byteLength < 30) return { kind: 'more', bytesNeeded: 30 }
  return view.getUint32(12) === extended ? readExtended(view) : verdictOf(readFrame(view, 12))
}

/**
 * The extended format states a canvas and then carries a frame. For a still picture the two must agree: a file whose
 * canvas lies would pass the dimension check with one size and decode to another.
 */
function readExtended(view: DataView): HeaderVerdict {
  const canvas: Size = { widthPx: 1 + uint24(view, 24), heightPx: 1 + uint24(view, 27) }
  if (view.getUint32(16, true) !== extendedChunkBytes) return { kind: 'unsupported' }
  let offset = 12 + chunkHeaderBytes + extendedChunkBytes
  while (offset + chunkHeaderBytes + extendedChunkBytes <= view.byteLength) {
    const name = view.getUint32(offset)
    if (name === animation) return verdictOf(canvas)
    if (name === lossy || name === lossless) {
      const frame = readFrame(view, offset)
      const agrees = frame?.widthPx === canvas.widthPx && frame.heightPx === canvas.heightPx
      return verdictOf(agrees ? canvas : undefined)
    }
    const bytes = view.getUint32(offset + 4, true)
    offset += chunkHeaderBytes + bytes + (bytes % 2)
  }
  return { kind: 'more', bytesNeeded: offset + chunkHeaderBytes + extendedChunkBytes }
}

function readFrame(view: DataView, offset: number): Size | undefined {
  const name = view.getUint32(offset)
  const data = offset + chunkHeaderBytes
  if (name === lossy) {
    const isKeyFrame = (view.getUint8(data) & 1) === 0
    const hasStartCode = view.getUint16(data + 3) === 0x9d01 && view.getUint8(data + 5) === 0x2a
    if (!isKeyFrame || !hasStartCode) return undefined
    return {
      widthPx: view.getUint16(data + 6, true) & 0x3fff,
      heightPx: view.getUint16(data + 8, true) & 0x3fff,
    }
  }
  if (name === lossless && view.getUint8(data) === 0x2f) {
    const bits = view.getUint32(data + 1, true)
    if (bits >>> 29 !== 0) return undefined // the version, which must be 0
    return { widthPx: 1 + (bits & 0x3fff), heightPx: 1 + ((bits >>> 14) & 0x3fff) }
  }
  return undefined
}

function verdictOf(size: Size | undefined): HeaderVerdict {
  return size === undefined ? { kind: 'unsupported' } : { kind: 'image', contentType: 'image/webp', ...size }
}

function uint24(view: DataView, offset: number): number {
  return view.getUint16(offset, true) | (view.getUint8(offset + 2) << 16)
}
