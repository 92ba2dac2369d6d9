import { type Response, Router } from 'express'
import { packagePath } from '../../core/package/package-path.ts'
import { immutable, sendAsset } from '../objects/asset.ts'
import { type BuiltPage, readBuiltPage } from '../pages/built-page.ts'
import { metaElement } from '../pages/escape-html.ts'
import type { PageLink } from '../pages/look.ts'
import { sendPage } from '../pages/send-page.ts'

/** Where the built page expects the links of its header. */
const linksPlace = '<meta name="page-links" content="[]">'

/**
 * Scripts and styles come from files of this host alone, nothing may be framed, and no text can become
 * markup: a script that tried would be stopped by its missing Trusted Types policy. Results come from the origin of
 * the object store's links.
 */
const policyFor = (linkOrigin: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' ${linkOrigin}; media-src ${linkOrigin}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`

/** The build of server/playground/operator, which every package of the server carries. */
export function readOperatorPage(): BuiltPage {
  const page = readBuiltPage(packagePath('playground', 'dist', 'operator'), '')
  if (page === undefined) throw new Error("the operator's page is not built: npm run build")
  return page
}

export function operatorPagePaths({ assets }: BuiltPage): { method: string; path: string }[] {
  const paths = ['/admin', '/admin/', ...[...assets.keys()].map((name) => `/admin/page/${name}`)]
  return paths.map((path) => ({ method: 'get', path }))
}

interface OperatorPageOptions {
  readonly files: BuiltPage
  readonly links: readonly PageLink[]
  readonly linkOrigin: () => Promise<string>
}

/** The page itself: public files without any data. Its data comes from its API, after the sign-in. */
export function operatorPageRoutes({ files, links, linkOrigin }: OperatorPageOptions): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const settings = metaElement({ name: 'page-links', content: JSON.stringify(links) })
  const page = Buffer.from(files.page.replace(linksPlace, () => settings))
  router.get(['/admin', '/admin/'], async (request, response) => {
    request.operation = 'admin'
    response.setHeader('Content-Security-Policy', policyFor(await linkOrigin()))
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
    keepToItself(response)
    sendPage(response, 'text/html; charset=utf-8', page)
  })
  for (const [name, asset] of files.assets) {
    router.get(`/admin/page/${name}`, (request, response) => {
      request.operation = 'admin'
      keepToItself(response)
      sendAsset(request, response, asset, immutable)
    })
  }
  return router
}

function keepToItself(response: Response): void {
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
  response.setHeader('Referrer-Policy', 'no-referrer')
}
