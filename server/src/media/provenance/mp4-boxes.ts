/** One box of an MP4: where it lies, without its contents. */
export interface Mp4Box {
  readonly name: string
  readonly at: number
  readonly headerBytes: number
  readonly sizeBytes: number
  /** Whether it says that it goes to the end of the file instead of how long it is. */
  readonly isOpen: boolean
  /** Of a `uuid` box, which is named by it: in hexadecimal. */
  readonly uuid?: string
}

/** The longest header: size, name, a size of 64 bits and a UUID. */
export const boxHeaderBytesMax = 32

/** Of a file, and of an index: a film in fragments of a second has a few thousand; nothing but empty ones, millions. */
export const boxesMax = 20_000

/** How deep boxes may lie in each other in an index. */
export const movieDepthMax = 8

/**
 * The box at that place, or undefined if there can be none.
 * @param head the first `boxHeaderBytesMax` bytes from there, or as many as there are
 * @param end where the file ends, or the box around it
 */
export function readBox(head: Buffer, at: number, end: number): Mp4Box | undefined {
  if (head.length < 8) return undefined
  const name = head.toString('latin1', 4, 8)
  const size = head.readUInt32BE(0)
  const isLong = size === 1
  const headerBytes = (isLong ? 16 : 8) + (name === 'uuid' ? 16 : 0)
  if (head.length < headerBytes) return undefined
  const sizeBytes = isLong ? Number(head.readBigUInt64BE(8)) : size || end - at
  if (sizeBytes < headerBytes || at + sizeBytes > end) return undefined
  const uuid = name === 'uuid' && { uuid: head.toString('hex', headerBytes - 16, headerBytes) }
  return { name, at, headerBytes, sizeBytes, isOpen: size === 0, ...uuid }
}

/** Counts the boxes that are read. */
export interface BoxCount {
  boxes: number
}

/**
 * The boxes in these bytes, one behind the other; undefined if there is anything else in them.
 * @param count of those that were read before, from the same index
 */
export function boxesIn(bytes: Buffer, count: BoxCount = { boxes: 0 }): Mp4Box[] | undefined {
  const boxes: Mp4Box[] = []
  for (let at = 0; at < bytes.length; ) {
    const box = readBox(bytes.subarray(at, at + boxHeaderBytesMax), at, bytes.length)
    count.boxes += 1
    if (box === undefined || count.boxes > boxesMax) return undefined
    boxes.push(box)
    at += box.sizeBytes
  }
  return boxes
}
