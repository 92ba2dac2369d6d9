import { UnusableImageError } from './unusable-image-error.ts'

const boxHeaderBytes = 8
/** Version and flags, before what a box contains. */
const versionBytes = 4

/**
 * The file as it is, if its items have no more bytes than it: it is whole, and no two share any. The library reads all
 * of them, and 256 that name the same 10 MB of metadata would become 2 GB.
 */
export function plainAvif(file: Buffer): Buffer {
  const itemBytes = boxesOf(file, 'meta')
    .flatMap((meta) => boxesOf(meta.subarray(versionBytes), 'iloc'))
    .reduce((sum, locations) => sum + itemBytesOf(locations), 0)
  if (itemBytes > file.length)
    throw new UnusableImageError(
      'An AVIF image that could not be decoded: its items have more bytes than the file.',
    )
  return file
}

/** The contents of the boxes of this name. */
function boxesOf(parent: Buffer, name: string): Buffer[] {
  const boxes: Buffer[] = []
  for (let at = 0; at + boxHeaderBytes <= parent.length; ) {
    const isLong = parent.readUInt32BE(at) === 1 && at + 2 * boxHeaderBytes <= parent.length
    const length = isLong
      ? Number(parent.readBigUInt64BE(at + boxHeaderBytes))
      : parent.readUInt32BE(at) || parent.length - at
    const start = at + (isLong ? 2 : 1) * boxHeaderBytes
    if (parent.toString('latin1', at + 4, at + boxHeaderBytes) === name)
      boxes.push(parent.subarray(start, Math.min(parent.length, at + length)))
    at = Math.max(start, at + length)
  }
  return boxes
}

/** How many bytes the items of an `iloc` have in all, as ISO 14496-12 (8.11.3) has it. */
function itemBytesOf(box: Buffer): number {
  let at = 0
  const read = (bytes: number): number => {
    if (at + bytes > box.length)
      throw new UnusableImageError('An AVIF image that could not be decoded: its list of items is cut short.')
    let value = 0
    for (const end = at + bytes; at < end; at += 1) value = value * 256 + box.readUInt8(at)
    return value
  }
  const version = read(1)
  read(versionBytes - 1)
  const [ofOffsetAndLength, ofBaseAndIndex] = [read(1), read(1)]
  const countBytes = version < 2 ? 2 : 4
  let sum = 0
  for (let items = read(countBytes); items > 0; items -= 1) {
    // Its id, how it is stored, and in which file, where its bytes are counted from.
    read(countBytes + (version === 0 ? 2 : 4) + (ofBaseAndIndex >> 4))
    for (let extents = read(2); extents > 0; extents -= 1) {
      read((version === 0 ? 0 : ofBaseAndIndex & 15) + (ofOffsetAndLength >> 4))
      sum += read(ofOffsetAndLength & 15)
    }
  }
  return sum
}
