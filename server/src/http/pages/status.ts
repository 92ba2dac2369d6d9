import { Router } from 'express'
import { withTimeout } from '../../core/async/with-timeout.ts'
import { version } from '../../core/package/version.ts'
import type { AvailableProduct } from '../../use-cases/providers/list-availability.ts'
import type { Trouble } from '../../use-cases/providers/list-troubles.ts'
import { checkTimeoutMs, type Readiness, sharedResponse } from '../health/health.ts'
import { makeAsset, revalidated, sendAsset } from '../objects/asset.ts'
import type { PageSettings } from './look.ts'
import { pagePolicy } from './send-page.ts'

export const statusPaths = [{ method: 'get', path: '/status' }] as const

export interface StatusDependencies {
  readonly settings: PageSettings
  /** The same as behind /readyz, which it thereby asks no more often. */
  readonly readiness: Readiness
  readonly listAvailability: () => Promise<readonly AvailableProduct[]>
  readonly listTroubles: () => Promise<readonly Trouble[]>
  /** Whether /docs/errors/ exists at this moment. */
  readonly hasErrorPages: () => boolean
}

/**
 * The status of the service for its customers; public. It answers 200 whatever it tells: the page is what was
 * asked for, and /readyz is for machines.
 */
export function statusRoutes(deps: StatusDependencies): Router {
  const { settings, readiness, hasErrorPages } = deps
  const router = Router({ caseSensitive: true, strict: true })
  const page = sharedResponse(async () => {
    const [{ statusPage }, checks, products, troubles] = await Promise.all([
      import('../../../playground/pages/status.tsx'),
      readiness(),
      inTime(deps.listAvailability()),
      inTime(deps.listTroubles()),
    ])
    const status = { checks, products, troubles, atMs: Date.now() }
    const html = statusPage(status, { settings, version, hasErrorPages: hasErrorPages() })
    return makeAsset('text/html; charset=utf-8', html)
  })
  router.get('/status', async (request, response) => {
    request.operation = 'status'
    response.setHeader('Content-Security-Policy', pagePolicy)
    sendAsset(request, response, await page(), revalidated)
  })
  return router
}

/** Undefined if the database is away: its readiness check says so, in the page and in the log. */
async function inTime<T>(reading: Promise<T>): Promise<T | undefined> {
  return withTimeout(checkTimeoutMs, reading, () => new Error('No response in time.')).catch(() => undefined)
}
