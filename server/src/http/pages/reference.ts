import { fileURLToPath } from 'node:url'
import { Router } from 'express'
import { readOnce } from '../../core/async/read-once.ts'
import { readAsset, revalidated, sendAsset } from '../objects/asset.ts'
import type { PageSettings } from './look.ts'
import { pagePolicy, sendPage } from './send-page.ts'
import type { Site } from './site.ts'

/** The same bundle from which types, validators and mock are generated. */
const contractFile = fileURLToPath(import.meta.resolve('@mediagen/contract/openapi.json'))

/** The contract's own address, and where tools look for a service's document first. */
const contractPaths = ['/api/spec.json', '/openapi.json']
const pagePaths = ['/api/docs', '/api/docs/']

export const referencePaths = [...contractPaths, ...pagePaths].map((path) => ({ method: 'get', path }))

const contract = readOnce(() => readAsset('application/json; charset=utf-8', contractFile))

/**
 * The contract as a file, and the first page of the API reference, which the site has with a page for each operation.
 * While there is no site, a list of the operations takes its place. Needs no external host and no key.
 */
export function referenceRoutes(site: Site | undefined, settings: PageSettings): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const list = readOnce(async () => {
    const { operationsPage } = await import('../../../playground/pages/notices.tsx')
    return operationsPage(JSON.parse((await contract()).body.toString()), settings)
  })
  router.get(contractPaths, async (request, response) => {
    request.operation = 'spec'
    sendAsset(request, response, await contract(), revalidated)
  })
  router.get(pagePaths, async (request, response) => {
    request.operation = 'docs'
    const page = site?.()?.get('/docs/api/')
    response.setHeader('Content-Security-Policy', page?.policy ?? pagePolicy)
    if (page?.text !== undefined) return sendAsset(request, response, await page.text(), page.cacheControl)
    // While `npm start` of a checkout still builds the site.
    if (site !== undefined) response.setHeader('Refresh', '5')
    sendPage(response, 'text/html; charset=utf-8', await list())
  })
  return router
}
