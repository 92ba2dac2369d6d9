import { productNames } from '../core/domain/products.ts'
import type { Engine } from '../operator/inspection.ts'
import type { ProviderRegistry } from '../worker/provider-registry.ts'

/** The engines of the providers file, with what each may be given. */
export function listEngines(providers: ProviderRegistry): readonly Engine[] {
  return providers.list().map(({ name, capacity }) => ({
    name,
    capacity,
    productsServed: productNames.filter((product) =>
      providers.providersOf(product).some((provider) => provider.name === name),
    ),
  }))
}
