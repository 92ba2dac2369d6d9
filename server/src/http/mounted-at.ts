import { type RequestHandler, Router } from 'express'

/**
 * The handlers for one path and everything below it. Requests elsewhere pass by for the price of a
 * comparison: a Router that matches nothing goes on in a later turn of the event loop.
 */
export function mountedAt(path: string, ...handlers: readonly RequestHandler[]): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true })
  router.use(path, ...handlers)
  return (request, response, next) =>
    request.path === path || request.path.startsWith(`${path}/`) ? router(request, response, next) : next()
}
