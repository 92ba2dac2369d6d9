import { type Request, type Response, Router } from 'express'
import { ServiceError } from '../errors/service-error.ts'

/**
 * Handles requests that no route took: a known path, as Express writes it, with another method gets 405 with Allow,
 * OPTIONS gets 204 with the same, and any other path NOT_FOUND.
 */
export function knownPaths(routes: readonly { readonly method: string; readonly path: string }[]): Router {
  const methodsByPath = new Map<string, Set<string>>()
  for (const { method, path } of routes) {
    const methods = method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]
    methodsByPath.set(path, new Set([...(methodsByPath.get(path) ?? []), ...methods]))
  }
  const router = Router({ caseSensitive: true, strict: true })
  for (const [path, methods] of methodsByPath) {
    const allow = [...methods, 'OPTIONS'].join(', ')
    router.all(path, (request, response) => sendOtherMethod(request, response, allow))
  }
  router.use(() => {
    throw new ServiceError('NOT_FOUND')
  })
  return router
}

function sendOtherMethod(request: Request, response: Response, allow: string): void {
  response.setHeader('Allow', allow)
  if (request.method !== 'OPTIONS') throw new ServiceError('METHOD_NOT_ALLOWED')
  response.writeHead(204).end()
}
