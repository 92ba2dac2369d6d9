import { type Request, Router } from 'express'
import { immutable, sendAsset } from '../objects/asset.ts'
import { type BuiltPage, readBuiltPage } from './built-page.ts'
import { metaElement } from './escape-html.ts'
import { type PageLink, socialCard } from './look.ts'
import { isLoopbackHost } from './loopback-host.ts'
import { sendPage } from './send-page.ts'

/** The page at `/` on which people use the service. */
export interface Playground {
  readonly files: BuiltPage
  /** The address by which clients reach the service, and so its pages. */
  readonly publicUrl: string
  /**
   * The origin of the object store's signed links, to which the page uploads and from which it shows files.
   */
  readonly linkOrigin: () => Promise<string>
  /** Whether every engine is a renderer without a model; the page then says what to expect of a prompt. */
  readonly isProcedural: () => boolean
  /** Where the page reaches the service without its own key; undefined: the page asks for one. */
  readonly proxyPath: string | undefined
  /**
   * After how many days an upload is deleted, counted from its last use, and a result, from the end of its task;
   * null: never. The page tells its visitors.
   */
  readonly retention: { readonly uploadDays: number | null; readonly resultDays: number | null }
}

const description = 'Images and videos behind one API, on your own machines.'

/** The folder of the assets, in the build and in their addresses. */
const assetFolder = 'playground'

/** Reads a build of server/playground; undefined if there is none, or if it is unfinished. */
export function readPlayground(folder: string): BuiltPage | undefined {
  return readBuiltPage(folder, assetFolder)
}

/** Where the built page expects its settings. */
const settingsPlace = '<meta name="playground" content="{}">'

/** The routes' responses: the page, and each file of the build. */
export function playgroundPaths({ files }: Playground): { method: string; path: string }[] {
  const assets = [...files.assets.keys()].map((name) => `/${assetFolder}/${name}`)
  return ['/', ...assets].map((path) => ({ method: 'get', path }))
}

/** The page, whose header has `links`, and the files of its build. */
export function playgroundRoutes(playground: Playground, links: readonly PageLink[]): Router {
  const { files, publicUrl, proxyPath, retention } = playground
  const router = Router({ caseSensitive: true, strict: true })
  const settings = {
    ...(proxyPath !== undefined && { proxy: proxyPath }),
    gallery: '/gallery/files/',
    links,
    retention,
  }
  const card = socialCard({ title: 'mediagen', description, path: '/', publicUrl })
  const pageWith = (more: object) => {
    const tags = [{ name: 'playground', content: JSON.stringify({ ...settings, ...more }) }, ...card]
    return Buffer.from(files.page.replace(settingsPlace, () => tags.map(metaElement).join('\n    ')))
  }
  const page = pageWith({})
  const proceduralPage = pageWith({ isProcedural: true })
  router.get('/', async (request, response) => {
    request.operation = 'playground'
    const elsewhere = otherLoopbackName(request, publicUrl)
    if (elsewhere !== undefined) {
      response.writeHead(307, { Location: elsewhere, 'Cache-Control': 'no-store' }).end()
      return
    }
    response.setHeader('Content-Security-Policy', policyFor(await playground.linkOrigin()))
    response.setHeader('Referrer-Policy', 'no-referrer')
    // A page that opened this one cannot lead it on while somebody uses it.
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
    sendPage(response, 'text/html; charset=utf-8', playground.isProcedural() ? proceduralPage : page)
  })
  for (const [name, asset] of files.assets) {
    router.get(`/${assetFolder}/${name}`, (request, response) => {
      request.operation = 'playground'
      sendAsset(request, response, asset, immutable)
    })
  }
  return router
}

/**
 * Scripts and styles come from this host alone, none of them inline: whatever somebody writes into a prompt,
 * a file's name or an effect's text cannot run or contact anything.
 */
function policyFor(linkOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' blob: data: ${linkOrigin}`,
    `media-src 'self' blob: ${linkOrigin}`,
    `connect-src 'self' ${linkOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * Where a page opened as `localhost` must redirect if the service calls itself `127.0.0.1`, or the reverse:
 * to a browser these are two origins, and links of one are foreign to a page of the other.
 */
function otherLoopbackName({ headers }: Request, publicUrl: string): string | undefined {
  const { host, href } = new URL(publicUrl)
  const asked = headers.host ?? host
  return asked !== host && isLoopbackHost(asked) && isLoopbackHost(host) ? href : undefined
}
