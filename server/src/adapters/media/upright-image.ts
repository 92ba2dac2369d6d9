import sharp, { type Sharp } from 'sharp'
import { readImageHeader } from '../../domain/image-header/image-header.js'
import { encodeAs } from './finish-image.js'
import { mediaKindOf } from './media-kind.js'
import { isPlainImage } from './plain-image.js'

/**
 * The image turned for display, in 8-bit sRGB without metadata: PNG where it has an alpha channel, JPEG
 * otherwise. The very bytes where they already are that. Engines differ in what they do with an EXIF
 * rotation, and this leaves them none. Throws on what is no image.
 */
export async function uprightImage(
  bytes: Uint8Array,
  pixelsMax: number,
): Promise<{ readonly contentType: string; readonly bytes: Uint8Array }> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const image = sharp(file, { failOn: 'error', limitInputPixels: pixelsMax, pages: 1 })
  const { hasAlpha, depth, space, hasProfile } = await image.metadata()
  const format = hasAlpha ? 'png' : 'jpeg'
  const isPlainColour = depth === 'uchar' && space === 'srgb' && !hasProfile
  if (isPlainColour && mediaKindOf(file) === format && isPlainImage(format, file)) {
    return { contentType: `image/${format}`, bytes }
  }
  const upright = turn(image, orientationOf(bytes)).toColourspace('srgb')
  return { contentType: `image/${format}`, bytes: await encodeAs(upright, format).toBuffer() }
}

/** By the reading that decided the shape of the task, which differs from the library's in malformed files. */
function orientationOf(bytes: Uint8Array): number {
  const header = readImageHeader(bytes)
  return header.kind === 'image' ? header.orientation : 1
}

/** Mirrors before it turns, which is the library's order whatever the calls' order is. */
function turn(image: Sharp, orientation: number): Sharp {
  const { flip = false, flop = false, degrees = 0 } = turns[orientation] ?? {}
  return image.flip(flip).flop(flop).rotate(degrees)
}

const turns: Record<number, { flip?: boolean; flop?: boolean; degrees?: number }> = {
  2: { flop: true },
  3: { degrees: 180 },
  4: { flip: true },
  5: { flip: true, degrees: 90 },
  6: { degrees: 90 },
  7: { flop: true, degrees: 90 },
  8: { degrees: 270 },
}
