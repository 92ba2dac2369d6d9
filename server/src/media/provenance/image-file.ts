import type { MediaKind } from '../media-kind.ts'
import type { ImageParts } from './image-parts.ts'
import { jpegWithXmp, readJpegParts } from './jpeg-parts.ts'
import { pngWithXmp, readPngParts } from './png-parts.ts'
import { readWebpParts, webpWithXmp } from './webp-parts.ts'

export type StoredKind = 'png' | 'jpeg' | 'webp'

export function isStoredKind(kind: MediaKind): kind is StoredKind {
  return kind === 'png' || kind === 'jpeg' || kind === 'webp'
}

/**
 * Lists what belongs to a picture rather than what does not, because engines put prompts and workflows
 * anywhere. Undefined if the file does not keep to its format, or leaving something out might change how it
 * looks: such a file has to be encoded again.
 */
export function readImageParts(kind: StoredKind, file: Buffer): ImageParts | undefined {
  if (kind === 'png') return readPngParts(file)
  return kind === 'jpeg' ? readJpegParts(file) : readWebpParts(file)
}

/** The file with that XMP packet and nothing else besides the picture; without a packet the bare picture. */
export function writeImage(kind: StoredKind, { picture }: ImageParts, xmp?: Buffer): Buffer[] {
  if (kind === 'png') return pngWithXmp(picture, xmp)
  return kind === 'jpeg' ? jpegWithXmp(picture, xmp) : webpWithXmp(picture, xmp)
}
