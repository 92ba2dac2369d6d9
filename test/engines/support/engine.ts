import { onTestFinished } from 'vitest'
import type { ProductName } from '../../../server/src/core/domain/generation/products.ts'
import type { Provider, ProviderLimits } from '../../../server/src/core/ports/provider.ts'
import type { EngineKind } from '../../../server/src/engines/shared/engine-kind.ts'

/** An entry of the providers file; `options` as they are in the file, before their defaults. */
export interface EngineEntry {
  readonly url: string
  readonly apiKey?: string
  readonly models?: Partial<Record<ProductName, string>>
  readonly limits?: ProviderLimits
  readonly options?: Readonly<Record<string, unknown>>
}

/**
 * A provider as the providers file would create it; it is closed with the test. Throws if the options are
 * refused.
 */
export function engineOf<Options>(kind: EngineKind<Options>, entry: EngineEntry): Provider {
  const provider = kind.create({
    name: 'engine',
    url: entry.url,
    apiKey: entry.apiKey,
    models: entry.models ?? {},
    limits: entry.limits ?? {},
    cost: undefined,
    options: optionsOf(kind, entry.options ?? {}),
  })
  onTestFinished(() => provider.close?.())
  return provider
}

/** The options with their defaults. */
export function optionsOf<Options>(kind: EngineKind<Options>, options: unknown): Options {
  const { value, error } = kind.options.validate(options)
  if (error !== undefined) throw error
  return value
}

/** A signal that never ends a call. */
export const patient: AbortSignal = new AbortController().signal

/** Polls a job once, without holding the response. */
export const lookOnce = { waitMsMax: 0, signal: patient } as const
