import type { HeaderVerdict } from './header-verdict.js'
import { readJpegHeader } from './jpeg.js'
import { readPngHeader } from './png.js'
import { readWebpHeader } from './webp.js'

/**
 * Reads format and dimensions from the head of a file, strictly, without decoding a pixel. Only the three accepted
 * formats are looked for: general sniffing libraries accept wrong signatures, reject phone JPEGs with long EXIF and
 * have looped on formats that nobody asked for. Never throws and never reads past `head`.
 */
export function readImageHeader(head: Uint8Array): HeaderVerdict {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  return readJpegHeader(view) ?? readPngHeader(view) ?? readWebpHeader(view) ?? { kind: 'unsupported' }
}
