import type { ServerResponse } from 'node:http'
import type { EdgeLimits } from '../facts.ts'
import type { BodyRequest } from './parsed-body.ts'
import { readBody } from './read-body.ts'

/**
 * Reads the JSON object in a request's body; undefined if the body is empty. Checks in this order:
 * PAYLOAD_TOO_LARGE, REQUEST_TIMEOUT, UNSUPPORTED_MEDIA_TYPE unless it is uncompressed application/json in
 * UTF-8, INVALID_JSON unless it is an object.
 */
export async function readJson(
  limits: EdgeLimits,
  request: BodyRequest,
  response: ServerResponse,
): Promise<object | undefined> {
  const body = await readBody({ limits }, request, response, [
    { type: 'application/json', kind: 'json', isObject: true },
  ])
  return typeof body === 'object' && body !== null ? body : undefined
}
