import { onTestFinished } from 'vitest'
import { parse } from 'yaml'
import type { ProductName } from '../../../server/src/core/domain/products.ts'
import type { PollResponse, Provider, StartResponse } from '../../../server/src/core/ports/provider.ts'
import { engineKinds } from '../../../server/src/engines/engine-kinds.ts'
import { httpKind } from '../../../server/src/engines/http/http.ts'
import type { EngineKind } from '../../../server/src/engines/shared/engine-kind.ts'

/** An entry of the providers file; `options` as they are in the file, before their defaults. */
export interface EngineEntry {
  readonly url: string
  readonly apiKey?: string | undefined
  readonly models?: Partial<Record<ProductName, string>>
  readonly jobMsMax?: number
  readonly options?: Readonly<Record<string, unknown>>
}

/**
 * A provider as the providers file would create it; it is closed with the test. Throws if its options are
 * invalid.
 */
export function engineOf<Options>(kind: EngineKind<Options>, entry: EngineEntry): Provider {
  const provider = kind.create({
    name: 'engine',
    url: entry.url,
    apiKey: entry.apiKey,
    models: entry.models ?? {},
    capacity: {},
    jobMsMax: entry.jobMsMax,
    cost: undefined,
    options: optionsOf(kind, entry.options ?? {}),
  })
  onTestFinished(() => provider.close?.())
  return provider
}

/** The same for the kind of a name. */
export function engineOfKind(name: string, entry: EngineEntry): Provider {
  const kind = engineKinds.find((candidate) => candidate.kind === name)
  if (kind === undefined) throw new Error(`There is no kind ${name}.`)
  return engineOf(kind, entry)
}

/** The same for kind `http`, with its options in YAML as operators write them, and a key. */
export function httpEngine({
  options,
  ...entry
}: Omit<EngineEntry, 'options'> & { options: string }): Provider {
  return engineOf(httpKind, { apiKey: 'secret-key', ...entry, options: parse(options) })
}

/** The options with their defaults. */
export function optionsOf<Options>(kind: EngineKind<Options>, options: unknown): Options {
  const { value, error } = kind.options.validate(options, { abortEarly: false, convert: false })
  if (error !== undefined) throw error
  return value
}

/** A signal that never ends a call. */
export const patient: AbortSignal = new AbortController().signal

/** Polls a job once, without holding the response. */
export const lookOnce = { waitMsMax: 0, signal: patient } as const

export function pollOnce(provider: Provider, job: Parameters<Provider['poll']>[0]): Promise<PollResponse> {
  return provider.poll(job, lookOnce)
}

/** The job of a start that must have been taken. */
export function startedJob(response: StartResponse): Extract<StartResponse, { kind: 'started' }>['job'] {
  if (response.kind !== 'started') throw new Error(`not started: ${JSON.stringify(response)}`)
  return response.job
}
