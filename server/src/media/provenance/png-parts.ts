import { crc32 } from 'node:zlib'
import { hasC2paManifest } from './c2pa-manifest.ts'
import type { ImageParts } from './image-parts.ts'

const signatureBytes = 8

/** Colour types of the header. */
const [grey, truecolour, palette, greyWithAlpha, truecolourWithAlpha] = [0, 2, 3, 4, 6]

/** How long the chunks of a picture are, where the standard says so; of some by the colour type. */
const chunkBytes: Readonly<Record<string, number | Readonly<Record<number, number>>>> = {
  IHDR: 13,
  sRGB: 1,
  gAMA: 4,
  cHRM: 32,
  pHYs: 9,
  sBIT: { [grey]: 1, [truecolour]: 3, [palette]: 3, [greyWithAlpha]: 2, [truecolourWithAlpha]: 4 },
  bKGD: { [grey]: 2, [truecolour]: 6, [palette]: 1, [greyWithAlpha]: 2, [truecolourWithAlpha]: 6 },
  tRNS: { [grey]: 2, [truecolour]: 6 },
  IEND: 0,
}
const colours = { bytes: 3, max: 256 }

/**
 * The signature counts as the first part of the picture, the header as the second. Text fits into a chunk that is
 * longer than the standard has it, or there twice: such a file is not read.
 */
export function readPngParts(file: Buffer): ImageParts | undefined {
  const picture = [file.subarray(0, signatureBytes)]
  const found = new Set<string>()
  let last = ''
  const colourType = file[25] ?? 0
  let hasManifest = false
  let hasOther = false
  for (let at = signatureBytes; at + 12 <= file.length; ) {
    const bytes = file.readUInt32BE(at)
    const end = at + 12 + bytes
    const name = file.toString('latin1', at + 4, at + 8)
    if (end > file.length || (name === 'IHDR') !== (at === signatureBytes)) return undefined
    const chunk = file.subarray(at, end)
    if (isOfPicture(name, colourType)) {
      // Only IDAT may be there several times, one behind the other.
      const isRepeated = found.has(name) && !(name === 'IDAT' && last === 'IDAT')
      if (!isAsPrescribed(name, bytes, colourType) || isRepeated) return undefined
      picture.push(chunk)
      found.add(name)
    } else if (name === 'caBX' && hasC2paManifest(chunk)) hasManifest = true
    else hasOther = true
    if (name === 'IEND') return { picture, hasManifest, hasOther: hasOther || end < file.length }
    last = name
    at = end
  }
  return undefined
}

/** Beside true colours a palette is a suggestion, which no decoder needs. */
function isOfPicture(name: string, colourType: number): boolean {
  if (name === 'PLTE') return colourType === palette
  return name === 'IDAT' || Object.hasOwn(chunkBytes, name)
}

function isAsPrescribed(name: string, bytes: number, colourType: number): boolean {
  if (name === 'IDAT') return true
  if (name === 'PLTE') return bytes > 0 && bytes <= colours.bytes * colours.max && bytes % colours.bytes === 0
  if (name === 'tRNS' && colourType === palette) return bytes > 0 && bytes <= colours.max
  const prescribed = chunkBytes[name]
  return bytes === (typeof prescribed === 'object' ? prescribed[colourType] : prescribed)
}

const keyword = Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1')

/** Directly behind the header, where readers that stop at the pixels find it. */
export function pngWithXmp(picture: readonly Buffer[], xmp: Buffer | undefined): Buffer[] {
  const packet = xmp === undefined ? [] : [pngChunk('iTXt', Buffer.concat([keyword, xmp]))]
  return [...picture.slice(0, 2), ...packet, ...picture.slice(2)]
}

function pngChunk(name: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + 12)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(name, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, data.length + 8)), data.length + 8)
  return chunk
}
