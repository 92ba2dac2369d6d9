// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

/** The header with a request's id, which the edge reads and sends. */
export const requestIdHeader = 'X-Request-Id'

/** The authenticated account, and the request id. */
export interface RequestContext {
  readonly accountId: string
  readonly requestId: string
}

/** A request that has passed the edge's steps. */
export interface SecuredRequest {
  readonly context: RequestContext
}

/** A success answer whose headers the backend decides on. */
export interface AnswerWithHeaders<Body, Headers> {
  readonly body: Body
  readonly headers: Headers
}
