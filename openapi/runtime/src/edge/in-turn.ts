import type { RequestHandler } from 'express'

/**
 * Several handlers as one. Express matches path and method anew before each of its own, for some microseconds
 * of every request. What a handler throws reaches the error handler as ever, whoever called it.
 */
export function inTurn(...handlers: readonly RequestHandler[]): RequestHandler {
  return handlers.reduceRight<RequestHandler>(
    (rest, handler) => (request, response, next) => {
      try {
        handler(request, response, (error?: unknown) =>
          error === undefined ? rest(request, response, next) : next(error),
        )
      } catch (error) {
        next(error)
      }
    },
    (_request, _response, next) => next(),
  )
}
