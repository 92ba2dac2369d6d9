import { Router } from 'express'
import { lookHead, type PageLink, siteHeader } from './look.ts'
import { pagePolicy, sendPage } from './send-page.ts'

interface Notice {
  readonly title: string
  /** As HTML. */
  readonly text: string
  /** The path of the page that is missing, which the header marks. */
  readonly path: string
}

/** The page in place of one that is not there. */
export function noticePage({ title, text, path }: Notice, links: readonly PageLink[]): Buffer {
  return Buffer.from(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    ${lookHead}
  </head>
  <body class="plain-page">
    ${siteHeader(path, links)}
    <main id="content">
      <h1>${title}</h1>
      <p>${text}</p>
    </main>
  </body>
</html>
`)
}

const unknownAddress = {
  title: 'There is no such page',
  text: 'The address may be mistyped. The links above lead to everything that is here.',
}

/**
 * For a person at an address that nothing else serves; comes last. A program, and whoever asks for an address of the
 * API, gets the contract's NOT_FOUND.
 */
export function unknownPageRoutes(links: readonly PageLink[]): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(/^(?!\/(api|objects)(\/|$))/, (request, response, next) => {
    if (request.accepts('json', 'html') !== 'html') return next()
    response.setHeader('Content-Security-Policy', pagePolicy)
    const notice = { ...unknownAddress, path: request.path }
    sendPage(response, 'text/html; charset=utf-8', noticePage(notice, links), 404)
  })
  return router
}
