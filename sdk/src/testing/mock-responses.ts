import type { ApiErrorCode } from '../types.js'
import { contractExamples } from './generated/contract-examples.js'

/** An error response of the contract, by its example. */
export function errorResponse(code: ApiErrorCode, headers: Record<string, string> = {}): Response {
  for (const { examples } of Object.values(contractExamples)) {
    for (const { status, body } of Object.values<{ status: number; body: object }>(examples)) {
      if ('code' in body && body.code === code)
        return jsonResponse({ ...body, requestId: 'mock' }, status, headers)
    }
  }
  throw new TypeError(`The contract has no example of ${code}`)
}

/** A JSON response of the service. */
export function jsonResponse(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'x-request-id': 'mock', ...headers } })
}
