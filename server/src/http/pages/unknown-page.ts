import { Router } from 'express'
import { readOnce } from '../../core/async/read-once.ts'
import type { PageSettings } from './look.ts'
import { pagePolicy, sendPage } from './send-page.ts'

/**
 * For a person at an address that nothing else serves; comes last. A program, and whoever asks for an address of the
 * API, gets the contract's NOT_FOUND.
 */
export function unknownPageRoutes(settings: PageSettings): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const page = readOnce(async () =>
    (await import('../../../playground/pages/notices.tsx')).unknownPage(settings),
  )
  router.get(/^(?!\/(api|objects)(\/|$))/, async (request, response, next) => {
    if (request.accepts('json', 'html') !== 'html') return next()
    const body = await page()
    response.setHeader('Content-Security-Policy', pagePolicy)
    sendPage(response, 'text/html; charset=utf-8', body, 404)
  })
  return router
}
