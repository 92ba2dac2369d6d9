import type { RequestEnd } from '@mediagen/contract'
import { operations } from '@mediagen/contract/operations'
import type { Request, RequestHandler } from 'express'
import { formatTraceparent, parseTraceparent, type TraceContext } from '../core/domain/trace-context.ts'
import type { Span, Tracer } from '../core/ports/tracer.ts'
import { isOperation } from './operations/is-operation.ts'

declare global {
  namespace Express {
    interface Request {
      /** The request's span, where traces are recorded. */
      span?: Span
    }
  }
}

const apiPath = '/api/v1/'

/** The first step of a request to an operation where traces are recorded: begins its span. */
export function traceRequests(tracer: Tracer | undefined): RequestHandler[] {
  if (tracer === undefined) return []
  return [
    (request, _response, next) => {
      if (!request.path.startsWith(apiPath)) return next()
      const { method, requestId, path, protocol } = request
      const attributes = {
        'http.request.method': method,
        'url.path': path,
        'url.scheme': protocol,
        'mediagen.request.id': requestId,
      }
      const span = tracer.start(method, { kind: 'server', parent: traceOfRequest(request), attributes })
      request.span = span
      // From here on, what the request orders belongs to its span.
      request.headers.traceparent = formatTraceparent(span.context)
      next()
    },
  ]
}

/** The trace that a request belongs to, by its `traceparent`. */
export function traceOfRequest({ headers }: Request): TraceContext | undefined {
  const { traceparent } = headers
  return typeof traceparent === 'string' ? parseTraceparent(traceparent) : undefined
}

/** Ends the span of a request to an operation; that of a path without one is dropped. */
export function endRequestSpan(
  { request, operation, status }: RequestEnd,
  accountId: string | undefined,
  heldMs: number,
): void {
  const { span } = request
  if (span === undefined || !isOperation(operation)) return
  const { method, path } = operations[operation]
  span.rename(`${method.toUpperCase()} ${path}`)
  span.set({
    'http.route': path,
    'mediagen.operation': operation,
    'mediagen.account.id': accountId,
    'mediagen.held_ms': heldMs > 0 ? Math.round(heldMs) : undefined,
    'http.response.status_code': status === 'aborted' ? undefined : Number(status),
    // A client that leaves has decided so: nothing has failed.
    'mediagen.aborted': status === 'aborted' ? true : undefined,
  })
  if (Number(status) >= 500) span.fail(status)
  span.end()
}
