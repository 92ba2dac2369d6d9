import { type HeaderParser, type HeaderResult, unsupported } from './header-result.ts'
import { isJpeg, parseJpeg } from './jpeg.ts'
import { isPng, parsePng } from './png.ts'
import { isWebp, parseWebp } from './webp.ts'

/** A range of the file to read. */
export interface ByteRange {
  readonly start: number
  readonly endExclusive: number
}

/** As fast to read as 4 KiB when measured, and enough for all but images with long metadata. */
const firstReadBytes = 64 * 1024
/** Read-ahead, so that a run of short segments costs one read while a long one is skipped unread. */
const readAheadBytes = 4 * 1024

/**
 * Limits on the cost of verifying a file, whatever its segments. A JPEG of 20 MB has room for 320 segments of
 * maximum length, so long metadata alone never exceeds them.
 */
export const headerReadsMax = 340
export const headerReadBytesMax = 1.5 * 1024 * 1024
/** Maximum segments and chunks; a real image has a few hundred, and each costs a microsecond. */
const stepsMax = 4096

/** Every format is recognised by its first bytes, and no image has fewer. */
const signatureBytes = 12

/**
 * Reads format, size and orientation from the header of a file, strictly, without I/O and without decoding
 * pixels: it yields the ranges to read, one at a time, and receives their bytes. Ranges never overlap or
 * exceed the file. Only the three accepted formats are recognised: general sniffing libraries accept wrong
 * signatures, reject phone JPEGs with long EXIF and have entered endless loops on formats that are not
 * accepted here. Never throws.
 */
export function* walkImageHeader(sizeBytes: number): Generator<ByteRange, HeaderResult, Uint8Array> {
  const parser = parseImageHeader()
  const budget = { reads: headerReadsMax, bytes: headerReadBytesMax, steps: stepsMax }
  let start = 0
  let bytes: Uint8Array = new Uint8Array()
  let step = parser.next()
  while (step.done !== true) {
    const { offset, length } = step.value
    // Bytes before the requested offset are not needed again.
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

/**
 * Reads the header of a file in memory, with exactly the same result as reading it by ranges. Never throws.
 */
export function readImageHeader(file: Uint8Array): HeaderResult {
  const walk = walkImageHeader(file.length)
  let step = walk.next()
  while (step.done !== true) {
    const { start, endExclusive } = step.value
    step = walk.next(file.subarray(start, endExclusive))
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
