import type Joi from 'joi'
import type { ProductName } from '../../core/domain/products.ts'
import type { Provider, ProviderCapacity, ProviderCost } from '../../core/ports/provider.ts'
import { redactOutcomes } from './calls/redact-outcomes.ts'

/** A provider of the providers file, validated, with its key read from the environment. */
export interface EngineSettings<Options> {
  readonly name: string
  readonly url: string
  readonly apiKey: string | undefined
  /** The model of each product; a product without one is not served if the kind needs a model. */
  readonly models: Partial<Record<ProductName, string>>
  readonly capacity: ProviderCapacity
  readonly jobMsMax: number | undefined
  readonly cost: ProviderCost | undefined
  readonly options: Options
}

/** What every engine's provider takes unchanged from the file. The service decodes their inputs and finishes their results. */
export function providerBasics({
  name,
  capacity,
  jobMsMax,
  cost,
}: EngineSettings<unknown>): Pick<
  Provider,
  'name' | 'results' | 'takesUpright' | 'capacity' | 'jobMsMax' | 'cost'
> {
  return { name, results: 'raw', takesUpright: () => true, capacity, jobMsMax, cost }
}

/**
 * Whether a provider of a kind that needs no model serves a product: every product if the file names no
 * models, otherwise those that have one.
 */
export function servesProduct(settings: Pick<EngineSettings<unknown>, 'models'>, product: string): boolean {
  const named = Object.keys(settings.models)
  return named.length === 0 || named.includes(product)
}

/** The Authorization header with the key as a bearer token; none without a key. */
export function bearerHeader(apiKey: string | undefined): Record<string, string> {
  return apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }
}

/** An adapter's self-description: how the providers file may configure it, and how it is created. */
export interface EngineKind<Options = never> {
  readonly kind: string
  /** The vendor's URL, if there is only one. */
  readonly defaultUrl?: string
  readonly apiKey: 'required' | 'optional' | 'none'
  readonly model: 'required' | 'optional' | 'none'
  /** The products that the protocol supports at all. */
  readonly products: readonly ProductName[]
  /** The adapter's own `options`; unknown keys are refused. */
  readonly options: Joi.ObjectSchema<Options>
  create(settings: EngineSettings<Options>): Provider
}

/** A kind whose providers show neither the key nor the values of `secretsOf` in any outcome. */
export function engineKind<Options>(
  kind: EngineKind<Options>,
  secretsOf: (options: Options) => readonly string[] = () => [],
): EngineKind<Options> {
  return {
    ...kind,
    create(settings) {
      const { apiKey, options, url } = settings
      const keys = apiKey === undefined ? [] : [apiKey, apiKey.slice(apiKey.indexOf(':') + 1)]
      return redactOutcomes(kind.create(settings), [...keys, ...secretsOf(options)], url)
    },
  }
}
