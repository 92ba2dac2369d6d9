import type { MediaKind } from '../media-kind.ts'
import type { ImageParts } from './image-parts.ts'
import { jpegWithXmp, readJpegParts } from './jpeg-parts.ts'
import { pngWithXmp, readPngParts } from './png-parts.ts'
import { readWebpParts, webpWithXmp } from './webp-parts.ts'

/** An image file in one of the formats that are stored, read without decoding it. */
export interface ImageFile extends ImageParts {
  readonly kind: 'png' | 'jpeg' | 'webp'
}

/**
 * Lists what belongs to a picture rather than what does not, because engines put prompts and workflows
 * anywhere. Undefined if the file is of another format, does not keep to its own, or would look different
 * without a part that is not known: such a file has to be encoded again.
 */
export function readImageFile(kind: MediaKind, file: Buffer): ImageFile | undefined {
  if (kind !== 'png' && kind !== 'jpeg' && kind !== 'webp') return undefined
  const parts = readers[kind](file)
  return parts && { kind, ...parts }
}

const readers = { png: readPngParts, jpeg: readJpegParts, webp: readWebpParts }

/** The file with that XMP packet and nothing else besides the picture; without a packet the bare picture. */
export function writeImageFile({ kind, picture }: ImageFile, xmp?: Buffer): Buffer[] {
  return writers[kind](picture, xmp)
}

const writers = { png: pngWithXmp, jpeg: jpegWithXmp, webp: webpWithXmp }
