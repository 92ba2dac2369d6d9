import type { ImageContentType } from '../types/index.js'

/** The type of an image by its first bytes; undefined for anything but JPEG, PNG and WebP. */
export function detectImageType(bytes: Uint8Array): ImageContentType | undefined {
  const head = textAt(bytes, 0, 12)
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp'
  return undefined
}

/** The sides of an image in pixels as stored; undefined if the header is truncated or unknown. */
export function readImageSize(
  bytes: Uint8Array,
  contentType: ImageContentType,
): { width: number; height: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (contentType === 'image/png') {
    if (textAt(bytes, 12, 4) !== 'IHDR' || bytes.length < 24) return undefined
    return { width: view.getUint32(16), height: view.getUint32(20) }
  }
  return contentType === 'image/jpeg' ? sizeOfJpeg(view) : sizeOfWebp(bytes, view)
}

/** Iterates over segments up to the one that starts a frame. */
function sizeOfJpeg(view: DataView): { width: number; height: number } | undefined {
  let offset = 2
  while (offset + 9 <= view.byteLength && view.getUint8(offset) === 0xff) {
    const marker = view.getUint8(offset + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: view.getUint16(offset + 7), height: view.getUint16(offset + 5) }
    // 0xff before a marker is padding.
    offset += marker === 0xff ? 1 : 2 + view.getUint16(offset + 2)
  }
  return undefined
}

/**
 * Lossy, lossless and extended files each have their size at a different offset; the lossless header ends
 * first.
 */
function sizeOfWebp(bytes: Uint8Array, view: DataView): { width: number; height: number } | undefined {
  const sides = (offset: number) => view.getUint32(offset, true)
  const format = textAt(bytes, 12, 4)
  if (bytes.length < (format === 'VP8L' ? 25 : 30)) return undefined
  switch (format) {
    case 'VP8 ':
      return { width: sides(26) & 0x3fff, height: (sides(26) >>> 16) & 0x3fff }
    case 'VP8L':
      return { width: (sides(21) & 0x3fff) + 1, height: ((sides(21) >>> 14) & 0x3fff) + 1 }
    case 'VP8X':
      return { width: (sides(24) & 0xffffff) + 1, height: (sides(26) >>> 8) + 1 }
    default:
      return undefined
  }
}

function textAt(bytes: Uint8Array, offset: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + length))
}
