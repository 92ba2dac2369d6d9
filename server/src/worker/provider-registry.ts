import type { ProductName } from '../domain/generation/products.js'
import type { Route } from '../domain/generation/route.js'
import type { Provider } from '../ports/provider.js'

/** Which providers are tried for a product and tier, in which order. */
export interface ProviderRegistry {
  /** Providers that serve this product at this tier, the preferred first, whether they are up or down. */
  candidates(product: ProductName, tier: string): readonly Provider[]
  find(name: string): Provider | undefined
  close(): Promise<void>
}

/** Routes name known providers; the loader of the providers file has seen to that. */
export function createProviderRegistry(
  providers: readonly Provider[],
  routes: readonly Route[],
): ProviderRegistry {
  const byName = new Map(providers.map((provider) => [provider.name, provider]))
  return {
    candidates(product, tier) {
      const names = routes
        .filter((route) => route.product === product && (route.tiers?.includes(tier) ?? true))
        .flatMap((route) => route.providers)
      return [...new Set(names)].flatMap((name) => {
        const provider = byName.get(name)
        return provider?.serves(product, tier) ? [provider] : []
      })
    },
    find: (name) => byName.get(name),
    async close() {
      await Promise.all(providers.map((provider) => provider.close?.()))
    },
  }
}
