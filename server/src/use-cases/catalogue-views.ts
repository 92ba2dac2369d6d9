import type { Catalogue, Effect } from '../domain/catalogue.js'
import type { ProductName, Surface } from '../domain/generation/products.js'
import type * as contract from '../generated/models.js'

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

/** The effects that some provider can apply, or those of one surface; without what only providers see. */
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

/** The gallery, or the examples of one surface. */
export function viewExamples(catalogue: Catalogue, surface?: Surface): contract.Gallery {
  const examples = catalogue.gallery.filter(
    (example) => surface === undefined || example.surface.toLowerCase() === surface,
  )
  return { examples: examples.map((example) => ({ ...example, request: { ...example.request } })) }
}
