import type { Semaphore } from '../core/async/semaphore.ts'
import { readImageHeader } from '../core/domain/image-header/image-header.ts'
import { encodeAs } from './finish-image.ts'
import { turningBytes } from './held-bytes.ts'
import { mediaKindOf } from './media-kind.ts'
import { readImageFile, writeImageFile } from './provenance/image-file.ts'
import { type Sharp, sharp } from './sharp.ts'

/**
 * The image rotated for display, in 8-bit sRGB without metadata: PNG if it has an alpha channel, JPEG
 * otherwise. The same pixels, without encoding them again, if they already meet that. Engines differ in
 * how they handle an EXIF orientation, so they receive none. Throws if the bytes are not an image.
 */
export async function uprightImage(
  bytes: Uint8Array,
  pixelsMax: number,
  memory: Semaphore,
): Promise<{ readonly contentType: string; readonly bytes: Uint8Array }> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const image = sharp(file, { failOn: 'error', limitInputPixels: pixelsMax, pages: 1 })
  const metadata = await image.metadata()
  const { hasAlpha, depth, space, hasProfile } = metadata
  const format = hasAlpha ? 'png' : 'jpeg'
  const isPlainColour = depth === 'uchar' && space === 'srgb' && !hasProfile
  const parts = isPlainColour && mediaKindOf(file) === format ? readImageFile(format, file) : undefined
  if (parts !== undefined && orientationOf(bytes) === 1) {
    const isBare = !parts.hasOther && !parts.hasManifest
    return {
      contentType: `image/${format}`,
      bytes: isBare ? bytes : Buffer.concat(writeImageFile(parts)),
    }
  }
  const upright = turn(image, orientationOf(bytes)).toColourspace('srgb')
  const encode = () => encodeAs(upright, format).toBuffer()
  const encoded = await memory.run(new AbortController().signal, encode, turningBytes(metadata, file.length))
  return { contentType: `image/${format}`, bytes: encoded }
}

/**
 * Uses the orientation that decided the shape of the task, which differs from the library's in malformed
 * files.
 */
function orientationOf(bytes: Uint8Array): number {
  const header = readImageHeader(bytes)
  return header.kind === 'image' ? header.orientation : 1
}

/** Mirrors before it rotates, which is the library's order whatever the order of the calls. */
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
