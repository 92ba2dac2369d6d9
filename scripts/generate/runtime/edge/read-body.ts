import type { Request, Response } from 'express'
import { ServiceError } from '../errors/service-error.js'
import type { BodyMedia } from '../generated/operations.js'
import { readParameters } from '../validation/parameter-values.js'
import { plainMediaType } from './media-type.js'
import { parseJson } from './parse-json.js'
import { readBytes } from './read-bytes.js'
import { parseMultipart } from './read-multipart.js'

/**
 * A request's body, read as the operation declares it; undefined if it is empty. Throws
 * UNSUPPORTED_MEDIA_TYPE for a media type that the operation does not take.
 */
export async function readBody(
  request: Request,
  response: Response,
  media: readonly BodyMedia[],
): Promise<unknown> {
  const bytes = await readBytes(request, response)
  const sent = plainMediaType(request)
  if (bytes.length === 0 && sent === '') return undefined
  const taken = media.find(({ type }) => sent !== undefined && covers(type, sent))
  if (taken === undefined) {
    if (bytes.length === 0) return undefined
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE')
  }
  switch (taken.kind) {
    case 'json':
      return bytes.length === 0 ? undefined : parseJson(bytes)
    case 'text':
      return new TextDecoder().decode(bytes)
    case 'form':
      return fieldsOf(taken, new URLSearchParams(bytes.toString('utf8')))
    case 'multipart':
      return multipartFields(request, taken, bytes)
    default:
      return bytes
  }
}

/** Whether a declared type such as image/* or application/json takes the type that was sent. */
function covers(declared: string, sent: string): boolean {
  if (declared === '*/*') return true
  return declared.endsWith('/*') ? sent.startsWith(declared.slice(0, -1)) : declared === sent
}

function fieldsOf(media: BodyMedia, sent: URLSearchParams): Record<string, unknown> {
  const fields = new Map<string, string | string[]>()
  for (const name of new Set(sent.keys())) {
    const values = sent.getAll(name)
    fields.set(name, values.length === 1 ? (values[0] ?? '') : values)
  }
  return readParameters(media.fields ?? [], 'query', Object.fromEntries(fields))
}

async function multipartFields(request: Request, media: BodyMedia, bytes: Buffer): Promise<unknown> {
  const fields = await parseMultipart(request.headers, bytes)
  const json = new Set(media.jsonFields)
  for (const [name, value] of Object.entries(fields)) {
    if (json.has(name) && typeof value === 'string') fields[name] = parseJson(Buffer.from(value))
  }
  return readParameters(media.fields ?? [], 'query', fields)
}
