import { beginRequest, type RequestEnd } from './edge/begin-request.ts'
import { rejectMalformedPath } from './edge/malformed-path.ts'
import { readJson } from './edge/read-json.ts'
import type {} from './edge/request-state.ts'
import { type ErrorHandling, errorHandler } from './errors/error-handler.ts'
import type { EdgeFacts } from './facts.ts'
import type { ErrorHandler, Handler } from './handlers.ts'

export type { RequestEnd } from './edge/begin-request.ts'
export { countHeader, singleHeader } from './edge/header-values.ts'
export { knownPaths } from './edge/known-paths.ts'
export { ClientGoneError } from './edge/read-bytes.ts'
export { beginBody, closeAfter, endAfterBody, expectsContinue, failBody } from './edge/request-body.ts'
export { newRequestId } from './edge/request-id.ts'
export { sendJson, serializeOnce } from './edge/send-json.ts'
export { sendResponse } from './edge/send-response.ts'
export type { ErrorHandling, RequestFailure } from './errors/error-handler.ts'

/** Parts of a contract's app, for routes and servers beside it. */
export interface Edge<Context> {
  /** The first step of a request: assigns its id, and reports its end. */
  beginRequest(onEnd?: (end: RequestEnd) => void): Handler
  /** The one place where an error becomes a response. */
  errorHandler(handling: ErrorHandling): ErrorHandler
  /** Reads the JSON object in a request's body; undefined if the body is empty. Throws like the contract's app. */
  readJson(...request: RequestAndResponse): Promise<object | undefined>
  /** Rejects paths with percent escapes that are not UTF-8, and with the null character. */
  readonly rejectMalformedPath: Handler
  /** The context of a request; undefined before its credentials are checked, and where none are needed. */
  requestContext(request: Express.Request): Context | undefined
}

type RequestAndResponse = Parameters<typeof readJson> extends [unknown, ...infer Rest] ? Rest : never

/** These parts of one contract. */
export function edgeOf<Context extends object>(facts: EdgeFacts): Edge<Context> {
  return {
    beginRequest: (onEnd) => beginRequest(facts, onEnd),
    errorHandler: (handling) => errorHandler(facts, handling),
    readJson: (...request) => readJson(facts.limits, ...request),
    rejectMalformedPath: rejectMalformedPath(facts),
    requestContext: ({ context }) => context as Context | undefined,
  }
}
