import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ServiceError } from '@mediagen/contract/errors'
import { Router } from 'express'
import { pagePolicy } from './docs.js'
import { type SentFile, sendFile } from './send-file.js'

/** A file of the documentation site; a page also has the policy that permits its inline scripts. */
interface SiteFile extends SentFile {
  readonly policy?: string
}

/** The files of the documentation site by the path of their request. */
export type Site = ReadonlyMap<string, SiteFile>

/** Where `npm run docs` puts the site. */
const siteFolder = fileURLToPath(new URL('../../../../out/docs', import.meta.url))

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
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
 * Reads which files the site has, once, so that no request can name another; undefined if it is not built. A
 * page may run the inline scripts that it has now and no others.
 */
export function readSite(folder = siteFolder): Site | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined
  const site = new Map<string, SiteFile>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const contentType = contentTypes[extname(entry.name)]
    if (!entry.isFile() || contentType === undefined) continue
    const name = relative(folder, path).split(sep).join('/')
    site.set(requestPath(name), {
      path,
      contentType,
      // A name below assets/ contains the hash of its content, so its content never changes.
      cacheControl: name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(name.endsWith('.html') && { policy: policyOf(readFileSync(path, 'utf8')) }),
    })
  }
  return site
}

/** The documentation site below /docs; public like the contract. */
export function siteRoutes(site: Site): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/docs', (request, response) => {
    request.operation = 'site'
    response.redirect(308, '/docs/')
  })
  router.get(['/docs/', '/docs/*page'], async (request, response) => {
    request.operation = 'site'
    const file = site.get(request.path)
    if (file === undefined) throw new ServiceError('NOT_FOUND')
    if (file.policy !== undefined) response.setHeader('Content-Security-Policy', file.policy)
    await sendFile(request, response, file)
  })
  return router
}

/** Pages have addresses without an ending: `engines/fal.html` is /docs/engines/fal. */
function requestPath(name: string): string {
  return `/docs/${name.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '')}`
}

function policyOf(html: string): string {
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)]
  const hashes = scripts.map(
    ([, script = '']) => ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return pagePolicy.replace("script-src 'self'", (own) => own + [...new Set(hashes)].join(''))
}
