import { describe, expect, test } from 'vitest'
import type { GenerationJob } from '../../../server/src/core/ports/generation-job.ts'
import type { Provider, StartAnswer } from '../../../server/src/core/ports/provider.ts'
import { type CounterpartAnswer, type CounterpartRequest, startCounterpart } from './counterpart.ts'
import { patient } from './engine.ts'
import { startOutcomes } from './start-outcomes.ts'

export interface StartSubject {
  readonly kind: string
  readonly job: GenerationJob
  make(url: string): Provider
  /** Whether a request is the one that submits the job. */
  submits(request: CounterpartRequest): boolean
  /** The response to every other request, such as an upload. @default 404 */
  otherwise?(request: CounterpartRequest): CounterpartAnswer
  /** Rows of the common table that this API interprets differently, by name. @default none */
  readonly except?: Readonly<Record<string, StartAnswer['kind']>>
}

/** Tests one adapter's interpretation of responses, and counts at the counterpart that it sends only once. */
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

  describe(`${subject.kind} reports the outcome of a start`, () => {
    test.each(
      startOutcomes.map(
        ({ told, answer, outcome }) => [told, subject.except?.[told] ?? outcome.kind, answer] as const,
      ),
    )('answered with %s it is %s, after one submission', async (_name, kind, answer) => {
      const outcome = await start(answer)
      expect(outcome).toMatchObject({ answer: { kind }, submissions: 1 })
      if ('message' in outcome.answer) expect(outcome.answer.message).toMatch(/^[^\n]{1,600}$/)
    })

    test('a pause that an engine requests is passed on', async () => {
      const { answer } = await start({ status: 429, headers: { 'Retry-After': '7' }, json: {} })
      expect(answer).toMatchObject({ kind: 'unavailable', retryAfterMs: 7_000 })
    })

    test('a refused connection certainly submitted nothing', async () => {
      const counterpart = await startCounterpart(() => 'hang')
      await counterpart.close()
      const answer = await subject.make(counterpart.url).start(subject.job, patient)
      expect(answer).toMatchObject({ kind: 'unavailable' })
    })

    test('a start that is abandoned while the engine is silent is ambiguous', async () => {
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
