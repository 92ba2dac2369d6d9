import type { Catalogue } from '../generations/price-of.js'
import type { Effect, Pricing } from '../types/index.js'
import { recordOf } from '../types/record.js'

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
