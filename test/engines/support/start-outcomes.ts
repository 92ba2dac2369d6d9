import { expect } from 'vitest'
import type { StartResponse } from '../../../server/src/core/ports/provider.ts'
import type { CounterpartResponse } from './counterpart.ts'

export interface StartOutcome {
  readonly name: string
  readonly response: CounterpartResponse
  readonly outcome: Partial<StartResponse> & Pick<StartResponse, 'kind'>
}

const error = { error: { message: 'the engine\n  says why' } }
const says = 'the engine says why'

/** The meaning of a response to a start in every API that is reached directly, however it judges an input. */
export const commonOutcomes: readonly StartOutcome[] = [
  ...[401, 403].map((status) => ({
    name: `${status}`,
    response: { status, json: error },
    outcome: { kind: 'unavailable', message: expect.stringContaining(says) } as const,
  })),
  {
    name: '429 with Retry-After',
    response: { status: 429, headers: { 'Retry-After': '7' }, json: error },
    outcome: { kind: 'unavailable', retryAfterMs: 7_000 },
  },
  ...[500, 502, 504].map((status) => ({
    name: `${status}`,
    response: { status, json: error },
    outcome: { kind: 'ambiguous', message: expect.stringContaining(says) } as const,
  })),
  { name: 'a reset after the body', response: 'reset', outcome: { kind: 'ambiguous' } },
  { name: '200 with garbage', response: { text: '{"id": "1' }, outcome: { kind: 'ambiguous' } },
  { name: '200 with a page', response: { text: '<html>Sign in</html>' }, outcome: { kind: 'ambiguous' } },
  { name: '200 with nothing', response: { text: '' }, outcome: { kind: 'ambiguous' } },
  { name: '200 with something else', response: { json: { ok: true } }, outcome: { kind: 'ambiguous' } },
  { name: 'half a response', response: { json: { id: '1' }, truncateAt: 4 }, outcome: { kind: 'ambiguous' } },
]

/** Its meaning in most of them. */
export const ownOutcomes: readonly StartOutcome[] = [
  ...[400, 413, 415, 422].map((status) => ({
    name: `${status}`,
    response: { status, json: error },
    outcome: { kind: 'rejected', message: says } as const,
  })),
  ...[402, 404, 409, 503].map((status) => ({
    name: `${status}`,
    response: { status, json: error },
    outcome: { kind: 'unavailable', message: expect.stringContaining(says) } as const,
  })),
  {
    name: 'a redirect',
    response: { status: 302, headers: { Location: 'http://elsewhere.example/' } },
    outcome: { kind: 'unavailable' },
  },
]
