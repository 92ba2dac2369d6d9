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

/** The same, if its pixels are also turned, and those without an alpha channel written as a JPEG, whose encoder holds its coefficients. */
export function turningBytes(metadata: Metadata, fileBytes: number): number {
  const { width, height, hasAlpha } = metadata
  const encoding = hasAlpha ? 0 : width * height * coefficientBytes
  return decodingBytes(metadata, fileBytes) + pixelBytes(metadata) + encoding
}

const coefficientBytes = 3 * 2

function pixelBytes({ width, height, channels, depth }: Metadata): number {
  return width * height * channels * (sampleBytes[depth] ?? 1)
}
