import { jpegSegment, pngChunk, pngSignature, xmpSegments } from '../../support/image-metadata.ts'

/**
 * The heads of images of any size: what verification reads, padded with zeros to a length. No pixel
 * is in them, so an image of 40 megapixels costs nothing.
 */
export function pngOf(widthPx: number, heightPx: number, sizeBytes = 200): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(widthPx, 0)
  header.writeUInt32BE(heightPx, 4)
  header.write('0802000000', 8, 'hex') // 8 bits a channel, RGB
  return padded(Buffer.concat([pngSignature, pngChunk('IHDR', header)]), sizeBytes)
}

/** `metadataBytes` of APP1 segments stand before the frame header, as phones write their depth maps. */
export function jpegOf(
  widthPx: number,
  heightPx: number,
  { sizeBytes = 200, metadataBytes = 0 }: { sizeBytes?: number; metadataBytes?: number } = {},
): Buffer<ArrayBuffer> {
  const frame = Buffer.from('080000000001011100', 'hex')
  frame.writeUInt16BE(heightPx, 1)
  frame.writeUInt16BE(widthPx, 3)
  const metadata = xmpSegments(metadataBytes)
  const head = [Buffer.from('ffd8', 'hex'), metadata, jpegSegment(0xc0, frame)]
  return padded(Buffer.concat(head), metadata.length + sizeBytes)
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
