import type Joi from 'joi'
import type { ProductName } from '../../domain/generation/products.js'
import type { Provider, ProviderCost, ProviderLimits } from '../../ports/provider.js'

/** A provider of the providers file, checked, with its secret read from the environment. */
export interface EngineSettings<Options> {
  readonly name: string
  readonly url: string
  readonly apiKey: string | undefined
  /** The model of each product; a product that is not named is not served where the kind needs a model. */
  readonly models: Partial<Record<ProductName, string>>
  readonly limits: ProviderLimits
  readonly cost: ProviderCost | undefined
  readonly options: Options
}

/** What every engine's provider takes from the file unchanged. The core finishes the results of engines. */
export function providerBasics({
  name,
  limits,
  cost,
}: EngineSettings<unknown>): Pick<Provider, 'name' | 'results' | 'limits' | 'cost'> {
  return { name, results: 'raw', limits, ...(cost !== undefined && { cost }) }
}

/** The header of a key that is a bearer token; none where there is no key. */
export function bearerHeader(apiKey: string | undefined): Record<string, string> {
  return apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }
}

/** What an adapter says of itself: how the providers file may set it up, and how it is made. */
export interface EngineKind<Options = never> {
  readonly kind: string
  /** The vendor's address, where there is just one. */
  readonly defaultUrl?: string
  readonly apiKey: 'required' | 'optional' | 'none'
  readonly model: 'required' | 'optional' | 'none'
  /** The products that the protocol can carry at all. */
  readonly products: readonly ProductName[]
  /** The adapter's own `options`; unknown keys are refused. */
  readonly options: Joi.ObjectSchema<Options>
  create(settings: EngineSettings<Options>): Provider
}
