import { createKeptRanges } from './kept-ranges.ts'
import { UnusableImageError } from './unusable-image-error.ts'

/** Encoders write about ten; each takes a pass over all pixels, for however few bytes. */
const scansMax = 100
/** The segments of a profile are numbered with one byte. */
const profileSegmentsMax = 255

const markerBytes = 2
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
 * Frames, tables, scans, the profile, and what JFIF and Adobe say of the colours. The library would keep every other
 * segment too, each at the end of a list that it walks from its start.
 */
export function plainJpeg(file: Buffer): Buffer {
  const ranges = createKeptRanges(file)
  const found = new Map<string, number>()
  let scans = 0
  ranges.keep(0, markerBytes)
  for (let at = nextMarker(file, markerBytes); at + markerBytes <= file.length; ) {
    const marker = file.readUInt8(at + 1)
    if (marker === endOfImage) {
      ranges.keep(at, at + markerBytes)
      break
    }
    const end = endOfSegment(file, at, marker)
    // No decoder reads past it.
    if (end === undefined) break
    const next = nextMarker(file, end)
    if (marker === startOfScan) {
      scans += 1
      if (scans > scansMax) throw new UnusableImageError(`A JPEG image of more than ${scansMax} scans.`)
      ranges.keep(at, next)
    } else if (isKept(marker, file.subarray(at + markerBytes + lengthBytes, end), found)) ranges.keep(at, end)
    at = next
  }
  return ranges.bytes()
}

function isKept(marker: number, data: Buffer, found: Map<string, number>): boolean {
  if (!isApplication(marker) && marker !== comment) return marker !== numberOfLines
  const colours = coloursOf(marker, data)
  if (colours === undefined) return false
  const count = (found.get(colours.name) ?? 0) + 1
  found.set(colours.name, count)
  return count <= colours.segmentsMax
}

function coloursOf(
  marker: number,
  data: Buffer,
): { readonly name: string; readonly segmentsMax: number } | undefined {
  const startsWith = (text: string) => data.toString('latin1', 0, text.length) === text
  if (marker === application0 && startsWith('JFIF\0')) return { name: 'JFIF', segmentsMax: 1 }
  if (marker === application14 && startsWith('Adobe')) return { name: 'Adobe', segmentsMax: 1 }
  return marker === application2 && startsWith('ICC_PROFILE\0')
    ? { name: 'profile', segmentsMax: profileSegmentsMax }
    : undefined
}

/**
 * Where the next marker of a segment, a scan or the end begins, as libjpeg finds it: it passes over other bytes, and
 * over 0xff that is followed by 0, by another 0xff, or by a marker that stands alone.
 */
function nextMarker(file: Buffer, start: number): number {
  for (let at = start; at + 1 < file.length; at += 1) {
    if (file[at] !== 0xff) continue
    const marker = file[at + 1] as number
    if (marker !== 0xff && marker !== 0 && !standsAlone(marker)) return at
  }
  return file.length
}

/** TEM and RST0 to RST7: two bytes, without a length. */
function standsAlone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
}

/** Undefined for a marker or a length that libjpeg rejects, and where the file ends. */
function endOfSegment(file: Buffer, at: number, marker: number): number | undefined {
  if (marker < startOfFrame || marker === startOfImage || at + markerBytes + lengthBytes > file.length)
    return undefined
  const length = file.readUInt16BE(at + markerBytes)
  const isPassedOver = isApplication(marker) || marker === comment || marker === numberOfLines
  if (length < lengthBytes && !isPassedOver) return undefined
  return Math.min(file.length, at + markerBytes + Math.max(lengthBytes, length))
}

function isApplication(marker: number): boolean {
  return marker >= application0 && marker <= application15
}
