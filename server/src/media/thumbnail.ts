import { readFile } from 'node:fs/promises'
import { plainImage } from '../core/domain/plain-image/plain-image.ts'
import { sharp } from './sharp.ts'
import { pageWebp } from './size-image.ts'

export interface ThumbnailRequest {
  readonly image: { readonly path: string } | { readonly bytes: Uint8Array }
  readonly sidePx: number
  readonly pixelsMax: number
}

/** A finished image as a WebP of at most that side, without metadata. Throws if it cannot be decoded. */
export async function makeThumbnail({ image, sidePx, pixelsMax }: ThumbnailRequest): Promise<Uint8Array> {
  const file = 'path' in image ? await readFile(image.path) : Buffer.from(image.bytes)
  return sharp(plainImage(file), { failOn: 'error', limitInputPixels: pixelsMax, pages: 1 })
    .resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp(pageWebp)
    .toBuffer()
}
