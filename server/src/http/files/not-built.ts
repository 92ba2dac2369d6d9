import { lookHead, type PageLink, siteHeader } from './look.ts'

interface Notice {
  readonly title: string
  /** As HTML. */
  readonly text: string
  /** The path of the page that is missing, for the header. */
  readonly path: string
}

/** The page in place of one that a checkout has not built yet; who sends it lets the browser ask again. */
export function notBuiltPage({ title, text, path }: Notice, links: readonly PageLink[]): Buffer {
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
