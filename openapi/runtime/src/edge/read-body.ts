import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { ServiceError } from '../errors/service-error.ts'
import type { BodyMedia, EdgeLimits } from '../facts.ts'
import { readParameters } from '../validation/parameter-values.ts'
import { mediaTypeOf, plainMediaType } from './media-type.ts'
import { parseJson } from './parse-json.ts'
import { type BodyRequest, type ParsedBody, parsedBody, unusableBody } from './parsed-body.ts'
import { checkPartTypes, covers } from './part-types.ts'
import { readBytes } from './read-bytes.ts'
import { formOf } from './sent-values.ts'

/** Reads a form with files. */
export type ParseMultipart = (headers: IncomingHttpHeaders, bytes: Buffer) => Promise<Record<string, unknown>>

/** What reading a body depends on. */
export interface BodyReading {
  readonly limits: EdgeLimits
  /** As the contract has it. */
  readonly int64?: 'bigint'
  /** For a contract that has forms with files. */
  readonly parseMultipart?: ParseMultipart | undefined
}

/**
 * A request's body, read as the operation declares it; undefined if it is empty. Throws
 * UNSUPPORTED_MEDIA_TYPE for a media type that the operation does not take.
 */
export async function readBody(
  reading: BodyReading,
  request: BodyRequest,
  response: ServerResponse,
  media: readonly BodyMedia[],
): Promise<unknown> {
  const parsed = parsedBody(request)
  const body: ParsedBody = parsed ?? { bytes: await readBytes(reading.limits, request, response) }
  // Who has parsed a body has undone its encoding.
  const sent = parsed === undefined ? plainMediaType(request) : mediaTypeOf(request)
  const isEmpty = 'bytes' in body && body.bytes.length === 0
  if (isEmpty && sent === '') return undefined
  const taken = media.find(({ type }) => sent !== undefined && covers(type, sent))
  if (taken === undefined) {
    if (isEmpty) return undefined
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE')
  }
  return 'bytes' in body ? readAs(reading, taken, request, body.bytes) : taking(taken, body.value)
}

function readAs(reading: BodyReading, taken: BodyMedia, request: BodyRequest, bytes: Buffer): unknown {
  // A form may be without fields; of every other kind, no bytes are no body.
  if (bytes.length === 0 && taken.kind !== 'form') return undefined
  switch (taken.kind) {
    case 'json':
      return jsonOf(taken, parseJson(bytes, reading.int64 === 'bigint'))
    case 'text':
      return new TextDecoder().decode(bytes)
    case 'form':
      return readParameters(taken.fields ?? [], 'query', formOf(bytes.toString('utf8')))
    case 'multipart':
      return multipartFields(reading, request, taken, bytes)
    default:
      return bytes
  }
}

/** A value that another handler made of the body. */
function taking(taken: BodyMedia, value: unknown): unknown {
  if (taken.kind === 'json') return jsonOf(taken, value)
  if (taken.kind === 'form' && typeof value === 'object' && value !== null)
    return readParameters(taken.fields ?? [], 'query', { values: { ...value } })
  throw unusableBody(taken.kind)
}

function jsonOf({ isObject = false }: BodyMedia, value: unknown): unknown {
  const fits = !isObject || (typeof value === 'object' && value !== null && !Array.isArray(value))
  if (!fits)
    throw new ServiceError('INVALID_JSON', { publicMessage: 'The request body must be a JSON object.' })
  return value
}

async function multipartFields(
  { parseMultipart }: BodyReading,
  request: BodyRequest,
  media: BodyMedia,
  bytes: Buffer,
): Promise<unknown> {
  if (parseMultipart === undefined) throw new Error('The contract was generated without forms with files.')
  const fields = await parseMultipart(request.headers, bytes)
  checkPartTypes(fields, media.partTypes ?? {})
  return readParameters(media.fields ?? [], 'query', { values: fields })
}
