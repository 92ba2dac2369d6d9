import { plainImage } from '../core/domain/plain-image/plain-image.ts'
import type { UprightImage } from '../core/ports/media-finisher.ts'
import { encodeAs } from './finish-image.ts'
import { mediaKindOf } from './media-kind.ts'
import { readImageFile, writeImageFile } from './provenance/image-file.ts'
import { sharp } from './sharp.ts'
import { orientationOf, turn } from './turn-image.ts'

/** As much as an upload: only noise is larger, and an engine's request holds the image several times. */
const fineBytesMax = 20_000_000

/**
 * The image rotated for display, as a JPEG in 8-bit sRGB without metadata, transparent parts on white. The same
 * pixels, without encoding them again, if they already meet that. Engines differ in how they handle an EXIF
 * orientation, so they receive none, and in what they make of the colours behind an alpha channel, so each receives
 * the picture that a person sees. Throws if the bytes are not an image.
 */
export async function uprightImage(bytes: Uint8Array, pixelsMax: number): Promise<UprightImage> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const image = sharp(plainImage(file), { failOn: 'error', limitInputPixels: pixelsMax, pages: 1 })
  const metadata = await image.metadata()
  const { depth, space, hasProfile } = metadata
  const orientation = orientationOf(file, metadata)
  const isPlainColour = depth === 'uchar' && space === 'srgb' && !hasProfile
  const parts = isPlainColour && mediaKindOf(file) === 'jpeg' ? readImageFile('jpeg', file) : undefined
  if (parts !== undefined && orientation === 1) {
    const isBare = !parts.hasOther && !parts.hasManifest
    return { contentType: 'image/jpeg', bytes: isBare ? bytes : Buffer.concat(writeImageFile(parts)) }
  }
  const upright = turn(image, orientation).toColourspace('srgb')
  const encoded = await encodeAs(upright, 'jpeg').toBuffer()
  if (encoded.length <= fineBytesMax) return { contentType: 'image/jpeg', bytes: encoded }
  const coarse = upright.flatten({ background: '#ffffff' }).jpeg({ quality: 80, chromaSubsampling: '4:2:0' })
  return { contentType: 'image/jpeg', bytes: await coarse.toBuffer() }
}
