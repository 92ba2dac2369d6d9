import { bytesBeforeMarker, isPassedOver, markerBytes } from '../image-header/jpeg-markers.ts'
import { isHarmlessProfile } from './harmless-profile.ts'
import { createKeptRanges } from './kept-ranges.ts'
import { checkPartCount } from './part-limit.ts'
import { UnusableImageError } from './unusable-image-error.ts'

/** Encoders write about ten; each takes a pass over all pixels, for however few bytes. */
const scansMax = 100
/** The segments of a profile are numbered with one byte. */
const profileSegmentsMax = 255
/** Before the number of a part, and how many there are. */
const profileName = 'ICC_PROFILE\0'

/** A segment's length includes its own two bytes. */
const lengthBytes = 2
const application0 = 0xe0
const application2 = 0xe2
const application14 = 0xee
const application15 = 0xef
const comment = 0xfe
const numberOfLines = 0xdc
const startOfScan = 0xda
const endOfImage = 0xd9
const startOfImage = 0xd8
const startOfFrame = 0xc0

/**
 * Frames, tables, scans, the profile if it is harmless, and what JFIF and Adobe say of the colours. The library would
 * keep every other segment too, each at the end of a list that it walks from its start.
 */
export function plainJpeg(file: Buffer): Buffer {
  const ranges = createKeptRanges(file)
  const segments = [...segmentsOf(file)]
  const colours: Colours = { found: new Set(), profileEnd: profileEndOf(file, segments) }
  let scans = 0
  ranges.keep(0, markerBytes)
  for (const segment of segments) {
    const { marker, at, end, next } = segment
    if (marker === startOfScan) {
      scans += 1
      if (scans > scansMax) throw new UnusableImageError(`A JPEG image of more than ${scansMax} scans.`)
      ranges.keep(at, next)
    } else if (isKept(segment, dataOf(file, segment), colours)) ranges.keep(at, end)
  }
  return ranges.bytes()
}

interface Segment {
  readonly marker: number
  readonly at: number
  readonly end: number
  /** Where the next one begins. */
  readonly next: number
}

/** The segments that a decoder reads, and the marker of the end. */
function* segmentsOf(file: Buffer): Generator<Segment> {
  let at = nextMarker(file, markerBytes)
  for (let count = 1; at + markerBytes <= file.length; count += 1) {
    checkPartCount(count)
    const marker = file.readUInt8(at + 1)
    if (marker === endOfImage) {
      yield { marker, at, end: at + markerBytes, next: file.length }
      return
    }
    const end = endOfSegment(file, at, marker)
    // No decoder reads past it.
    if (end === undefined) return
    const next = nextMarker(file, end)
    yield { marker, at, end, next }
    at = next
  }
}

interface Colours {
  /** What is kept once. */
  readonly found: Set<string>
  /** Behind the segments of a harmless profile; 0 without one. */
  readonly profileEnd: number
}

function isKept({ marker, at }: Segment, data: Buffer, { found, profileEnd }: Colours): boolean {
  if (!isApplication(marker) && marker !== comment) return marker !== numberOfLines
  if (isProfile(marker, data)) return at < profileEnd
  const name = nameOfColours(marker, data)
  if (name === undefined || found.has(name)) return false
  found.add(name)
  return true
}

function nameOfColours(marker: number, data: Buffer): string | undefined {
  if (marker === application0 && startsWith(data, 'JFIF\0')) return 'JFIF'
  return marker === application14 && startsWith(data, 'Adobe') ? 'Adobe' : undefined
}

/** The library reads a profile only before the first scan, its parts in the order of their numbers. */
function profileEndOf(file: Buffer, segments: readonly Segment[]): number {
  const parts: Buffer[] = []
  let profileEnd = 0
  for (const segment of segments) {
    if (segment.marker === startOfScan) break
    const data = dataOf(file, segment)
    if (!isProfile(segment.marker, data)) continue
    parts.push(data)
    profileEnd = segment.end
    if (parts.length > profileSegmentsMax) return 0
  }
  const numberOf = (part: Buffer) => part[profileName.length]
  parts.sort((one, other) => (numberOf(one) ?? 0) - (numberOf(other) ?? 0))
  const isWhole = parts.every((part, index) => numberOf(part) === index + 1)
  const profile = Buffer.concat(parts.map((part) => part.subarray(profileName.length + 2)))
  return isWhole && isHarmlessProfile(profile) ? profileEnd : 0
}

function isProfile(marker: number, data: Buffer): boolean {
  return marker === application2 && startsWith(data, profileName)
}

function dataOf(file: Buffer, { at, end }: Segment): Buffer {
  return file.subarray(at + markerBytes + lengthBytes, end)
}

function startsWith(data: Buffer, text: string): boolean {
  return data.toString('latin1', 0, text.length) === text
}

/** Where the next marker of a segment, a scan or the end begins. */
function nextMarker(file: Buffer, start: number): number {
  const { buffer, byteOffset, length } = file.subarray(start)
  const at = start + bytesBeforeMarker(new DataView(buffer, byteOffset, length))
  return at + 1 < file.length ? at : file.length
}

/** Undefined for a marker or a length that libjpeg rejects, and where the file ends. */
function endOfSegment(file: Buffer, at: number, marker: number): number | undefined {
  if (marker < startOfFrame || marker === startOfImage || at + markerBytes + lengthBytes > file.length)
    return undefined
  const length = file.readUInt16BE(at + markerBytes)
  if (length < lengthBytes && !isPassedOver(marker)) return undefined
  return Math.min(file.length, at + markerBytes + Math.max(lengthBytes, length))
}

function isApplication(marker: number): boolean {
  return marker >= application0 && marker <= application15
}
