import type { CircuitBreaker } from '../coordination/circuit-breaker.ts'
import type { AcceptDependencies } from '../use-cases/tasks/accept-generation.ts'
import type { ProviderRegistry } from '../worker/provider-registry.ts'

/** Whether an order can be served, by what all processes know of the engines within a second. */
export function createTierState(
  providers: Pick<ProviderRegistry, 'candidates'>,
  breaker: Pick<CircuitBreaker, 'isDown' | 'paused'>,
): AcceptDependencies['tierState'] {
  return async (product, tier, effect) => {
    const candidates = providers.candidates({ product, tier, ...(effect !== undefined && { effect }) })
    if (candidates.length === 0) return 'notConfigured'
    const { engines, products } = await breaker.paused()
    if (products.has(product)) return 'down'
    for (const { name } of candidates)
      if (!engines.has(name) && !(await breaker.isDown(name))) return 'available'
    return 'down'
  }
}
