import type * as contract from '@mediagen/contract/models'
import type { Catalogue, Effect } from '../core/domain/catalogue.ts'
import type { ProductName, Surface } from '../core/domain/products.ts'

/**
 * Prices of every product and tier that has a configured provider, so that nothing is offered that cannot
 * run.
 */
export function viewPricing(
  catalogue: Catalogue,
  isConfigured: (product: ProductName, tier: string) => boolean,
): contract.Pricing {
  const products = catalogue.pricing.products.map(({ product, unit, tiers }) => ({
    product,
    unit,
    tiers: tiers
      .filter(({ tier }) => isConfigured(product, tier))
      .map(({ tier, unitPrice }) => ({ tier, unitPrice: unitPrice.toString() })),
  }))
  return { currency: catalogue.pricing.currency, products: products.filter(({ tiers }) => tiers.length > 0) }
}

/**
 * The effects that some provider can apply, or those of one surface, without the fields meant for providers.
 */
export function viewEffects(
  catalogue: Catalogue,
  isOffered: (effect: Effect) => boolean,
  surface?: Surface,
): contract.EffectCatalogue {
  const effects = catalogue.effects
    .filter((effect) => surface === undefined || effect.surface === surface)
    .filter(isOffered)
    .map(({ id, name, description, surface: kind, defaults }) => ({
      id,
      name,
      description,
      surface: kind,
      defaults: { ...defaults },
    }))
  return { effects }
}

/**
 * The gallery, or the examples of one surface, without examples of effects that no provider here can apply.
 */
export function viewExamples(
  catalogue: Catalogue,
  isOffered: (effect: Effect) => boolean,
  surface?: Surface,
): contract.Gallery {
  const offered = new Set(catalogue.effects.filter(isOffered).map(({ id }) => id))
  const examples = catalogue.gallery
    .filter((example) => surface === undefined || example.surface.toLowerCase() === surface)
    .filter(({ request }) => offered.has(String(request.effectId)))
  return { examples: examples.map((example) => ({ ...example, request: { ...example.request } })) }
}
