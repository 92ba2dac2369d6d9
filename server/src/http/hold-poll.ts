import { requestContext, sendResponse } from '@mediagen/contract/edge'
import { requestValidators } from '@mediagen/contract/validation'
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import type { Hold } from '../use-cases/get-task.ts'
import type { UseCases } from '../use-cases/use-cases.ts'
import { seenBy } from './entity-tags.ts'
import { pollResponse } from './operations/poll-response.ts'
import { waitSecondsOf } from './prefer.ts'

declare global {
  namespace Express {
    interface Request {
      /** Set while a poll is held, and kept for the log. */
      hold?: Hold
    }
  }
}

/**
 * The last step before a poll: one with `Prefer: wait` is held and gets its response here, any other goes
 * on. Express keeps some kilobytes for a handler that has not ended, and thousands of polls are held at one
 * time; so this one ends at once, and nothing of Express is kept.
 */
export function holdPoll(deps: {
  readonly useCases: Pick<UseCases, 'holdTask'>
  readonly errorHandler: ErrorRequestHandler
}): RequestHandler {
  return (request, response, next) => {
    const seconds = waitSecondsOf(request.get('Prefer'))
    const accountId = requestContext(request)?.accountId
    // An invalid id is rejected as in any poll.
    const isValid = requestValidators.getTask.path?.(request.params) ?? true
    if (seconds === 0 || accountId === undefined || !isValid) return next()
    const hold: Hold = {
      waitMs: seconds * 1000,
      isGone: false,
      hasSeen: seenBy(request.get('If-None-Match')),
    }
    request.hold = hold
    request.next = undefined
    const stopListening = listenForEnd(request, response, hold)
    deps.useCases
      .holdTask(accountId, String(request.params.taskId), hold)
      .finally(stopListening)
      .then(
        ({ task, isApplied }) => {
          if (response.destroyed) return
          const applied = isApplied ? { 'Preference-Applied': `wait=${seconds}` } : {}
          const { status, body, headers } = pollResponse(task, hold.hasSeen)
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
function listenForEnd({ socket }: Request, response: Response, hold: Hold): () => void {
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
