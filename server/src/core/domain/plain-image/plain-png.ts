import { inflateSync } from 'node:zlib'
import { isHarmlessProfile, profileBytesMax } from './harmless-profile.ts'
import { createKeptRanges } from './kept-ranges.ts'
import { checkPartCount } from './part-limit.ts'

const signatureBytes = 8
/** Length, name and checksum around a chunk's data. */
const chunkBytes = 12

const nameOf = (text: string): number => Buffer.from(text, 'latin1').readUInt32BE()
const imageData = nameOf('IDAT')
const imageEnd = nameOf('IEND')
const profile = nameOf('iCCP')
/** What says how the pixels are stored and which colours they have. */
const kept = new Set(
  ['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'iCCP', 'cICP', 'IDAT', 'IEND'].map(nameOf),
)

/**
 * Only the chunks that decoding needs, each once but for the pixels: the library unpacks compressed text, of which
 * 7 KB may become 7 MB, and any number of it. A profile only if it is harmless.
 */
export function plainPng(file: Buffer): Buffer {
  const ranges = createKeptRanges(file)
  const found = new Set<number>()
  ranges.keep(0, signatureBytes)
  let at = signatureBytes
  for (let count = 1; at + chunkBytes <= file.length; count += 1) {
    checkPartCount(count)
    const end = at + chunkBytes + file.readUInt32BE(at)
    const name = file.readUInt32BE(at + 4)
    const isFirst = name === imageData || !found.has(name)
    if (isFirst && kept.has(name) && (name !== profile || hasHarmlessProfile(file.subarray(at + 8, end - 4))))
      ranges.keep(at, Math.min(end, file.length))
    if (name === imageEnd) break
    found.add(name)
    at = end
  }
  return ranges.bytes()
}

/** A name, the compression, of which there is one, and the compressed profile. */
function hasHarmlessProfile(data: Buffer): boolean {
  const nameEnd = data.indexOf(0)
  if (nameEnd === -1) return false
  try {
    return isHarmlessProfile(inflateSync(data.subarray(nameEnd + 2), { maxOutputLength: profileBytesMax }))
  } catch {
    return false
  }
}
