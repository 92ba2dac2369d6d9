import type { SizePx } from './cover-crop.ts'
import type { Metadata } from './sharp.ts'

/** Bytes of one sample, by the library's names. */
const sampleBytes: Readonly<Record<string, number>> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  complex: 8,
  double: 8,
  dpcomplex: 16,
}

/**
 * How many bytes decoding and scaling an image holds for each byte of its pixels. Measured above the process: 3.3 for
 * a progressive JPEG of 65500x1526 pixels that is turned (its coefficients are 2), 2.7 for one in CMYK, 1.5 for a
 * PNG of that shape, 1.2 for an interlaced one that is square, 1.2 for a WebP that is turned.
 */
const heldPerByte: Readonly<Record<string, number>> = { jpeg: 3.3 }
const heldPerByteElsewhere = 1.6

/**
 * For formats whose decoders have planes of their own, whatever the channels of the result: for each pixel, measured
 * 18.6 for an AVIF (its reference frames, planes and pixels; 15.3 with half the chroma), and 10.5 for a GIF of one
 * frame that restores the one before it, 15.9 with what twelve of them, 65535 pixels wide, leave in the allocator.
 */
const heldPerPixel: Readonly<Record<string, number>> = { heif: 20, gif: 16 }

/** The memory that decoding this image takes at its peak, its file included. */
export function decodingBytes(metadata: Metadata, fileBytes: number): number {
  const { width, height, format, depth } = metadata
  const perPixel = heldPerPixel[format]
  if (perPixel !== undefined) return width * height * perPixel * (sampleBytes[depth] ?? 1) + fileBytes
  return pixelBytes(metadata) * (heldPerByte[format] ?? heldPerByteElsewhere) + fileBytes
}

/** The same, if its pixels are also turned, and written as a JPEG, whose encoder holds its coefficients. */
export function turningBytes(metadata: Metadata, fileBytes: number): number {
  const { width, height } = metadata
  return decodingBytes(metadata, fileBytes) + pixelBytes(metadata) + width * height * coefficientBytes
}

const coefficientBytes = 3 * 2

/** What an image of this size takes beside its source: its pixels, which turning holds, and its file. */
export function scalingBytes({ widthPx, heightPx }: SizePx): number {
  return widthPx * heightPx * channelsMax * 2
}

const channelsMax = 4

/**
 * What reading a header takes: the file and what of it the decoder gets, and the profile, twice, which a PNG has
 * compressed: libpng unpacks 8 MB at most.
 */
export function headerBytes(fileBytes: number): number {
  return 4 * fileBytes + 2 * 8_000_000
}

function pixelBytes({ width, height, channels, depth }: Metadata): number {
  return width * height * channels * (sampleBytes[depth] ?? 1)
}
