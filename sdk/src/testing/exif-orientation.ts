import type { ImageContentType } from '../types/index.js'

/**
 * Whether display swaps width and height: the EXIF block states an orientation of 5 to 8, by the rules of the
 * service.
 */
export function swapsSides(bytes: Uint8Array, contentType: ImageContentType): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const block = exifFinders[contentType](view)
  return block !== undefined && orientationOf(block) >= 5
}

const exifFinders: Record<ImageContentType, (view: DataView) => DataView | undefined> = {
  'image/jpeg': exifOfJpeg,
  'image/png': (view) => findChunk(view, { from: 8, exif: 'eXIf', end: 'IDAT', isPng: true }),
  'image/webp': exifOfWebp,
}

/** In the first segment named Exif, before or after the frame header and before the pixels. */
function exifOfJpeg(view: DataView): DataView | undefined {
  let offset = 2
  while (offset + 10 <= view.byteLength && view.getUint8(offset) === 0xff) {
    const marker = view.getUint8(offset + 1)
    if (marker === 0xda) return undefined
    const length = marker === 0xff ? -1 : view.getUint16(offset + 2)
    if (marker === 0xe1 && length >= 8 && nameAt(view, offset + 4) === 'Exif')
      return part(view, offset + 10, length - 8)
    offset += 2 + length
  }
  return undefined
}

/** After the pixels, announced by a flag; some writers put the identifier of JPEG's segment first. */
function exifOfWebp(view: DataView): DataView | undefined {
  const isAnnounced = view.byteLength > 20 && nameAt(view, 12) === 'VP8X' && (view.getUint8(20) & 0x08) !== 0
  const file = isAnnounced ? part(view, 0, Math.min(view.byteLength, 8 + view.getUint32(4, true))) : undefined
  const block = file && findChunk(file, { from: 12, exif: 'EXIF', isPng: false })
  const isNamed = block !== undefined && block.byteLength >= 6 && nameAt(block, 0) === 'Exif'
  return isNamed ? part(block, 6, block.byteLength - 6) : block
}

/**
 * Iterates over chunks: PNG has the length before the name and a checksum at the end, WebP pads to even
 * lengths.
 */
function findChunk(
  view: DataView,
  { from, exif, end, isPng }: { from: number; exif: string; end?: string; isPng: boolean },
): DataView | undefined {
  let offset = from
  while (offset + 8 <= view.byteLength) {
    const name = nameAt(view, isPng ? offset + 4 : offset)
    const length = isPng ? view.getUint32(offset) : view.getUint32(offset + 4, true)
    if (name === exif) return part(view, offset + 8, length)
    if (name === end) return undefined
    offset += 8 + length + (isPng ? 4 : length % 2)
  }
  return undefined
}

/** The single SHORT of 1 to 8 in IFD0 of a TIFF block, otherwise 1. */
function orientationOf(block: DataView): number {
  const byteOrder = block.byteLength < 8 ? '' : nameAt(block, 0)
  const little = byteOrder === 'II*\0'
  if (!little && byteOrder !== 'MM\0*') return 1
  const directory = block.getUint32(4, little)
  if (directory < 8 || directory + 2 > block.byteLength) return 1
  const count = block.getUint16(directory, little)
  for (let entry = directory + 2; entry + 12 <= block.byteLength; entry += 12) {
    if (entry >= directory + 2 + 12 * count) return 1
    const isOrientation =
      block.getUint16(entry, little) === 0x0112 && block.getUint16(entry + 2, little) === 3
    const value = block.getUint16(entry + 8, little)
    if (isOrientation && block.getUint32(entry + 4, little) === 1 && value >= 1 && value <= 8) return value
  }
  return 1
}

/** Undefined if the file ends before it. */
function part(view: DataView, offset: number, length: number): DataView | undefined {
  if (offset + length > view.byteLength) return undefined
  return new DataView(view.buffer, view.byteOffset + offset, length)
}

function nameAt(view: DataView, offset: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(offset + index)))
}
