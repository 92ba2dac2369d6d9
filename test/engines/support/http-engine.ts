import { onTestFinished } from 'vitest'
import { parse } from 'yaml'
import type { ProductName } from '../../../server/src/core/domain/generation/products.ts'
import type { PollAnswer, Provider, StartAnswer } from '../../../server/src/core/ports/provider.ts'
import { httpKind } from '../../../server/src/engines/http/http.ts'

interface HttpEngine {
  readonly url: string
  /** As operators write them. */
  readonly options: string
  readonly models?: Partial<Record<ProductName, string>>
  /** null: none. @default 'secret-key' */
  readonly apiKey?: string | null
}

/** A provider of kind `http` as the providers file would create it; it ends with the test. */
export function httpEngine({ url, options, models = {}, apiKey = 'secret-key' }: HttpEngine): Provider {
  const { value, error } = httpKind.options.validate(parse(options), { abortEarly: false, convert: false })
  if (error !== undefined) throw error
  const provider = httpKind.create({
    name: 'engine',
    url,
    apiKey: apiKey ?? undefined,
    models,
    limits: {},
    cost: undefined,
    options: value,
  })
  onTestFinished(() => provider.close?.())
  return provider
}

/** The schema's errors in the options, each with its place. */
export function faultsOf(options: string): readonly string[] {
  const { error } = httpKind.options.validate(parse(options), { abortEarly: false, convert: false })
  return error?.details.map(({ message }) => message) ?? []
}

export const signal = (): AbortSignal => new AbortController().signal

/** The job of a start that must have been taken. */
export function startedJob(answer: StartAnswer): Extract<StartAnswer, { kind: 'started' }>['job'] {
  if (answer.kind !== 'started') throw new Error(`not started: ${JSON.stringify(answer)}`)
  return answer.job
}

export function pollOnce(provider: Provider, job: Parameters<Provider['poll']>[0]): Promise<PollAnswer> {
  return provider.poll(job, { waitMsMax: 0, signal: signal() })
}
