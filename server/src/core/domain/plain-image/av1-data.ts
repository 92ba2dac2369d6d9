import { UnusableImageError } from './unusable-image-error.ts'

const sequenceHeader = 1
const frameHeader = 3
const frame = 6
/** A picture has one frame, or one for each of its layers, of which AV1 has at most four. */
const framesMax = 4

/** The pixels of the largest frame that AV1 data may have, as its sequence headers say; 0 without one. */
export function av1PixelsOf(data: Buffer): number {
  let frames = 0
  let pixels = 0
  for (let at = 0; at < data.length; ) {
    const head = data.readUInt8(at)
    const type = (head >> 3) & 15
    const start = at + ((head & 4) === 0 ? 1 : 2)
    const length = (head & 2) === 0 ? undefined : lengthAt(data, start)
    const contents = start + (length?.bytes ?? 0)
    at = length === undefined ? data.length : contents + length.value
    if (type === sequenceHeader) pixels = Math.max(pixels, framePixelsOf(data.subarray(contents, at)))
    if (type === frameHeader || type === frame) frames += 1
    if (frames > framesMax)
      throw new UnusableImageError(`An AVIF image of more than ${framesMax} frames in an item.`)
  }
  return pixels
}

/** A number of 7 bits a byte, the lowest first. */
function lengthAt(data: Buffer, start: number): { readonly value: number; readonly bytes: number } {
  let value = 0
  for (let bytes = 0; bytes < 8; bytes += 1) {
    const byte = data[start + bytes] ?? 0
    value += (byte & 127) * 128 ** bytes
    if (byte < 128) return { value, bytes: bytes + 1 }
  }
  return { value: data.length, bytes: 8 }
}

/** The largest width times the largest height, as 5.5 of the AV1 specification has them. */
function framePixelsOf(header: Buffer): number {
  let at = 0
  const read = (bits: number): number => {
    let value = 0
    for (const end = at + bits; at < end; at += 1)
      value = value * 2 + (((header[at >> 3] ?? 0) >> (7 - (at & 7))) & 1)
    return value
  }
  // The profile, and that it is a still picture.
  read(4)
  const isReduced = read(1) === 1
  if (isReduced) read(5)
  else skipOperatingPoints(read)
  const [widthBits, heightBits] = [read(4) + 1, read(4) + 1]
  return (read(widthBits) + 1) * (read(heightBits) + 1)
}

function skipOperatingPoints(read: (bits: number) => number): void {
  let delayBits = 0
  if (read(1) === 1) {
    delayBits = skipTiming(read)
  }
  const hasDisplayDelay = read(1) === 1
  for (let points = read(5) + 1; points > 0; points -= 1) {
    read(12)
    // From this level on, a tier follows.
    if (read(5) > 7) read(1)
    if (delayBits > 0 && read(1) === 1) read(2 * delayBits + 1)
    if (hasDisplayDelay && read(1) === 1) read(4)
  }
}

/** Resolves to the bits of a buffer's delay; 0 without a model of the decoder. */
function skipTiming(read: (bits: number) => number): number {
  read(64)
  if (read(1) === 1) {
    let zeros = 0
    while (zeros < 32 && read(1) === 0) zeros += 1
    if (zeros < 32) read(zeros)
  }
  if (read(1) === 0) return 0
  const delayBits = read(5) + 1
  read(32 + 5 + 5)
  return delayBits
}
