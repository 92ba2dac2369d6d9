import { isHarmlessProfile } from './harmless-profile.ts'
import { checkPartCount } from './part-limit.ts'

/** `RIFF`, the length of the rest, and `WEBP`. */
const fileHeaderBytes = 12
const riffHeaderBytes = 8
const chunkHeaderBytes = 8
const extendedChunkBytes = 18
const flagsAt = 8
const metadataFlags = 0x08 | 0x04
const profileFlag = 0x20
const lengthMax = 0xffff_fffe

const kept: readonly string[] = ['VP8X', 'ICCP', 'ANIM', 'ALPH']
/** What has pixels: of an image its only one, of an animation the first frame. */
const pixels: readonly string[] = ['VP8 ', 'VP8L', 'ANMF']

/**
 * Header, a profile if it is harmless, and the first frame, if it is an animation: to find a frame, the library walks
 * over all before it, for each of them.
 */
export function plainWebp(file: Buffer): Buffer {
  if (file.length < fileHeaderBytes + chunkHeaderBytes) return file
  const fileEnd = Math.min(file.length, riffHeaderBytes + file.readUInt32LE(4))
  const chunks = new Map<string, Buffer>()
  let missingBytes = 0
  let at = fileHeaderBytes
  for (let count = 1; at + chunkHeaderBytes <= fileEnd; count += 1) {
    checkPartCount(count)
    const name = file.toString('latin1', at, at + 4)
    const length = file.readUInt32LE(at + 4)
    const end = at + chunkHeaderBytes + length + (length % 2)
    const hasPixels = pixels.includes(name)
    if ((hasPixels || kept.includes(name)) && !chunks.has(name)) {
      chunks.set(name, file.subarray(at, Math.min(end, fileEnd)))
      // A file that ended early still does.
      missingBytes = Math.max(0, end - fileEnd)
    }
    if (hasPixels) break
    at = end
  }
  const header = chunks.get('VP8X')
  const profile = chunks.get('ICCP')
  const isHarmless = profile !== undefined && isHarmlessProfile(dataOf(profile))
  if (!isHarmless) chunks.delete('ICCP')
  const left = isHarmless ? metadataFlags : metadataFlags | profileFlag
  if (header?.length === extendedChunkBytes) chunks.set('VP8X', withoutFlags(header, left))
  const body = Buffer.concat([file.subarray(0, fileHeaderBytes), ...chunks.values()])
  body.writeUInt32LE(Math.min(lengthMax, body.length - riffHeaderBytes + missingBytes), 4)
  return body
}

function dataOf(chunk: Buffer): Buffer {
  return chunk.subarray(chunkHeaderBytes, chunkHeaderBytes + chunk.readUInt32LE(4))
}

function withoutFlags(header: Buffer, flags: number): Buffer {
  const changed = Buffer.from(header)
  changed.writeUInt8(header.readUInt8(flagsAt) & ~flags, flagsAt)
  return changed
}
