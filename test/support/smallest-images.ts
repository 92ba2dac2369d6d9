import { jpegSegment, pngChunk, pngSignature, riff, webpChunk } from './image-metadata.ts'

/**
 * The smallest valid files of each format with sides of 16 pixels or more, bit by bit. None can be shorter:
 * each part is one that its format demands, at its least length.
 */
export const smallestImages = {
  'image/webp': { bytes: smallestWebp(), widthPx: 16, heightPx: 16 },
  'image/png': { bytes: smallestPng(), widthPx: 48, heightPx: 37 },
  'image/jpeg': { bytes: smallestJpeg(), widthPx: 16, heightPx: 16 },
} as const

/**
 * 28 bytes: a lossless WebP of one colour. Each of its five prefix codes has one symbol, so that a pixel
 * takes no bit.
 */
function smallestWebp(): Buffer {
  const onePrefixCode = [bits(1, 1), bits(0, 1), bits(0, 1), bits(0, 1)].join('')
  const signature = bits(0x2f, 8)
  const size = bits(15, 14) + bits(15, 14) + bits(0, 1) + bits(0, 3)
  const noTransformNoCacheNoGroups = bits(0, 3)
  return riff(
    webpChunk('VP8L', bytesOf(signature + size + noTransformNoCacheNoGroups + onePrefixCode.repeat(5))),
  )
}

/**
 * 67 bytes: one bit a pixel, all zero. 37 rows of 7 bytes are 259 bytes, which are one literal and one match
 * of 258, the longest there is, and with it deflate needs 31 bits.
 */
function smallestPng(): Buffer {
  const header = Buffer.from('00000030000000250100000000', 'hex')
  const lastBlockWithFixedCodes = bits(1, 1) + bits(1, 2)
  const zero = '00110000'
  const match258 = '11000101' + '00000'
  const endOfBlock = '0000000'
  const deflated = bytesOf(lastBlockWithFixedCodes + zero + match258 + endOfBlock)
  // Adler-32 of 259 zeros: the sum stays 1, the sum of sums is 259.
  const data = Buffer.concat([Buffer.from([0x08, 0x1d]), deflated, Buffer.from([0x01, 0x03, 0, 1])])
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/**
 * 119 bytes: a progressive grey JPEG whose one scan has the four mean values, all zero, and needs no table
 * but theirs.
 */
function smallestJpeg(): Buffer {
  const segment = (marker: number, ...payload: number[]) => jpegSegment(marker, Buffer.from(payload))
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...new Array<number>(64).fill(1)),
    segment(0xc2, 8, 0, 16, 0, 16, 1, 1, 0x11, 0),
    segment(0xc4, 0, 1, ...new Array<number>(15).fill(0), 0),
    segment(0xda, 1, 1, 0, 0, 0, 0),
    Buffer.from([0x0f, 0xff, 0xd9]),
  ])
}

/** A number as bits, the lowest first. */
function bits(value: number, count: number): string {
  return [...value.toString(2).padStart(count, '0')].reverse().join('')
}

/** Bits in bytes, the first in the lowest place, with zeros up to the end of the last. */
function bytesOf(text: string): Buffer {
  const bytes = text.match(/.{1,8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt([...byte].reverse().join(''), 2)))
}
