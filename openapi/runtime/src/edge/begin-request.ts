import type { Request, RequestHandler } from 'express'
import type { EdgeFacts } from '../facts.ts'
import { requestIds } from './request-id.ts'

/** What a backend may log and count once a response has been sent, or its client has gone. */
export interface RequestEnd {
  readonly request: Request
  /** The operation's id or the page's name; `unknown` where no route matched. */
  readonly operation: string
  /** The HTTP status; `aborted` if the client disconnected before it had the response. */
  readonly status: string
  readonly durationMs: number
}

/** The first step of a request: assigns its id, and reports its end. */
export function beginRequest(
  { requestIdHeader, limits }: EdgeFacts,
  onEnd: (end: RequestEnd) => void = () => undefined,
): RequestHandler {
  const requestIdOf = requestIds(requestIdHeader, limits)
  return (request, response, next) => {
    const startedMs = performance.now()
    request.requestId = requestIdOf(request)
    response.setHeader(requestIdHeader, request.requestId)
    response.setHeader('X-Content-Type-Options', 'nosniff')
    response.on('close', () => {
      onEnd({
        request,
        operation: request.operation ?? 'unknown',
        status: response.writableFinished ? String(response.statusCode) : 'aborted',
        durationMs: performance.now() - startedMs,
      })
    })
    next()
  }
}
