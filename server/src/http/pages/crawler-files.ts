import { ServiceError } from '@mediagen/contract/errors'
import { Router } from 'express'
import { makeAsset, revalidated, sendAsset } from '../objects/asset.ts'
import { escapeHtml } from './escape-html.ts'
import { type PageSettings, packageFile } from './look.ts'
import type { Site } from './site.ts'

/** What crawlers, agents and browsers request at the root, whatever a page says. */
export const crawlerPaths = ['/robots.txt', '/sitemap.xml', '/llms.txt', '/favicon.ico'].map((path) => ({
  method: 'get',
  path,
}))

/**
 * The files at the root for programs: what they may read, the list of pages, the list of documents in Markdown
 * that the build of the site made, and the icon. Without a site, or while it is not built, nobody has the third.
 */
export function crawlerRoutes(site: Site | undefined, { links, publicUrl }: PageSettings): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const robots = makeAsset('text/plain; charset=utf-8', Buffer.from(robotsText(publicUrl)))
  const icon = packageFile('look/favicon.ico')
  const sitemapOf = (files: ReturnType<Site>) => {
    const pages = [...(files ?? [])].flatMap(([path, { policy }]) => (policy === undefined ? [] : [path]))
    const paths = new Set([...links.map(({ path }) => path), ...pages])
    paths.delete('/docs/404')
    // The site's own address of the same page.
    if (paths.has('/docs/api/')) paths.delete('/api/docs')
    return makeAsset('application/xml', sitemap(publicUrl, paths))
  }
  // Made once for each build of the site.
  let listed = { files: site?.(), asset: sitemapOf(site?.()) }
  router.get('/robots.txt', (request, response) => {
    request.operation = 'crawler-files'
    sendAsset(request, response, robots, revalidated)
  })
  router.get('/sitemap.xml', (request, response) => {
    request.operation = 'crawler-files'
    const files = site?.()
    if (files !== listed.files) listed = { files, asset: sitemapOf(files) }
    sendAsset(request, response, listed.asset, revalidated)
  })
  router.get('/llms.txt', async (request, response) => {
    request.operation = 'crawler-files'
    const file = site?.()?.get('/docs/llms.txt')
    if (file?.text === undefined) throw new ServiceError('NOT_FOUND')
    sendAsset(request, response, await file.text(), file.cacheControl)
  })
  router.get('/favicon.ico', async (request, response) => {
    request.operation = 'crawler-files'
    sendAsset(request, response, await icon(), revalidated)
  })
  return router
}

/** Signed links and the API are of no use to a search engine. */
function robotsText(publicUrl: string): string {
  return `User-agent: *
Disallow: /api/v1/
Disallow: /objects/
Disallow: /playground/

Sitemap: ${publicUrl}/sitemap.xml
`
}

function sitemap(publicUrl: string, paths: Iterable<string>): Buffer {
  const rows = [...paths].map((path) => `  <url><loc>${escapeHtml(publicUrl + encodeURI(path))}</loc></url>`)
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${rows.join('\n')}
</urlset>
`)
}
