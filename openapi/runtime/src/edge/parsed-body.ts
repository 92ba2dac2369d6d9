import type { IncomingMessage } from 'node:http'
import { mediaTypeOf } from './media-type.ts'

/** A request whose body another handler may have read. */
export type BodyRequest = IncomingMessage & { readonly body?: unknown }

/** A body that somebody else has read: as bytes, or as what was made of them. */
export type ParsedBody = { readonly bytes: Buffer } | { readonly value: unknown }

/**
 * What another handler made of a request's body; undefined if the body is still to be read. Throws if it was
 * read and nothing is left of it, because waiting for it would take until the time limit.
 */
export function parsedBody(request: BodyRequest): ParsedBody | undefined {
  if (!request.readableDidRead && !request.readableEnded) return undefined
  // express.json makes an empty object of no body.
  if (request.headers['content-length'] === '0') return { bytes: Buffer.alloc(0) }
  const { body } = request
  if (body instanceof Uint8Array) return { bytes: Buffer.from(body) }
  if (typeof body === 'string')
    return isJsonValue(request, body) ? { value: body } : { bytes: Buffer.from(body) }
  if (body !== undefined) return { value: body }
  throw new Error(
    'The body was read before the request came to the contract, and request.body does not hold it: ' +
      'mount the contract before what reads bodies, or parse them with express.json, urlencoded, text or raw.',
  )
}

/**
 * Whether a string is what express.json made of a JSON string, and not the text of a body: JSON has two
 * quotes more. Of a body whose length is not known, what is no JSON itself.
 */
function isJsonValue(request: BodyRequest, body: string): boolean {
  if (!/[/+]json$/.test(mediaTypeOf(request))) return false
  const { 'content-length': length, 'content-encoding': encoding = 'identity' } = request.headers
  if (length !== undefined && encoding === 'identity') return Buffer.byteLength(body) !== Number(length)
  try {
    JSON.parse(body)
    return false
  } catch {
    return true
  }
}

/** The failure for a parsed body that cannot be what the contract declares: a form without its files. */
export function unusableBody(kind: string): Error {
  return new Error(
    `A body of the kind ${kind} was parsed before the request came to the contract: mount the contract before the parser.`,
  )
}
