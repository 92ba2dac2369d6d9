import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { type Asset, makeAsset } from '../objects/asset.ts'

/** Plain and compressed: the pages of an hour's readers; the whole site is three times as large. */
const cachedBytesMax = 8 * 2 ** 20

/** The text files of one build of the site, each read and compressed when it is asked for. */
export type SiteTexts = (path: string, contentType: string) => Promise<Asset>

/** Keeps the texts asked for last, up to 8 MiB. Rejects if a file cannot be read. */
export function siteTexts(): SiteTexts {
  const cache = new LRUCache<string, Asset>({
    maxSize: cachedBytesMax,
    sizeCalculation: ({ body, gzipped }) => body.length + (gzipped?.length ?? 0),
  })
  return async (path, contentType) => {
    const known = cache.get(path)
    if (known !== undefined) return known
    const body = await readFile(path)
    const asset = makeAsset(contentType, body, await promisify(gzip)(body))
    cache.set(path, asset)
    return asset
  }
}
