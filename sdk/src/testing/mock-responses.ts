import type { ApiErrorCode, ApiErrorDetail } from '../types/index.js'
import { contractExamples } from './generated/contract-examples.js'

/** The parts of an error response besides its code. */
interface ErrorExtras {
  readonly headers?: Readonly<Record<string, string>>
  /** Replaces the details of the example. */
  readonly details?: readonly ApiErrorDetail[]
}

/** An error response of the contract, from its example. */
export function errorResponse(code: ApiErrorCode, { headers = {}, details }: ErrorExtras = {}): Response {
  for (const { examples } of Object.values(contractExamples)) {
    for (const { status, body } of Object.values<{ status: number; body: object }>(examples)) {
      if (!('code' in body) || body.code !== code) continue
      return jsonResponse({ ...body, requestId: 'mock', ...(details && { details }) }, status, headers)
    }
  }
  throw new TypeError(`The contract has no example of ${code}`)
}

/** An error response without an example, because no operation declares one. */
export function routingError(
  status: 404 | 405,
  code: ApiErrorCode,
  headers: Record<string, string> = {},
): Response {
  const message =
    status === 404 ? 'There is no such endpoint.' : 'This endpoint does not support this method.'
  return jsonResponse({ status, code, message, requestId: 'mock' }, status, headers)
}

/** A response of the service without a body. */
export function emptyResponse(status: number, headers: Record<string, string>): Response {
  return new Response(null, { status, headers: { 'x-request-id': 'mock', ...headers } })
}

/** A JSON response of the service. */
export function jsonResponse(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'x-request-id': 'mock', ...headers } })
}
