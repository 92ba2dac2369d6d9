import { crc32 } from 'node:zlib'

/**
 * The heads of images of any stated size: what verification reads, padded with zeros to a length. No pixel
 * is in them, so an image of 40 megapixels costs nothing.
 */
export function pngOf(widthPx: number, heightPx: number, sizeBytes = 200): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(33)
  header.write('89504e470d0a1a0a0000000d49484452', 0, 'hex')
  header.writeUInt32BE(widthPx, 16)
  header.writeUInt32BE(heightPx, 20)
  header.write('0802000000', 24, 'hex') // 8 bits a channel, RGB
  header.writeUInt32BE(crc32(header.subarray(12, 29)), 29)
  return padded(header, sizeBytes)
}

/** `metadataBytes` of APP1 segments stand before the frame header, as phones write their EXIF. */
export function jpegOf(
  widthPx: number,
  heightPx: number,
  { sizeBytes = 200, metadataBytes = 0 }: { sizeBytes?: number; metadataBytes?: number } = {},
): Buffer<ArrayBuffer> {
  const segments: Buffer[] = []
  for (let left = metadataBytes; left > 0; left -= 60_000) {
    const segment = Buffer.alloc(Math.min(left, 60_000))
    segment.writeUInt16BE(0xffe1, 0)
    segment.writeUInt16BE(segment.length - 2, 2)
    segments.push(segment)
  }
  const frame = Buffer.from('ffc0000b080000000001011100', 'hex')
  frame.writeUInt16BE(heightPx, 5)
  frame.writeUInt16BE(widthPx, 7)
  return padded(Buffer.concat([Buffer.from('ffd8', 'hex'), ...segments, frame]), metadataBytes + sizeBytes)
}

export function webpOf(widthPx: number, heightPx: number, sizeBytes = 200): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(30)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(sizeBytes - 8, 4)
  header.write('WEBPVP8 ', 8, 'latin1')
  header.writeUInt32LE(sizeBytes - 20, 16)
  header.write('0000009d012a', 20, 'hex')
  header.writeUInt16LE(widthPx, 26)
  header.writeUInt16LE(heightPx, 28)
  return padded(header, sizeBytes)
}

/** An image, though of a format that is not accepted. */
export function gifOf(widthPx: number, heightPx: number, sizeBytes = 200): Buffer<ArrayBuffer> {
  const header = Buffer.from('474946383961000000000000', 'hex')
  header.writeUInt16LE(widthPx, 6)
  header.writeUInt16LE(heightPx, 8)
  return padded(header, sizeBytes)
}

function padded(head: Buffer, sizeBytes: number): Buffer<ArrayBuffer> {
  return Buffer.concat([head, Buffer.alloc(Math.max(0, sizeBytes - head.length))]).subarray(0, sizeBytes)
}
