import type { IncomingMessage, ServerResponse } from 'node:http'
import { ServiceError } from '../errors/service-error.js'
import { plainMediaType } from './media-type.js'
import { parseJson } from './parse-json.js'
import { readBytes } from './read-bytes.js'

/**
 * Reads the JSON object in a request's body; undefined if the body is empty. Checks in this order:
 * PAYLOAD_TOO_LARGE above 64 KB, REQUEST_TIMEOUT after 30 seconds, UNSUPPORTED_MEDIA_TYPE unless it is
 * uncompressed application/json in UTF-8, INVALID_JSON unless it is an object.
 */
export async function readJson(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<object | undefined> {
  const bytes = await readBytes(request, response)
  if (bytes.length === 0) return undefined
  if (plainMediaType(request) !== 'application/json') throw new ServiceError('UNSUPPORTED_MEDIA_TYPE')
  const value = parseJson(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ServiceError('INVALID_JSON')
  return value
}
