// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import type { Readable } from 'node:stream'
import type { Principal, RequestContext } from '../edge/context.js'

export type { Principal, RequestContext }

/** The header with a request's id, which the edge reads and sends. */
export const requestIdHeader = 'X-Request-Id'

/** The content of a file: at once, or as a stream. */
export type BinaryContent = Uint8Array | Readable

/** A request that has passed the edge's steps. */
export interface SecuredRequest {
  readonly context: RequestContext
  /** The media type of its body. */
  readonly bodyType?: string
}

/** A success response whose headers the backend decides on. */
export interface ResponseWithHeaders<Body, Headers> {
  readonly body: Body
  readonly headers: Headers
}
