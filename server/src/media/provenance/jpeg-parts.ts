import { hasC2paManifest } from './c2pa-manifest.ts'
import type { ImageParts } from './image-parts.ts'
import { createJpegTables } from './jpeg-tables.ts'

const startOfScan = 0xda
const jfif = 0xe0
const app11 = 0xeb
const adobe = 0xee

/** The start marker counts as the first part of the picture. */
export function readJpegParts(file: Buffer): ImageParts | undefined {
  const picture = [file.subarray(0, 2)]
  const manifests = new Set<number>()
  const tables = createJpegTables()
  const colours = new Set<number>()
  let hasOther = false
  for (let at = 2; at + 4 <= file.length; ) {
    const marker = file.readUInt8(at + 1)
    const length = file.readUInt16BE(at + 2)
    let end = at + 2 + length
    if (file[at] !== 0xff || length < 2 || end > file.length) return undefined
    const data = file.subarray(at + 4, end)
    if (!isReadable(marker, data) || !tables.accept(marker, data)) return undefined
    if (marker === jfif || marker === adobe) {
      if (colours.has(marker)) return undefined
      colours.add(marker)
    }
    // A progressive image has tables between its scans, and text could hide there too.
    if (marker === startOfScan) end = endOfScan(file, end)
    if (isPicture(marker)) picture.push(file.subarray(at, end))
    else if (!belongsToManifest(marker, data, manifests)) hasOther = true
    at = end
    if (file[at] === 0xff && file[at + 1] === 0xd9) {
      if (!tables.areUsed()) return undefined
      picture.push(file.subarray(at, at + 2))
      return { picture, hasManifest: manifests.size > 0, hasOther: hasOther || at + 2 < file.length }
    }
  }
  return undefined
}

/** Frame headers, tables, scans, JFIF's own segment and Adobe's, which says how the colours are stored. */
function isPicture(marker: number): boolean {
  const isFrame = marker >= 0xc0 && marker <= 0xcf
  return isFrame || [0xdb, 0xdd, startOfScan, jfif, adobe].includes(marker)
}

/**
 * Segments that say how colours are stored must have the standard's form, or leaving one out might change
 * them; a marker without a length must not be read as one with it.
 */
function isReadable(marker: number, data: Buffer): boolean {
  if (marker === jfif) return data.toString('latin1', 0, 5) === 'JFIF\0' && data.length === 14
  if (marker === adobe) return data.toString('latin1', 0, 5) === 'Adobe' && data.length === 12
  return marker >= 0xc0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd9)
}

/** A manifest longer than a segment goes on in further ones with the same box number. */
function belongsToManifest(marker: number, data: Buffer, manifests: Set<number>): boolean {
  if (marker !== app11 || data.length < 8 || data.toString('latin1', 0, 2) !== 'JP') return false
  const box = data.readUInt16BE(2)
  if (hasC2paManifest(data)) manifests.add(box)
  return manifests.has(box)
}

/** The offset of the next marker: within a scan 0xff is followed by 0 or by a restart marker. */
function endOfScan(file: Buffer, start: number): number {
  for (let at = start; at + 1 < file.length; at += 1) {
    if (file[at] !== 0xff) continue
    const next = file.readUInt8(at + 1)
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
  }
  return file.length
}

const namespace = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1')

/** Behind JFIF's segment, which has to come first. */
export function jpegWithXmp(picture: readonly Buffer[], xmp: Buffer | undefined): Buffer[] {
  const first = picture[1]?.[1] === jfif ? 2 : 1
  const packet = xmp === undefined ? [] : [app1(Buffer.concat([namespace, xmp]))]
  return [...picture.slice(0, first), ...packet, ...picture.slice(first)]
}

function app1(data: Buffer): Buffer {
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}
