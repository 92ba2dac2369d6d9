import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { Router } from 'express'
import pages from '../../../look/pages.json' with { type: 'json' }
import { readOnce } from '../../core/async/read-once.ts'
import { packagePath } from '../../core/package/package-path.ts'
import { type Asset, makeAsset, makeImageAsset, revalidated, sendAsset } from '../objects/asset.ts'
import { contentTypes } from './built-page.ts'

/** What pages load, by path: what all share, and what server/playground/pages builds for those that the server writes. */
const files: Readonly<Record<string, string>> = {
  '/look/look.css': 'look/look.css',
  '/look/mark.svg': 'look/mark.svg',
  '/look/card.jpg': 'look/card.jpg',
  '/gallery/page.css': 'playground/dist/pages/gallery.css',
  '/gallery/page.js': 'playground/dist/pages/gallery.js',
  '/status/page.css': 'playground/dist/pages/status.css',
  '/status/page.js': 'playground/dist/pages/status.js',
}

export interface PageLink {
  readonly path: string
  readonly name: string
}

/** What the pages of a server have in common. */
export interface PageSettings {
  /** The links of the header. */
  readonly links: readonly PageLink[]
  /** The address by which others reach the server, without a slash at its end. */
  readonly publicUrl: string
}

export const lookPaths = Object.keys(files).map((path) => ({ method: 'get', path }))

/** The links of the header, in their order, without those to pages that a server with these paths does not have. */
export function headerLinks(paths: readonly { path: string }[]): PageLink[] {
  return pages.filter((page) => paths.some(({ path }) => path === page.path))
}

interface LinkedPage {
  readonly title: string
  readonly description: string
  readonly path: string
  readonly publicUrl: string
}

/** How messengers and social networks show a link to the page; they follow absolute addresses only. */
export function socialCard({ title, description, path, publicUrl }: LinkedPage): Record<string, string>[] {
  return [
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: 'mediagen' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: publicUrl + path },
    { property: 'og:image', content: `${publicUrl}/look/card.jpg` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: 'Pictures in many styles beside the name mediagen' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/** A file of the package, by its path there. */
export function packageFile(path: string): () => Promise<Asset> {
  const contentType = contentTypes[extname(path)] ?? 'application/octet-stream'
  return readOnce(async () => {
    const bytes = await readFile(packagePath(...path.split('/')))
    return contentType === 'image/jpeg' ? makeImageAsset(contentType, bytes) : makeAsset(contentType, bytes)
  })
}

/** The files behind every page; public. */
export function lookRoutes(): Router {
  const router = Router({ caseSensitive: true, strict: true })
  for (const [path, file] of Object.entries(files)) {
    const read = packageFile(file)
    router.get(path, async (request, response) => {
      request.operation = 'look'
      sendAsset(request, response, await read(), revalidated)
    })
  }
  return router
}
