import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { type Asset, makeAsset } from '../objects/asset.ts'

/** A page built by Vite, read once: the page, and the files that it loads, by name. */
export interface BuiltPage {
  readonly page: string
  readonly assets: ReadonlyMap<string, Asset>
}

/** What pages consist of; a file of another type is not served. */
export const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
}

/** Reads a build with its assets in `assetFolder`; undefined if there is none, or if it is unfinished. */
export function readBuiltPage(folder: string, assetFolder: string): BuiltPage | undefined {
  const page = join(folder, 'index.html')
  const assets = join(folder, assetFolder)
  if (!existsSync(page) || !existsSync(assets)) return undefined
  return {
    page: readFileSync(page, 'utf8'),
    assets: new Map(
      readdirSync(assets).flatMap((name) => {
        const contentType = contentTypes[extname(name)]
        if (contentType === undefined) return []
        return [[name, makeAsset(contentType, readFileSync(join(assets, name)))] as const]
      }),
    ),
  }
}
