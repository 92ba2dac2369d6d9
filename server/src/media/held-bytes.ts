import type { Metadata } from 'sharp'

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
 * How many bytes a decoder holds for each byte of pixels, measured with 100 megapixels: an interlaced PNG as a whole, a
 * progressive JPEG as coefficients, the planes of an AVIF beside its pixels. Others hold less.
 */
const heldPerByte: Readonly<Record<string, number>> = { jpeg: 2, heif: 4.5 }
const heldPerByteElsewhere = 1.2

/** The memory that decoding this image takes at its peak, its file included. */
export function decodingBytes(metadata: Metadata, fileBytes: number): number {
  return pixelBytes(metadata) * (heldPerByte[metadata.format] ?? heldPerByteElsewhere) + fileBytes
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
