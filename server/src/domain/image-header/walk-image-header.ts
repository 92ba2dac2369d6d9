import { type HeaderParser, type HeaderVerdict, unsupported } from './header-verdict.js'
import { isJpeg, parseJpeg } from './jpeg.js'
import { isPng, parsePng } from './png.js'
import { isWebp, parseWebp } from './webp.js'

/** A part of the file that is to be read. */
export interface ByteRange {
  readonly start: number
  readonly endExclusive: number
}

/** As quick to read as 4 KiB when measured, and enough for all but pictures with long metadata. */
const firstReadBytes = 64 * 1024
/** Read along with what is needed, so that a run of short segments costs one read and a long one is skipped unread. */
const readAheadBytes = 4 * 1024

/**
 * What a verdict costs at most, however a file strings its segments together. A JPEG of 20 MB has room for 320 of the
 * longest segments there are, so no picture with long metadata is refused for it.
 */
export const headerReadsMax = 340
export const headerReadBytesMax = 1.5 * 1024 * 1024
/** Segments and chunks that are looked at; a real picture has some hundreds, and each costs a microsecond. */
const stepsMax = 4096

/** Every format is known by its first bytes, and no picture has fewer. */
const signatureBytes = 12

/**
 * Reads format, size and orientation from the header of a file, strictly, without I/O and without decoding a pixel: it
 * yields the ranges to read, one after the other, and is answered with their bytes. No range overlaps one before it or
 * ends behind the file. Only the three accepted formats are looked for: general sniffing libraries accept wrong
 * signatures, reject phone JPEGs with long EXIF and have looped on formats that nobody asked for. Never throws.
 */
export function* walkImageHeader(sizeBytes: number): Generator<ByteRange, HeaderVerdict, Uint8Array> {
  const parser = parseImageHeader()
  const budget = { reads: headerReadsMax, bytes: headerReadBytesMax, steps: stepsMax }
  let start = 0
  let bytes: Uint8Array = new Uint8Array()
  let step = parser.next()
  while (step.done !== true) {
    const { offset, length } = step.value
    // What lies before the wanted bytes is not wanted again.
    bytes = bytes.subarray(Math.max(0, offset - start))
    start = offset
    budget.steps -= 1
    if (bytes.length < length && offset + length <= sizeBytes) {
      const range = rangeToRead(start + bytes.length, offset + length, sizeBytes)
      const rangeBytes = range.endExclusive - range.start
      if (budget.reads >= 1 && budget.bytes >= rangeBytes && budget.steps >= 0) {
        budget.reads -= 1
        budget.bytes -= rangeBytes
        bytes = joined(bytes, yield range)
      }
    }
    const isThere = bytes.length >= length && budget.steps >= 0
    step = parser.next(isThere ? viewFrom(bytes) : undefined)
  }
  return step.value
}

function* parseImageHeader(): HeaderParser {
  const head = yield { offset: 0, length: signatureBytes }
  if (head === undefined) return unsupported
  if (isJpeg(head)) return yield* parseJpeg()
  if (isPng(head)) return yield* parsePng()
  if (isWebp(head)) return yield* parseWebp(head)
  return unsupported
}

function rangeToRead(start: number, neededUntil: number, sizeBytes: number): ByteRange {
  const ahead = start === 0 ? firstReadBytes : readAheadBytes
  return { start, endExclusive: Math.min(sizeBytes, Math.max(neededUntil, start + ahead)) }
}

function joined(before: Uint8Array, after: Uint8Array): Uint8Array {
  if (before.length === 0) return after
  const both = new Uint8Array(before.length + after.length)
  both.set(before)
  both.set(after, before.length)
  return both
}

function viewFrom(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
