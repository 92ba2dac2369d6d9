import { quoted } from '../names.ts'
import type { Settings } from '../settings.ts'
import { sourceFile } from './banner.ts'

/** `request-context.ts`: what the HTTP server passes to a backend about a request. */
export function requestContextFile(settings: Settings): string {
  return sourceFile([
    settings.standalone
      ? "import type { Readable } from 'node:stream'\nimport type { SchemeName } from './security.js'"
      : '',
    `/** The header with a request's id, which the edge reads and sends. */\nexport const requestIdHeader = ${quoted(settings.requestIdHeader)}`,
    ...(settings.standalone ? [principals, binaryContent] : [account]),
    `/** A request that has passed the edge's steps. */
export interface SecuredRequest {
  readonly context: RequestContext${settings.standalone ? bodyType : ''}
}`,
    `/** A success answer whose headers the backend decides on. */
export interface AnswerWithHeaders<Body, Headers> {
  readonly body: Body
  readonly headers: Headers
}`,
  ])
}

const bodyType = `
  /** The media type of its body. */
  readonly bodyType?: string`

const account = `/** The authenticated account, and the request id. */
export interface RequestContext {
  readonly accountId: string
  readonly requestId: string
}`

const principals = `/** Whom a credential belongs to. */
export interface Principal {
  readonly id: string
  readonly [fact: string]: unknown
}

/** The authenticated principals by security scheme, and the request id. */
export interface RequestContext {
  readonly principals: Readonly<Partial<Record<SchemeName, Principal>>>
  readonly requestId: string
}`

const binaryContent = `/** The content of a file: at once, or as a stream. */
export type BinaryContent = Uint8Array | Readable`
