import type { ApiErrorCode } from '../types.js'
import { contractAnswers } from './generated/contract-answers.js'

/** Answers with an error of the contract, as its example says it. */
export function errorAnswer(code: ApiErrorCode, headers: Record<string, string> = {}): Response {
  for (const { answers } of Object.values(contractAnswers)) {
    for (const { status, body } of Object.values<{ status: number; body: object }>(answers)) {
      if ('code' in body && body.code === code)
        return jsonAnswer({ ...body, requestId: 'mock' }, status, headers)
    }
  }
  throw new TypeError(`The contract has no example of ${code}`)
}

/** Answers with JSON as the service does. */
export function jsonAnswer(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'x-request-id': 'mock', ...headers } })
}
