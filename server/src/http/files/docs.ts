import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Response, Router } from 'express'
import { endInSlices } from '../connection/end-in-slices.js'
import { readOnce } from './read-once.js'

/** The same bundle from which types, validators and mock are generated. */
const contractFile = new URL('../../../../openapi/generated/openapi.json', import.meta.url)
const swaggerFolder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Media Generation Service</title>
    <link rel="icon" href="/api/docs/favicon.png">
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
    <link rel="stylesheet" href="/api/docs/page.css">
  </head>
  <body>
    <main id="docs"></main>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/page.js"></script>
  </body>
</html>
`

const pageStyle = `body { margin: 0; background: #fafafa; }
.swagger-ui .wrapper { max-width: 72rem; }
.swagger-ui .info { margin: 2.5rem 0 1rem; }
.swagger-ui .info .title { font-size: 2.25rem; }
.swagger-ui .info .renderedMarkdown h1 { font-size: 1.4rem; margin: 2rem 0 0.5rem; }
.swagger-ui .info .renderedMarkdown p, .swagger-ui .info .renderedMarkdown li { max-width: 48rem; line-height: 1.6; }
.swagger-ui .info .renderedMarkdown p { margin: 0.75em 0; }
.swagger-ui .info .renderedMarkdown table { display: block; overflow-x: auto; }
.swagger-ui .renderedMarkdown code { font-weight: 500; }
.swagger-ui .parameters-col_name { width: 11rem; }
`

/** No external validator badge, no top bar: nothing leaves this host. */
const pageScript = `window.ui = SwaggerUIBundle({
  url: '/api/spec.json',
  dom_id: '#docs',
  layout: 'BaseLayout',
  presets: [SwaggerUIBundle.presets.apis],
  deepLinking: true,
  persistAuthorization: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
})
`

const text = (contentType: string, body: string) => ({
  contentType,
  read: readOnce(async () => Buffer.from(body)),
})
const packaged = (contentType: string, name: string) => ({
  contentType,
  read: readOnce(() => readFile(join(swaggerFolder, name))),
})

/** Every file of the page; no other file of the package is served. */
const files: Readonly<Record<string, { contentType: string; read: () => Promise<Buffer> }>> = {
  'page.css': text('text/css; charset=utf-8', pageStyle),
  'page.js': text('text/javascript; charset=utf-8', pageScript),
  'swagger-ui.css': packaged('text/css; charset=utf-8', 'swagger-ui.css'),
  'swagger-ui-bundle.js': packaged('text/javascript; charset=utf-8', 'swagger-ui-bundle.js'),
  'favicon.png': packaged('image/png', 'favicon-32x32.png'),
}

export const docsPaths = [
  { method: 'get', path: '/api/spec.json' },
  { method: 'get', path: '/api/docs' },
  { method: 'get', path: '/api/docs/' },
  ...Object.keys(files).map((name) => ({ method: 'get', path: `/api/docs/${name}` })),
]

/** Scripts may set styles, the style sheet may contain images; everything else must come from this host. */
export const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The contract as a file and as an interactive page. Needs no external host and no key. */
export function docsRoutes(): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const contract = readOnce(() => readFile(contractFile))
  const pageBytes = Buffer.from(page)
  router.get('/api/spec.json', async (request, response) => {
    request.operation = 'spec'
    send(response, 'application/json; charset=utf-8', await contract())
  })
  router.get(['/api/docs', '/api/docs/'], (request, response) => {
    request.operation = 'docs'
    response.setHeader('Content-Security-Policy', pagePolicy)
    send(response, 'text/html; charset=utf-8', pageBytes)
  })
  for (const [name, { contentType, read }] of Object.entries(files)) {
    router.get(`/api/docs/${name}`, async (request, response) => {
      request.operation = 'docs'
      send(response, contentType, await read())
    })
  }
  return router
}

/** Browsers revalidate each time, so that an upgrade shows immediately. */
function send(response: Response, contentType: string, body: Buffer): void {
  response.writeHead(200, {
    'Content-Type': contentType,
    'Content-Length': body.length,
    'Cache-Control': 'no-cache',
  })
  endInSlices(response, body)
}
