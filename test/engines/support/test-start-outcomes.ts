import { describe, expect, test } from 'vitest'
import type { GenerationJob } from '../../../server/src/core/ports/generation-job.ts'
import type { Provider, StartResponse } from '../../../server/src/core/ports/provider.ts'
import type { EngineKind } from '../../../server/src/engines/shared/engine-kind.ts'
import { type CounterpartRequest, type CounterpartResponse, startCounterpart } from './counterpart.ts'
import { type EngineEntry, engineOf, patient } from './engine.ts'
import { startOutcomes } from './start-outcomes.ts'

/** The outcome of a start with that response; sent once, whatever the response. */
export async function startAgainst<Options>(
  kind: EngineKind<Options>,
  entry: Omit<EngineEntry, 'url'>,
  job: GenerationJob,
  response: CounterpartResponse,
): Promise<StartResponse> {
  const counterpart = await startCounterpart(() => response)
  const outcome = await engineOf(kind, { ...entry, url: counterpart.url }).start(job, patient)
  expect(counterpart.requests).toHaveLength(1)
  return outcome
}

export interface StartSubject {
  readonly kind: string
  readonly job: GenerationJob
  make(url: string): Provider
  /** Whether a request is the one that submits the job. @default every request */
  submits?(request: CounterpartRequest): boolean
  /** The response to every other request, such as an upload. @default 404 */
  otherwise?(request: CounterpartRequest): CounterpartResponse
  /** Rows of the common table that this API interprets differently, by name. @default none */
  readonly except?: Readonly<Record<string, StartResponse['kind']>>
}

/** Tests one adapter's interpretation of responses, and counts at the counterpart that it sends only once. */
export function testStartOutcomes(subject: StartSubject): void {
  const start = async (
    respond: () => CounterpartResponse,
    signal = patient,
  ): Promise<{ outcome: StartResponse; submissions: number }> => {
    let submissions = 0
    const { url } = await startCounterpart((request) => {
      if (subject.submits?.(request) === false) return subject.otherwise?.(request) ?? { status: 404 }
      submissions += 1
      return respond()
    })
    return { outcome: await subject.make(url).start(subject.job, signal), submissions }
  }

  describe(`${subject.kind} reports the outcome of a start`, () => {
    test.each(
      startOutcomes.map(({ name, response, outcome }) => {
        const kind = subject.except?.[name]
        return [name, kind ?? outcome.kind, response, kind === undefined ? outcome : { kind }] as const
      }),
    )('to %s it is %s, after one submission', async (_name, _kind, response, outcome) => {
      const { outcome: actual, submissions } = await start(() => response)
      expect(actual).toMatchObject(outcome)
      expect(submissions).toBe(1)
      if ('message' in actual) expect(actual.message).toMatch(/^[^\n]{1,600}$/)
    })

    test('a refused connection certainly submitted nothing', async () => {
      const counterpart = await startCounterpart(() => 'hang')
      await counterpart.close()
      const outcome = await subject.make(counterpart.url).start(subject.job, patient)
      expect(outcome).toMatchObject({ kind: 'unavailable' })
    })

    test('a start that is abandoned while the engine is silent is ambiguous', async () => {
      const stop = new AbortController()
      const silent = (): CounterpartResponse => {
        stop.abort()
        return 'hang'
      }
      const { outcome } = await start(silent, stop.signal)
      expect(outcome).toMatchObject({ kind: 'ambiguous' })
    })
  })
}
