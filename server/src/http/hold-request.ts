import { requestContext, sendResponse } from '@mediagen/contract/edge'
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import type { TimedHold } from '../use-cases/get-task.ts'
import { waitSecondsOf } from './prefer.ts'

declare global {
  namespace Express {
    interface Request {
      /** Set while a request is held, and kept for the log. */
      hold?: TimedHold
    }
  }
}

/** A response after a hold; `isApplied` says whether the hold was granted to its end. */
export interface HeldResponse {
  readonly status: number
  readonly body: object | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly isApplied: boolean
}

/**
 * The last step before an operation: a request with `Prefer: wait` is held and gets its response here, any
 * other goes on. `beginHold` returns undefined for one that is not held. Express keeps some kilobytes for a
 * handler that has not ended, and thousands of requests are held at one time; so this one ends at once, and
 * nothing of Express is kept.
 */
export function holdRequest(deps: {
  readonly beginHold: (
    request: Request,
    accountId: string,
    times: Pick<TimedHold, 'waitMs' | 'isGone'>,
  ) => { readonly hold: TimedHold; readonly response: () => Promise<HeldResponse> } | undefined
  readonly errorHandler: ErrorRequestHandler
}): RequestHandler {
  return (request, response, next) => {
    const seconds = waitSecondsOf(request.get('Prefer'))
    const accountId = requestContext(request)?.accountId
    if (seconds === 0 || accountId === undefined) return next()
    const begun = deps.beginHold(request, accountId, { waitMs: seconds * 1000, isGone: false })
    if (begun === undefined) return next()
    request.hold = begun.hold
    request.next = undefined
    const stopListening = listenForEnd(request, response, begun.hold)
    begun
      .response()
      .finally(stopListening)
      .then(
        ({ status, body, headers, isApplied }) => {
          if (response.destroyed) return
          const applied = isApplied ? { 'Preference-Applied': `wait=${seconds}` } : {}
          sendResponse(response, status, body, { ...headers, ...applied })
        },
        (error: unknown) => deps.errorHandler(error, request, response, () => undefined),
      )
  }
}

/**
 * Ends the hold once the connection is closed or the client has ended its side, which is how most clients
 * leave. Returns a function that removes the listeners.
 */
function listenForEnd({ socket }: Request, response: Response, hold: TimedHold): () => void {
  const leave = (): void => {
    hold.isGone = true
    hold.endEarly?.()
  }
  if (response.destroyed || socket.readableEnded) hold.isGone = true
  socket.on('end', leave)
  response.on('close', leave)
  return () => {
    socket.removeListener('end', leave)
    response.removeListener('close', leave)
  }
}
