import type { Pricing } from '../../core/domain/catalogue.ts'
import type { ProductName } from '../../core/domain/products.ts'
import type { AcceptDependencies } from '../tasks/accept-generation.ts'

/** A product with the resolutions at which it is offered. */
export interface AvailableProduct {
  readonly product: ProductName
  readonly tiers: readonly {
    readonly tier: string
    /** False while a request for it would be refused with TIER_UNAVAILABLE. */
    readonly isAvailable: boolean
  }[]
}

/** What can be ordered at this moment, of all that the service offers; by no more than acceptance itself reads. */
export async function listAvailability({
  catalogue,
  tierState,
}: {
  readonly catalogue: { readonly pricing: Pricing }
  readonly tierState: AcceptDependencies['tierState']
}): Promise<AvailableProduct[]> {
  const products = catalogue.pricing.products.map(async ({ product, tiers }) => {
    const states = tiers.map(async ({ tier }) => ({ tier, state: await tierState(product, tier) }))
    const offered = (await Promise.all(states)).filter(({ state }) => state !== 'notConfigured')
    return {
      product,
      tiers: offered.map(({ tier, state }) => ({ tier, isAvailable: state === 'available' })),
    }
  })
  return (await Promise.all(products)).filter(({ tiers }) => tiers.length > 0)
}
