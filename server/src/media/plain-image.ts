import type { MediaKind } from './media-kind.ts'

/**
 * Whether the file contains the image and nothing else: no text, EXIF, XMP, profile or animation, and nothing
 * after its end. Lists what is allowed rather than what is refused, because engines put prompts and workflows
 * anywhere.
 */
export function isPlainImage(kind: MediaKind, file: Buffer): boolean {
  if (kind === 'png') return isPlainPng(file)
  if (kind === 'jpeg') return isPlainJpeg(file)
  return kind === 'webp' && isPlainWebp(file)
}

const pngChunks = ['IHDR', 'PLTE', 'tRNS', 'sRGB', 'gAMA', 'cHRM', 'sBIT', 'pHYs', 'bKGD', 'IDAT', 'IEND']

function isPlainPng(file: Buffer): boolean {
  for (let at = 8; at + 12 <= file.length; ) {
    const end = at + 12 + file.readUInt32BE(at)
    const name = file.toString('latin1', at + 4, at + 8)
    if (!pngChunks.includes(name)) return false
    if (name === 'IEND') return end === file.length
    at = end
  }
  return false
}

/** Frame headers, tables, JFIF's own segment and Adobe's, which says how the colours are stored. */
function isPlainJpegMarker(marker: number, segment: Buffer): boolean {
  if (marker === 0xe0) return segment.toString('latin1', 0, 5) === 'JFIF\0' && segment.length === 14
  if (marker === 0xee) return segment.toString('latin1', 0, 5) === 'Adobe' && segment.length === 12
  return (marker >= 0xc0 && marker <= 0xcf) || marker === 0xdb || marker === 0xdd || marker === 0xda
}

function isPlainJpeg(file: Buffer): boolean {
  for (let at = 2; at + 4 <= file.length; ) {
    if (file[at] !== 0xff) return false
    const marker = file.readUInt8(at + 1)
    const end = at + 2 + file.readUInt16BE(at + 2)
    if (!isPlainJpegMarker(marker, file.subarray(at + 4, end))) return false
    // A progressive image has tables between its scans, and text could hide there too.
    at = marker === 0xda ? endOfScan(file, end) : end
    if (file[at] === 0xff && file[at + 1] === 0xd9) return at + 2 === file.length
  }
  return false
}

/** The offset of the next marker: within a scan 0xff is followed by 0 or by a restart marker. */
function endOfScan(file: Buffer, start: number): number {
  let at = file.indexOf(0xff, start)
  while (at !== -1 && at + 1 < file.length) {
    const next = file.readUInt8(at + 1)
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
    at = file.indexOf(0xff, at + 2)
  }
  return file.length
}

const webpChunks = ['VP8 ', 'VP8L', 'VP8X', 'ALPH']

function isPlainWebp(file: Buffer): boolean {
  if (file.length < 20 || file.readUInt32LE(4) + 8 !== file.length) return false
  let at = 12
  while (at + 8 <= file.length) {
    if (!webpChunks.includes(file.toString('latin1', at, at + 4))) return false
    const size = file.readUInt32LE(at + 4)
    at += 8 + size + (size % 2)
  }
  return at === file.length
}
