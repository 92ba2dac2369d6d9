import { describe, expect, test } from 'vitest'
import type { GenerationJob, Provider, StartAnswer } from '../../../server/src/ports/provider.ts'
import { type CounterpartAnswer, type CounterpartRequest, startCounterpart } from './counterpart.ts'
import { patient } from './engine.ts'

export interface StartSubject {
  readonly kind: string
  readonly job: GenerationJob
  make(url: string): Provider
  /** Whether a request is the one that submits the job. */
  submits(request: CounterpartRequest): boolean
  /** What every other request is answered with, such as an upload. @default 404 */
  otherwise?(request: CounterpartRequest): CounterpartAnswer
  /** Rows of the common table that this wire reads otherwise, by their name. @default none */
  readonly except?: Readonly<Record<string, StartAnswer['kind']>>
}

const page = '<!doctype html><title>Welcome</title><p>It works.</p>'

/** What every wire answers now and then, and what the core has to be told of it. */
const outcomes: readonly (readonly [name: string, answer: CounterpartAnswer, kind: StartAnswer['kind']])[] = [
  ['400', { status: 400, json: { error: 'bad input' } }, 'rejected'],
  ['401', { status: 401, json: { detail: 'no such key' } }, 'unavailable'],
  ['402', { status: 402, json: { detail: 'out of credit' } }, 'unavailable'],
  ['403', { status: 403, json: { detail: 'forbidden' } }, 'unavailable'],
  ['404', { status: 404, json: { detail: 'no such model' } }, 'unavailable'],
  ['409', { status: 409, json: { detail: 'busy' } }, 'unavailable'],
  ['422', { status: 422, json: { detail: [{ loc: ['body'], msg: 'too long', type: 'value' }] } }, 'rejected'],
  ['429', { status: 429, json: { error: 'slow down' } }, 'unavailable'],
  ['500', { status: 500, json: { error: 'broken' } }, 'ambiguous'],
  ['502', { status: 502, text: page }, 'ambiguous'],
  ['504', { status: 504, text: page }, 'ambiguous'],
  ['a redirect', { status: 302, headers: { Location: '/elsewhere' } }, 'unavailable'],
  ['a reset after the whole request', 'reset', 'ambiguous'],
  ['a 200 with a page', { text: page, headers: { 'Content-Type': 'text/html' } }, 'ambiguous'],
  ['a 200 with garbage', { text: '{"id": "half' }, 'ambiguous'],
  ['a 200 with other JSON', { json: { hello: 'world' } }, 'ambiguous'],
  ['a 200 without a body', { status: 200 }, 'ambiguous'],
  ['a 200 that breaks off', { json: { id: 'a'.repeat(4_000) }, truncateAt: 100 }, 'ambiguous'],
]

/**
 * Holds one adapter to the common reading of answers, and counts at the counterpart that it asks only once.
 */
export function testStartOutcomes(subject: StartSubject): void {
  const start = async (
    answer: CounterpartAnswer,
    signal = patient,
  ): Promise<{ answer: StartAnswer; submissions: number }> => {
    let submissions = 0
    const { url } = await startCounterpart((request) => {
      if (!subject.submits(request)) return subject.otherwise?.(request) ?? { status: 404 }
      submissions += 1
      return answer
    })
    return { answer: await subject.make(url).start(subject.job, signal), submissions }
  }

  describe(`${subject.kind} says what became of a start`, () => {
    test.each(
      outcomes.map(([name, answer, kind]) => [name, subject.except?.[name] ?? kind, answer] as const),
    )('answered with %s it is %s, after one submission', async (_name, kind, answer) => {
      const outcome = await start(answer)
      expect(outcome).toMatchObject({ answer: { kind }, submissions: 1 })
      if ('message' in outcome.answer) expect(outcome.answer.message).toMatch(/^[^\n]{1,600}$/)
    })

    test('an engine that asks for a pause is left alone for that long', async () => {
      const { answer } = await start({ status: 429, headers: { 'Retry-After': '7' }, json: {} })
      expect(answer).toMatchObject({ kind: 'unavailable', retryAfterMs: 7_000 })
    })

    test('a connection that is refused is certain', async () => {
      const counterpart = await startCounterpart(() => 'hang')
      await counterpart.close()
      const answer = await subject.make(counterpart.url).start(subject.job, patient)
      expect(answer).toMatchObject({ kind: 'unavailable' })
    })

    test('a start that is given up while the engine thinks is ambiguous', async () => {
      const stop = new AbortController()
      const counterpart = await startCounterpart((request) => {
        if (!subject.submits(request)) return subject.otherwise?.(request) ?? { status: 404 }
        stop.abort()
        return 'hang'
      })
      const answer = await subject.make(counterpart.url).start(subject.job, stop.signal)
      expect(answer).toMatchObject({ kind: 'ambiguous' })
    })
  })
}
