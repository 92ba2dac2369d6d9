import { multiplyAmount } from '../generations/decimal.js'
import { pricingDefaults } from '../generations/pricing-defaults.js'
import type { Effect, Pricing, Product } from '../types/index.js'
import { recordOf, type UnknownRecord } from '../types/record.js'

/** The data that prices are computed from. */
export interface Catalogue {
  readonly pricing: Pricing
  readonly effects: readonly Effect[]
}

/**
 * The price of a request body, as an exact decimal: missing parameters come from its effect, otherwise from
 * the contract. Undefined if the price list has no price for it.
 */
export function priceOf(
  product: Product,
  body: UnknownRecord,
  { pricing, effects }: Catalogue,
): string | undefined {
  const presets = effects.find(({ id }) => id === body.effectId)?.defaults ?? {}
  const defaults = pricingDefaults[product]
  const tier = body.resolution ?? presets.resolution ?? defaults.resolution
  const seconds = body.durationSeconds ?? presets.durationSeconds ?? defaults.durationSeconds
  const priced = pricing.products.find((one) => one.product === product)
  const unitPrice = priced?.tiers.find((one) => one.tier === tier)?.unitPrice
  const quantity = priced?.unit === 'second' ? seconds : 1
  const isWhole = typeof quantity === 'number' && Number.isSafeInteger(quantity) && quantity > 0
  return unitPrice === undefined || !isWhole ? undefined : multiplyAmount(unitPrice, quantity)
}

/** Prices and effects rarely change, and a batch should not read them for each generation. */
const catalogueCacheMs = 60_000

/**
 * Reads prices and effects at most once a minute, by `read`, which resolves to the JSON of a path. Rejects
 * with its error, or with a TypeError if the response is not a price list.
 */
export function createCatalogueReader(
  read: (path: string) => Promise<unknown>,
  now: () => number,
): () => Promise<Catalogue> {
  let latest: { readonly readAtMs: number; readonly catalogue: Promise<Catalogue> } | undefined
  const readBoth = async (): Promise<Catalogue> => {
    const [pricing, effects] = await Promise.all([read('/api/v1/pricing'), read('/api/v1/effects')])
    if (!isPricing(pricing) || !isEffects(effects)) throw new TypeError('the price list is not one')
    return { pricing, effects: effects.effects }
  }
  return async () => {
    if (latest === undefined || now() >= latest.readAtMs + catalogueCacheMs) {
      const entry = { readAtMs: now(), catalogue: readBoth() }
      latest = entry
      entry.catalogue.catch(() => {
        if (latest === entry) latest = undefined
      })
    }
    return latest.catalogue
  }
}

function isPricing(value: unknown): value is Pricing {
  return Array.isArray(recordOf(value).products)
}

function isEffects(value: unknown): value is { effects: Effect[] } {
  return Array.isArray(recordOf(value).effects)
}
