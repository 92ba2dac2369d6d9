import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { Router } from 'express'
import { packagePath } from '../../core/package/package-path.ts'
import { type Asset, makeAsset, revalidated, sendAsset } from '../objects/asset.ts'
import { referenceDocument } from '../reference/reference-document.ts'
import { lookHead, type PageLink, siteHeader } from './look.ts'
import { noticePage } from './notice-page.ts'
import { readOnce } from './read-once.ts'
import { pagePolicy, sendPage } from './send-page.ts'

/** The same bundle from which types, validators and mock are generated. */
const contractFile = fileURLToPath(import.meta.resolve('@mediagen/contract/openapi.json'))
/** The browser build of `@scalar/api-reference`, which bundle-reference.ts copies. */
const scalarFile = packagePath('dist', 'reference', 'scalar.js')

const page = (links: readonly PageLink[]) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Reference · mediagen</title>
    ${lookHead}
    <link rel="stylesheet" href="/api/docs/page.css">
  </head>
  <body>
    ${siteHeader('/api/docs', links)}
    <div id="content"></div>
    <script src="/api/docs/scalar.js"></script>
    <script src="/api/docs/page.js"></script>
  </body>
</html>
`

/** While `npm start` of a checkout still installs what the reference is made of. */
const notBuilt = {
  title: 'The API reference is not built yet',
  text: `<code>npm start</code> builds it in the background, within a minute or two of its first run; this page
        then shows it by itself. The contract itself is at <a href="/api/spec.json">/api/spec.json</a>.`,
  path: '/api/docs',
}

/** No fonts, telemetry, proxy, assistant or registry of other hosts: the page contacts only this one. */
const pageScript = `Scalar.createApiReference('#content', {
  url: '/api/docs/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  externalUrls: {},
  showDeveloperTools: 'never',
  hideClientButton: true,
  hideDarkModeToggle: true,
  hiddenClients: true,
  persistAuth: true,
  defaultOpenAllTags: true,
  documentDownloadType: 'direct',
  authentication: { preferredSecurityScheme: 'ApiKey' },
  localization: {
    translations: {
      operation: {
        testRequest: 'Try it',
        pathParameters: 'Path parameters',
        queryParameters: 'Query parameters',
        requestBody: 'Request body',
      },
      response: { showSchema: 'Schema' },
      download: { openapi: 'Download the OpenAPI document' },
      models: { label: 'Schemas' },
      authentication: { required: 'Needs a key' },
    },
  },
})
`

interface PageFile {
  readonly cacheControl: string
  readonly read: () => Promise<Asset>
}
/** Compresses beside other requests: the script has megabytes. */
const asset = (contentType: string, read: () => Promise<Buffer>) =>
  readOnce(async () => {
    const body = await read()
    return makeAsset(contentType, body, await promisify(gzip)(body))
  })
const contract = asset('application/json; charset=utf-8', () => readFile(contractFile))

/** Every file of the page, by its name. */
function pageFiles(options: ReferenceOptions): ReadonlyMap<string, PageFile> {
  return new Map<string, PageFile>([
    ['page.css', { cacheControl: revalidated, read: style }],
    ['page.js', { cacheControl: revalidated, read: script }],
    ['scalar.js', { cacheControl: revalidated, read: scalar }],
    [
      'openapi.json',
      {
        cacheControl: revalidated,
        read: () => (options.hasErrorPages() ? linkedDocument() : plainDocument()),
      },
    ],
  ])
}

const style = asset('text/css; charset=utf-8', () => readFile(packagePath('look', 'reference.css')))
const script = asset('text/javascript; charset=utf-8', async () => Buffer.from(pageScript))
const scalar = asset('text/javascript; charset=utf-8', () => readFile(scalarFile))

const linkedDocument = asset('application/json; charset=utf-8', () => makeDocument({ hasErrorPages: true }))
const plainDocument = asset('application/json; charset=utf-8', () => makeDocument({ hasErrorPages: false }))

async function makeDocument(options: { readonly hasErrorPages: boolean }): Promise<Buffer> {
  const document = referenceDocument(JSON.parse((await contract()).body.toString()), options)
  return Buffer.from(JSON.stringify(document))
}

/** The contract's own address, and where tools look for a service's document first. */
const contractPaths = ['/api/spec.json', '/openapi.json']

export const referencePaths = [
  ...contractPaths.map((path) => ({ method: 'get', path })),
  { method: 'get', path: '/api/docs' },
  { method: 'get', path: '/api/docs/' },
  ...['page.css', 'page.js', 'scalar.js', 'openapi.json'].map((name) => ({
    method: 'get',
    path: `/api/docs/${name}`,
  })),
]

interface ReferenceOptions {
  /** For the page's header. */
  readonly links: readonly PageLink[]
  /** Whether /docs/errors/CODE exists for each error code at this moment. */
  readonly hasErrorPages: () => boolean
}

/** The contract as a file and as an interactive page. Needs no external host and no key. */
export function referenceRoutes(options: ReferenceOptions): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const pageBytes = Buffer.from(page(options.links))
  router.get(contractPaths, async (request, response) => {
    request.operation = 'spec'
    sendAsset(request, response, await contract(), revalidated)
  })
  router.get(['/api/docs', '/api/docs/'], (request, response) => {
    request.operation = 'docs'
    response.setHeader('Content-Security-Policy', pagePolicy)
    if (existsSync(scalarFile)) return sendPage(response, 'text/html; charset=utf-8', pageBytes)
    response.setHeader('Refresh', '5')
    sendPage(response, 'text/html; charset=utf-8', noticePage(notBuilt, options.links), 404)
  })
  for (const [name, { cacheControl, read }] of pageFiles(options)) {
    router.get(`/api/docs/${name}`, async (request, response) => {
      request.operation = 'docs'
      sendAsset(request, response, await read(), cacheControl)
    })
  }
  return router
}
