import { readFile } from 'node:fs/promises'
import { Router } from 'express'
import { packagePath } from '../../core/package/package-path.ts'
import { type Asset, makeAsset, revalidated, sendAsset } from './asset.ts'
import { escapeHtml } from './escape-html.ts'
import { readOnce } from './read-once.ts'

/** What all pages share, by file name: the style sheet and the mark. */
const files: Readonly<Record<string, string>> = {
  'look.css': 'text/css; charset=utf-8',
  'mark.svg': 'image/svg+xml',
}

/** The pages that the header of each page links to, in order. A server without one leaves out its link. */
const pages = [
  { path: '/', name: 'Playground' },
  { path: '/gallery', name: 'Gallery' },
  { path: '/docs/', name: 'Guides' },
  { path: '/api/docs', name: 'Reference' },
] as const

export interface PageLink {
  readonly path: string
  readonly name: string
}

export const lookPaths = Object.keys(files).map((name) => ({ method: 'get', path: `/look/${name}` }))

/** The links of the header, for a server that has these paths. */
export function headerLinks(paths: readonly { path: string }[]): PageLink[] {
  return pages.filter((page) => paths.some(({ path }) => path === page.path))
}

/** For the head of a page. */
export const lookHead = `<meta name="color-scheme" content="light dark">
    <link rel="icon" href="/look/mark.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/look/look.css">`

/**
 * The header of a page that the server writes; its content has the id `content`. `account` is markup at the right.
 */
export function siteHeader(current: string, links: readonly PageLink[], account = ''): string {
  const items = links.map(({ path, name }) => {
    const isCurrent = path === current ? ' aria-current="page"' : ''
    return `<a href="${escapeHtml(path)}"${isCurrent}>${escapeHtml(name)}</a>`
  })
  return `<a class="skip" href="#content">Skip to the content</a>
    <header class="site-header">
      <a class="brand" href="${escapeHtml(links[0]?.path ?? current)}"><img src="/look/mark.svg" alt="" width="26" height="26">mediagen</a>
      <nav aria-label="Pages">${items.join('')}</nav>${account}
    </header>`
}

/** The files behind every page; public. */
export function lookRoutes(): Router {
  const router = Router({ caseSensitive: true, strict: true })
  for (const [name, contentType] of Object.entries(files)) {
    const read = readOnce<Asset>(async () =>
      makeAsset(contentType, await readFile(packagePath('look', name))),
    )
    router.get(`/look/${name}`, async (request, response) => {
      request.operation = 'look'
      sendAsset(request, response, await read(), revalidated)
    })
  }
  return router
}
