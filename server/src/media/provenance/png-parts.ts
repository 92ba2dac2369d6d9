import { crc32 } from 'node:zlib'
import { hasC2paManifest } from './c2pa-manifest.ts'
import type { ImageParts } from './image-parts.ts'

const signatureBytes = 8
const pictureChunks = ['IHDR', 'PLTE', 'tRNS', 'sRGB', 'gAMA', 'cHRM', 'sBIT', 'pHYs', 'bKGD', 'IDAT', 'IEND']

/** The signature counts as the first part of the picture, the header as the second. */
export function readPngParts(file: Buffer): ImageParts | undefined {
  const picture = [file.subarray(0, signatureBytes)]
  let hasManifest = false
  let hasOther = false
  for (let at = signatureBytes; at + 12 <= file.length; ) {
    const end = at + 12 + file.readUInt32BE(at)
    const name = file.toString('latin1', at + 4, at + 8)
    if (end > file.length || (name === 'IHDR') !== (at === signatureBytes)) return undefined
    const chunk = file.subarray(at, end)
    if (pictureChunks.includes(name)) picture.push(chunk)
    else if (name === 'caBX' && hasC2paManifest(chunk)) hasManifest = true
    else hasOther = true
    if (name === 'IEND') return { picture, hasManifest, hasOther: hasOther || end < file.length }
    at = end
  }
  return undefined
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
