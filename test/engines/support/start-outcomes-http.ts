import type { StartAnswer } from '../../../server/src/ports/provider.ts'
import type { CounterpartAnswer } from './counterpart.ts'

interface StartOutcome {
  readonly name: string
  readonly answer: CounterpartAnswer
  readonly expected: StartAnswer['kind']
}

const json = { error: { message: 'what the engine says' } }

/** What an engine that is reached directly may answer to a start, and what each answer proves. */
export const startOutcomes: readonly StartOutcome[] = [
  ...[400, 413, 415, 422].map((status) => outcome(`${status}`, { status, json }, 'rejected')),
  ...[401, 402, 403, 404, 409, 429, 503].map((status) =>
    outcome(`${status}`, { status, json }, 'unavailable'),
  ),
  ...[500, 502, 504].map((status) => outcome(`${status}`, { status, json }, 'ambiguous')),
  outcome('a redirect', { status: 302, headers: { Location: 'http://elsewhere.example/' } }, 'unavailable'),
  outcome('a reset after the body', 'reset', 'ambiguous'),
  outcome('a page with status 200', { text: '<html><body>Welcome</body></html>' }, 'ambiguous'),
  outcome('garbage with status 200', { text: '{"id": "jo' }, 'ambiguous'),
  outcome('nothing with status 200', {}, 'ambiguous'),
  outcome('an answer that breaks off', { json: { id: 'job-1' }, truncateAt: 5 }, 'ambiguous'),
  outcome('an answer without end', 'endless', 'ambiguous'),
]

function outcome(name: string, answer: CounterpartAnswer, expected: StartAnswer['kind']): StartOutcome {
  return { name, answer, expected }
}
