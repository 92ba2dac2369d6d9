/**
 * The transformation from stored to displayed pixels, numbered as in EXIF: 1 as stored, 2 mirrored, 3 rotated
 * by 180°, 4 flipped vertically, 5 transposed, 6 rotated by 90° clockwise, 7 transposed along the other
 * diagonal, 8 rotated by 90° anticlockwise.
 */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** Maximum number of bytes read of a block: the size of a JPEG segment. IFD0 is at its beginning. */
export const exifBytesMax = 64 * 1024

const littleEndian = 0x4949
const bigEndian = 0x4d4d
const tiffMagic = 42
const tiffHeaderBytes = 8
const entryBytes = 12
const orientationTag = 0x0112
const shortType = 3

/**
 * The orientation that a TIFF block states in IFD0, and 1 if it states none. Malformed blocks and values
 * count as none, as in Chromium: only a single SHORT of 1 to 8 is an orientation, and the first such entry
 * decides.
 */
export function readOrientation(block: DataView): Orientation {
  if (block.byteLength < tiffHeaderBytes) return 1
  const byteOrder = block.getUint16(0)
  if (byteOrder !== littleEndian && byteOrder !== bigEndian) return 1
  const little = byteOrder === littleEndian
  if (block.getUint16(2, little) !== tiffMagic) return 1
  const directory = block.getUint32(4, little)
  if (directory < tiffHeaderBytes || directory + 2 > block.byteLength) return 1
  // The count may claim more entries than the block contains.
  const count = Math.min(
    block.getUint16(directory, little),
    Math.floor((block.byteLength - directory - 2) / entryBytes),
  )
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * entryBytes
    const isTag =
      block.getUint16(entry, little) === orientationTag &&
      block.getUint16(entry + 2, little) === shortType &&
      block.getUint32(entry + 4, little) === 1
    const value = block.getUint16(entry + 8, little)
    if (isTag && isOrientation(value)) return value
  }
  return 1
}

/** Whether display swaps width and height. */
export function swapsSides(orientation: Orientation): boolean {
  return orientation >= 5
}

/** Whether a whole number is an orientation. */
export function isOrientation(value: number): value is Orientation {
  return value >= 1 && value <= 8
}
