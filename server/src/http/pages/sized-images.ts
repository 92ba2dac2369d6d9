import { LRUCache } from 'lru-cache'
import { createSemaphore } from '../../core/async/semaphore.ts'
import { type Asset, makeImageAsset } from '../objects/asset.ts'

/** The widths that a gallery image can be asked for, in pixels: a page's column, and a phone's whole screen. */
export const imageWidthsPx = [480, 960] as const

export type ImageWidth = (typeof imageWidthsPx)[number]

/** Our whole gallery takes 3 MB; of a larger one, what is asked for most. */
const keptBytesMax = 32_000_000
/** One at a time: a stranger who asks for all of them occupies one processor, for seconds, and once. */
const turns = createSemaphore(1)

/** Makes a WebP of at most this width from a file. */
export type SizeImage = (path: string, widthPx: number) => Promise<Buffer>

export interface SizedImages {
  /** The image in a width, made at its first request; undefined if the file cannot be decoded. */
  get(path: string, width: ImageWidth): Promise<Asset | undefined>
}

/**
 * Each image and width is made once, however many ask for it at one time, and kept in memory. A file is read
 * again only after the process restarts or the image had to make room for others.
 */
export function createSizedImages(sizeImage: SizeImage): SizedImages {
  const images = new LRUCache<string, Asset, { readonly path: string; readonly width: ImageWidth }>({
    maxSize: keptBytesMax,
    sizeCalculation: ({ body }) => body.length,
    fetchMethod: (_key, _stale, { signal, context: { path, width } }) =>
      turns.run(signal, async () => makeImageAsset('image/webp', await sizeImage(path, width))),
  })
  return {
    get: (path, width) =>
      images.fetch(`${width}:${path}`, { context: { path, width } }).catch(() => undefined),
  }
}
