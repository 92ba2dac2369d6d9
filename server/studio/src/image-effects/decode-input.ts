import sharp, { type Sharp } from 'sharp'
import type { Raster } from '../core/raster.js'
import type { SizePx } from '../core/size.js'
import { type Orientation, orientRaster, swapsSides } from './orient-raster.js'

/**
 * The bytes are not an image that the service can use: broken, truncated, of another format, or too large.
 * Retrying does not help.
 */
export class InvalidInputError extends Error {
  override readonly name = 'InvalidInputError'
}

/** The upload limits of the contract; a header that claims more is refused before any pixel is unpacked. */
const pixelsMax = 40_000_000

/** An image within the limits decodes in about two seconds; this ends the work on one crafted to stall. */
const decodeSecondsMax = 30

export interface DecodedSize extends SizePx {
  readonly fit: 'cover'
  /**
   * How the picture is turned for display, where the caller has settled it. The library's own reading of EXIF
   * differs from browsers' in malformed files, and the result would then not have the shape that was
   * promised.
   * @default as the library reads it
   */
  readonly orientation?: Orientation | undefined
}

/**
 * Decodes a JPEG, PNG or WebP to just this size: turned for display, in sRGB, transparent parts on white, the
 * first frame of an animation, cropped to the shape where the eye goes first. Throws {@link
 * InvalidInputError} on anything else, and on files that end before their pixels do.
 */
export async function decodeInput(
  bytes: Uint8Array,
  { widthPx, heightPx, fit, orientation }: DecodedSize,
): Promise<Raster> {
  if (!isSupported(bytes)) throw new InvalidInputError('The input is not a JPEG, PNG or WebP file.')
  // With an orientation given, pixels are scaled and cropped as they are stored, and turned when they are
  // few.
  const stored =
    orientation !== undefined && swapsSides(orientation)
      ? { width: heightPx, height: widthPx }
      : { width: widthPx, height: heightPx }
  try {
    const file = sharp(bytes, { failOn: 'error', limitInputPixels: pixelsMax, pages: 1 }).timeout({
      seconds: decodeSecondsMax,
    })
    const metadata = await file.metadata()
    const [opened, size] =
      orientation === undefined ? [file.autoOrient(), metadata.autoOrient] : [file, metadata]
    const shaped = await shapedIfThin(opened, size, stored)
    const pipeline = shaped
      .resize({ ...stored, fit, position: 'attention' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .ensureAlpha()
    const { data } = await pipeline.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
    const raster = { widthPx: stored.width, heightPx: stored.height, rgba: new Uint8ClampedArray(data) }
    return orientation === undefined ? raster : orientRaster(raster, orientation)
  } catch (error) {
    throw new InvalidInputError('The input could not be decoded as a picture.', { cause: error })
  }
}

interface Sides {
  readonly width: number
  readonly height: number
}

/**
 * A thin image, cropped to the shape of the target where the eye goes first; others as they are. Scaled whole until
 * it covers the target, it would have more pixels than an input may have.
 */
async function shapedIfThin(image: Sharp, { width, height }: Sides, target: Sides): Promise<Sharp> {
  const scale = Math.max(target.width / width, target.height / height)
  if (width * height * scale ** 2 <= pixelsMax) return image
  const crop = {
    width: Math.min(width, Math.max(1, Math.round(target.width / scale))),
    height: Math.min(height, Math.max(1, Math.round(target.height / scale))),
  }
  const { data, info } = await image
    .resize({ ...crop, fit: 'cover', position: 'attention' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
}

/** Only accepted formats reach the decoder: the library behind it would also read SVG, TIFF and more. */
function isSupported(bytes: Uint8Array): boolean {
  const startsWith = (signature: readonly number[], offset = 0) =>
    signature.every((byte, index) => bytes[offset + index] === byte)
  const jpeg = startsWith([0xff, 0xd8, 0xff])
  const png = startsWith([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const webp = startsWith([0x52, 0x49, 0x46, 0x46]) && startsWith([0x57, 0x45, 0x42, 0x50], 8)
  return jpeg || png || webp
}
