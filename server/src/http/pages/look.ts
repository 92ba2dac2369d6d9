import { readFile } from 'node:fs/promises'
import { Router } from 'express'
import pages from '../../../look/pages.json' with { type: 'json' }
import { packagePath } from '../../core/package/package-path.ts'
import { type Asset, makeAsset, makeImageAsset, revalidated, sendAsset } from '../objects/asset.ts'
import { escapeHtml } from './escape-html.ts'
import { readOnce } from './read-once.ts'

/** What all pages share, by file name: the style sheet, the mark, and the picture that a link to a page shows. */
const files: Readonly<Record<string, string>> = {
  'look.css': 'text/css; charset=utf-8',
  'mark.svg': 'image/svg+xml',
  'card.jpg': 'image/jpeg',
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

export const lookPaths = Object.keys(files).map((name) => ({ method: 'get', path: `/look/${name}` }))

/** The links of the header, in their order, without those to pages that a server with these paths does not have. */
export function headerLinks(paths: readonly { path: string }[]): PageLink[] {
  return pages.filter((page) => paths.some(({ path }) => path === page.path))
}

/** For the head of a page. */
export const lookHead = `<meta name="color-scheme" content="light dark">
    <link rel="icon" href="/look/mark.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/look/look.css">`

interface PageDescription {
  /** The name of the page, or undefined for the first. */
  readonly title?: string
  readonly description: string
  readonly path: string
  readonly settings: Pick<PageSettings, 'publicUrl'>
}

/** The head of a page that the server writes: title, look, and how a link to it appears elsewhere. */
export function pageHead(page: PageDescription): string {
  return `<meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(titleOf(page))}</title>
    <meta name="description" content="${escapeHtml(page.description)}">
    ${socialCard(page)}
    ${lookHead}`
}

/** How messengers and social networks show a link to the page; they follow absolute addresses only. */
export function socialCard(page: PageDescription): string {
  const { description, path, settings } = page
  const tags = [
    ['property="og:type"', 'website'],
    ['property="og:site_name"', 'mediagen'],
    ['property="og:title"', titleOf(page)],
    ['property="og:description"', description],
    ['property="og:url"', settings.publicUrl + path],
    ['property="og:image"', `${settings.publicUrl}/look/card.jpg`],
    ['property="og:image:width"', '1200'],
    ['property="og:image:height"', '630'],
    ['property="og:image:alt"', 'Pictures in many styles beside the name mediagen'],
    ['name="twitter:card"', 'summary_large_image'],
  ]
  return tags.map(([name, content = '']) => `<meta ${name} content="${escapeHtml(content)}">`).join('\n    ')
}

function titleOf({ title }: PageDescription): string {
  return title === undefined ? 'mediagen' : `${title} · mediagen`
}

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

/** A file of the folder `look` as an asset, followed by `addition`. */
export function lookFile(name: string, contentType: string, addition = ''): () => Promise<Asset> {
  return readOnce(async () => {
    const bytes = await readFile(packagePath('look', name))
    if (contentType === 'image/jpeg') return makeImageAsset(contentType, bytes)
    return makeAsset(contentType, Buffer.concat([bytes, Buffer.from(addition)]))
  })
}

/** The files behind every page; public. */
export function lookRoutes(): Router {
  const router = Router({ caseSensitive: true, strict: true })
  for (const [name, contentType] of Object.entries(files)) {
    const read = lookFile(name, contentType)
    router.get(`/look/${name}`, async (request, response) => {
      request.operation = 'look'
      sendAsset(request, response, await read(), revalidated)
    })
  }
  return router
}
