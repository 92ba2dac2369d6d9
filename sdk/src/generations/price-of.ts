import { defaults } from '../generated/defaults.js'
import type { Effect, Estimate, Pricing, Product } from '../types/index.js'
import { multiplyAmount } from './decimal.js'

/** The data that prices are computed from. */
export interface Catalogue {
  readonly pricing: Pricing
  readonly effects: readonly Effect[]
}

/** The fields of a request that its price depends on, not yet checked. */
export interface PricedFields {
  readonly effectId?: unknown
  readonly resolution?: unknown
  readonly durationSeconds?: unknown
}

/** The price of a request, or the value for which there is none. */
export type Price =
  | { readonly kind: 'priced'; readonly estimate: Estimate }
  | { readonly kind: 'unpriced'; readonly value: unknown }

/** What the contract says of a request without these fields. Only videos have a duration. */
export const pricingDefaults: Readonly<Record<Product, { resolution: string; durationSeconds?: number }>> = {
  'image.generate': defaults.generateImage,
  'image.transform': defaults.transformImage,
  'video.generate': defaults.generateVideo,
  'video.transform': defaults.transformVideo,
}

/** The price of a request: missing fields come from its effect, otherwise from the contract. */
export function priceOf(product: Product, fields: PricedFields, { pricing, effects }: Catalogue): Price {
  const presets = effects.find(({ id }) => id === fields.effectId)?.defaults ?? {}
  const omitted = pricingDefaults[product]
  const resolution = fields.resolution ?? presets.resolution ?? omitted.resolution
  const durationSeconds = fields.durationSeconds ?? presets.durationSeconds ?? omitted.durationSeconds
  const listed = pricing.products.find((one) => one.product === product)
  const price = listed?.tiers.find(({ tier }) => tier === resolution)
  if (listed === undefined || price === undefined) {
    return { kind: 'unpriced', value: resolution }
  }
  const { tier, unitPrice } = price
  const { unit } = listed
  const quantity = unit === 'second' ? durationSeconds : 1
  if (!isCount(quantity)) return { kind: 'unpriced', value: durationSeconds }
  const amount = multiplyAmount(unitPrice, quantity)
  const { currency } = pricing
  return { kind: 'priced', estimate: { product, tier, unit, quantity, unitPrice, amount, currency } }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}
