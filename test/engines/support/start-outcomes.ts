import { expect, onTestFinished } from 'vitest'
import type { ProductName } from '../../../server/src/core/domain/generation/products.ts'
import type { GenerationJob } from '../../../server/src/core/ports/generation-job.ts'
import type { GeneratedMedia, Provider, StartAnswer } from '../../../server/src/core/ports/provider.ts'
import type { EngineKind } from '../../../server/src/engines/shared/engine-kind.ts'
import { type CounterpartAnswer, startCounterpart } from './counterpart.ts'

export interface SetUp {
  readonly url: string
  readonly apiKey?: string
  readonly models?: Partial<Record<ProductName, string>>
  /** As in the providers file, before defaults. */
  readonly options?: Readonly<Record<string, unknown>>
}

/** A provider of a kind, configured as in the providers file; it is closed with the test. */
export function providerOf<Options>(kind: EngineKind<Options>, setUp: SetUp): Provider {
  const { value, error } = kind.options.validate(setUp.options ?? {})
  if (error !== undefined) throw error
  const provider = kind.create({
    name: 'tested',
    url: setUp.url,
    apiKey: setUp.apiKey,
    models: setUp.models ?? {},
    limits: {},
    cost: undefined,
    options: value,
  })
  onTestFinished(() => provider.close?.())
  return provider
}

export interface StartOutcome {
  readonly told: string
  readonly answer: CounterpartAnswer
  readonly outcome: Partial<StartAnswer> & Pick<StartAnswer, 'kind'>
}

const error = { error: { message: 'the engine\n  says why' } }
const says = 'the engine says why'

/** The meaning of a response to a start in every API that is reached directly. */
export const startOutcomes: readonly StartOutcome[] = [
  ...[400, 413, 415, 422].map((status) => ({
    told: `${status}`,
    answer: { status, json: error },
    outcome: { kind: 'rejected', message: says } as const,
  })),
  ...[401, 402, 403, 404, 409, 503].map((status) => ({
    told: `${status}`,
    answer: { status, json: error },
    outcome: { kind: 'unavailable', message: expect.stringContaining(says) } as const,
  })),
  {
    told: '429 with Retry-After',
    answer: { status: 429, headers: { 'Retry-After': '7' }, json: error },
    outcome: { kind: 'unavailable', retryAfterMs: 7_000 },
  },
  ...[500, 502, 504].map((status) => ({
    told: `${status}`,
    answer: { status, json: error },
    outcome: { kind: 'ambiguous', message: expect.stringContaining(says) } as const,
  })),
  {
    told: 'a redirect',
    answer: { status: 302, headers: { Location: 'http://elsewhere.example/' } },
    outcome: { kind: 'unavailable' },
  },
  { told: 'a reset after the body', answer: 'reset', outcome: { kind: 'ambiguous' } },
  { told: '200 with garbage', answer: { text: '{"id": "1' }, outcome: { kind: 'ambiguous' } },
  { told: '200 with a page', answer: { text: '<html>Sign in</html>' }, outcome: { kind: 'ambiguous' } },
  { told: '200 with nothing', answer: { text: '' }, outcome: { kind: 'ambiguous' } },
  { told: '200 with something else', answer: { json: { ok: true } }, outcome: { kind: 'ambiguous' } },
  { told: 'half an answer', answer: { json: { id: '1' }, truncateAt: 4 }, outcome: { kind: 'ambiguous' } },
]

/** The outcome of a start with that response; sent once, whatever the response. */
export async function startAgainst<Options>(
  kind: EngineKind<Options>,
  setUp: Omit<SetUp, 'url'>,
  job: GenerationJob,
  answer: CounterpartAnswer,
): Promise<StartAnswer> {
  const counterpart = await startCounterpart(() => answer)
  const provider = providerOf(kind, { ...setUp, url: counterpart.url })
  const outcome = await provider.start(job, new AbortController().signal)
  expect(counterpart.requests).toHaveLength(1)
  return outcome
}

/** The outcome of a start at an engine that is down. */
export async function startWhenDown<Options>(
  kind: EngineKind<Options>,
  setUp: Omit<SetUp, 'url'>,
  job: GenerationJob,
): Promise<StartAnswer> {
  const counterpart = await startCounterpart(() => ({}))
  await counterpart.close()
  return providerOf(kind, { ...setUp, url: counterpart.url }).start(job, new AbortController().signal)
}

/** The outcome of a start that the worker abandons while the engine is silent. */
export async function startUntilAborted<Options>(
  kind: EngineKind<Options>,
  setUp: Omit<SetUp, 'url'>,
  job: GenerationJob,
): Promise<StartAnswer> {
  const stop = new AbortController()
  const counterpart = await startCounterpart(() => {
    stop.abort()
    return 'hang'
  })
  return providerOf(kind, { ...setUp, url: counterpart.url }).start(job, stop.signal)
}

/** Reads a result to its end without keeping it. */
export async function drain(media: GeneratedMedia): Promise<void> {
  if ('bytes' in media) return
  for await (const _ of media.stream(new AbortController().signal));
}

/** The single result of a response that has one. */
export function mediaOf(answer: {
  readonly kind: string
  readonly outputs?: readonly GeneratedMedia[]
}): GeneratedMedia {
  const [media] = answer.outputs ?? []
  if (media === undefined) throw new Error(`There is no result: ${JSON.stringify(answer)}`)
  return media
}
