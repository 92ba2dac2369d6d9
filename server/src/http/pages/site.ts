import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { ServiceError } from '@mediagen/contract/errors'
import { type Response, Router } from 'express'
import { LRUCache } from 'lru-cache'
import { readOnce } from '../../core/async/read-once.ts'
import { packagePath } from '../../core/package/package-path.ts'
import { type Asset, immutable, readAsset, revalidated, sendAsset } from '../objects/asset.ts'
import { type SentFile, sendFile } from '../objects/send-file.ts'
import type { PageSettings } from './look.ts'
import { movedPages } from './moved-pages.ts'
import { hashSource, pagePolicy, sendPage } from './send-page.ts'

/** A file of the documentation site; a page also has the policy that permits its inline scripts. */
interface SiteFile extends SentFile {
  /** A text as it is sent, compressed; undefined for images and videos, which are sent from their file. */
  readonly text?: () => Promise<Asset>
  readonly policy?: string
  /** Only for the page for unknown paths. */
  readonly html?: string
}

/** The files of the documentation site by the path of their request; undefined while it is not built. */
export type Site = () => ReadonlyMap<string, SiteFile> | undefined

/** Where the package carries the site; in a checkout, where `npm run docs` puts it. */
const carriedSite = packagePath('docs')
const builtSite = packagePath('..', 'out', 'docs')

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.mp4': 'video/mp4',
}

export const sitePaths = [
  { method: 'get', path: '/docs' },
  { method: 'get', path: '/docs/' },
  { method: 'get', path: '/docs/*page' },
] as const

/**
 * The site in a folder. Lists the files of each build once, so that no request can name another file; a build
 * that replaces the folder is served from the next request on. A page may run only the inline scripts that
 * the build gave it. Own, because express.static compresses nothing, and sirv lists a folder once for all builds.
 */
export function openSite(folder = existsSync(carriedSite) ? carriedSite : builtSite): Site {
  let version: string | undefined
  let files: ReadonlyMap<string, SiteFile> | undefined
  return () => {
    const index = statSync(join(folder, 'index.html'), { bigint: true, throwIfNoEntry: false })
    const found = index && `${index.ino}:${index.mtimeNs}`
    if (found !== version) {
      files = found === undefined ? undefined : readFiles(folder)
      version = found
    }
    return files
  }
}

function readFiles(folder: string): ReadonlyMap<string, SiteFile> {
  const site = new Map<string, SiteFile>()
  const texts = siteTexts()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const contentType = contentTypes[extname(entry.name)]
    if (!entry.isFile() || contentType === undefined) continue
    const name = relative(folder, path).split(sep).join('/')
    site.set(requestPath(name), {
      path,
      contentType,
      // A name below assets/ contains the hash of its content, so its content never changes.
      cacheControl: name.startsWith('assets/') ? immutable : revalidated,
      ...(isText(contentType) && { text: () => texts(path, contentType) }),
      ...(name.endsWith('.html') && pageOf(readFileSync(path, 'utf8'), name)),
    })
  }
  return site
}

/** The documentation site below /docs; public like the contract. */
export function siteRoutes(site: Site, settings: PageSettings): Router {
  const unbuilt = readOnce(async () =>
    (await import('../../../playground/pages/notices.tsx')).unbuiltSitePage(settings),
  )
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/docs', (request, response) => {
    request.operation = 'site'
    response.redirect(308, '/docs/')
  })
  router.get(['/docs/', '/docs/*page'], async (request, response) => {
    request.operation = 'site'
    const files = site()
    const file = files?.get(request.path)
    const moved = movedPages.get(request.path)
    if (file === undefined && moved !== undefined) return response.redirect(308, moved)
    if (file === undefined && request.accepts('json', 'html') === 'html')
      return sendNotFound(response, files, unbuilt)
    if (file === undefined) throw new ServiceError('NOT_FOUND')
    if (file.policy !== undefined) response.setHeader('Content-Security-Policy', file.policy)
    if (file.text === undefined) return sendFile(request, response, file)
    sendAsset(request, response, await file.text(), file.cacheControl)
  })
  return router
}

/** For a person; a program gets NOT_FOUND. While there is no site, the browser retries. */
async function sendNotFound(response: Response, files: ReturnType<Site>, unbuilt: () => Promise<Buffer>) {
  const { policy = pagePolicy, html } = files?.get(requestPath(notFoundPage)) ?? {}
  const body = html === undefined ? await unbuilt() : Buffer.from(html)
  response.setHeader('Content-Security-Policy', policy)
  if (files === undefined) response.setHeader('Refresh', '5')
  sendPage(response, 'text/html; charset=utf-8', body, 404)
}

/** The page that VitePress builds for unknown paths. */
const notFoundPage = '404.html'

/** Plain and compressed: the pages of an hour's readers; the whole site is three times as large. */
const cachedTextBytesMax = 8 * 2 ** 20

/** The text files of one build, each read when it is asked for; keeps those asked for last. */
function siteTexts(): (path: string, contentType: string) => Promise<Asset> {
  const cache = new LRUCache<string, Asset>({
    maxSize: cachedTextBytesMax,
    sizeCalculation: ({ body, gzipped }) => body.length + (gzipped?.length ?? 0),
  })
  return async (path, contentType) => {
    const known = cache.get(path)
    if (known !== undefined) return known
    const asset = await readAsset(contentType, path)
    cache.set(path, asset)
    return asset
  }
}

function isText(contentType: string): boolean {
  return !/^(image\/(png|jpeg|webp)|video\/)/.test(contentType)
}

/** Pages have paths without an extension: `engines/fal.html` is /docs/engines/fal. */
function requestPath(name: string): string {
  return `/docs/${name.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '')}`
}

function pageOf(html: string, name: string): Pick<SiteFile, 'policy' | 'html'> {
  return { policy: policyOf(html), ...(name === notFoundPage && { html }) }
}

/** VitePress sets styles and markup by scripts, some of them inline. */
const sitePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

function policyOf(html: string): string {
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)]
  const hashes = new Set(scripts.map(([, script = '']) => hashSource(script)))
  return sitePolicy.replace("script-src 'self'", (own) => own + [...hashes].join(''))
}
