import { crc32 } from 'node:zlib'
import type { HeaderVerdict } from './header-verdict.js'

const headerBytes = 33

/** undefined when the signature is not PNG's. IHDR must come first and its checksum must hold (PNG specification, 5.6). */
export function readPngHeader(view: DataView): HeaderVerdict | undefined {
  if (view.byteLength < 8 || view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a)
    return undefined
  if (view.byteLength < headerBytes) return { kind: 'more', bytesNeeded: headerBytes }
  const isHeaderChunk = view.getUint32(8) === 13 && view.getUint32(12) === 0x49484452
  const checked = new Uint8Array(view.buffer, view.byteOffset + 12, 17)
  if (!isHeaderChunk || crc32(checked) !== view.getUint32(29)) return { kind: 'unsupported' }
  return {
    kind: 'image',
    contentType: 'image/png',
    widthPx: view.getUint32(16),
    heightPx: view.getUint32(20),
  }
}
