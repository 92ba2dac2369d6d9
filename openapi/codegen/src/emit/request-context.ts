import { quoted } from '../names.ts'
import type { Settings } from '../settings.ts'
import { sourceFile } from './banner.ts'

/** `request-context.ts`: what the HTTP server passes to a backend about a request. */
export function requestContextFile(settings: Settings): string {
  return sourceFile([
    "import type { Readable } from 'node:stream'\nimport type { Principal, RequestContext } from '../edge/context.js'",
    'export type { Principal, RequestContext }',
    `/** The header with a request's id, which the edge reads and sends. */\nexport const requestIdHeader = ${quoted(settings.requestIdHeader)}`,
    `/** The content of a file: at once, or as a stream. */
export type BinaryContent = Uint8Array | Readable`,
    `/** A request that has passed the edge's steps. */
export interface SecuredRequest {
  readonly context: RequestContext
  /** The media type of its body. */
  readonly bodyType?: string
}`,
    `/** A success response whose headers the backend decides on. */
export interface ResponseWithHeaders<Body, Headers> {
  readonly body: Body
  readonly headers: Headers
}`,
  ])
}
