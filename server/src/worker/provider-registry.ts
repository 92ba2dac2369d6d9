import { createHash } from 'node:crypto'
import { providerNameOf, type Route, type RouteProvider } from '../core/domain/generation/route.ts'
import type { ProductName } from '../core/domain/products.ts'
import type { TaskEffect } from '../core/domain/tasks/task.ts'
import type { Provider } from '../core/ports/provider.ts'

/** What a provider must serve: a product at a tier, with or without an effect. */
export interface Wanted {
  readonly product: ProductName
  readonly tier: string
  readonly effect?: Pick<TaskEffect, 'id' | 'studioOnly'>
}

/** Which providers are tried for a product and tier, in which order. */
export interface ProviderRegistry {
  /** Providers that serve it, the preferred first, whether they are up or down. */
  candidates(wanted: Wanted): readonly Provider[]
  /**
   * The same in groups: the members of a group share the load, and a later group is used when those before it
   * are down.
   */
  groupsFor(wanted: Wanted, taskId: string): readonly (readonly Provider[])[]
  /** Every provider that a task of the product may be handed to. */
  providersOf(product: ProductName): readonly Provider[]
  /** Also finds a provider that the providers file no longer names, while this process still has it. */
  find(name: string): Provider | undefined
  list(): readonly Provider[]
  /** A different number after every `replace`. */
  version(): number
  /** Installs new providers and routes; tasks under way stay with their provider. */
  replace(providers: readonly Provider[], routes: readonly Route[]): void
  close(): Promise<void>
}

/** Routes name known providers; the loader of the providers file has checked that. */
export function createProviderRegistry(
  providers: readonly Provider[],
  routes: readonly Route[],
): ProviderRegistry {
  let current = { providers, routes, byName: byName(providers) }
  /** Every order asks for them. */
  const candidates = new Map<string, readonly Provider[]>()
  /** Providers replaced by a newer file whose jobs are still under way. */
  const retired: Provider[] = []
  let version = 0

  const serving = ({ product, tier, effect }: Wanted, name: string): Provider[] => {
    const provider = current.byName.get(name)
    const canServe = provider?.serves(product, tier) === true
    return provider !== undefined && canServe && canApply(provider, product, effect) ? [provider] : []
  }
  const groupsFor = (wanted: Wanted, taskId: string): Provider[][] => {
    const seen = new Set<string>()
    return routesOf(current.routes, wanted)
      .flatMap((route) => inGroups(route.providers))
      .map((group) =>
        inOrderFor(taskId, group)
          .filter((name) => !seen.has(name) && seen.add(name))
          .flatMap((name) => serving(wanted, name)),
      )
      .filter((group) => group.length > 0)
  }

  return {
    groupsFor,
    candidates(wanted) {
      const { product, tier, effect } = wanted
      const key = `${product} ${tier} ${effect?.id ?? ''}`
      const found = candidates.get(key) ?? groupsFor(wanted, '').flat()
      candidates.set(key, found)
      return found
    },
    providersOf(product) {
      const names = current.routes
        .filter((route) => route.product === product)
        .flatMap((route) => route.providers.map(providerNameOf))
      return [...new Set(names)].flatMap((name) => current.byName.get(name) ?? [])
    },
    find: (name) => current.byName.get(name) ?? retired.findLast((provider) => provider.name === name),
    list: () => current.providers,
    version: () => version,
    replace(newProviders, newRoutes) {
      retired.push(...current.providers)
      version += 1
      candidates.clear()
      current = { providers: newProviders, routes: newRoutes, byName: byName(newProviders) }
    },
    async close() {
      await Promise.all([...retired, ...current.providers].map((provider) => provider.close?.()))
    },
  }
}

/**
 * Whether a provider can apply an effect. One that does not say so itself can apply every effect that words
 * can bring about.
 */
export function canApply(provider: Provider, product: ProductName, effect: Wanted['effect']): boolean {
  if (effect === undefined) return true
  return provider.appliesEffect?.(product, effect.id) ?? effect.studioOnly !== true
}

function byName(providers: readonly Provider[]): ReadonlyMap<string, Provider> {
  for (const { name, submission, find } of providers) {
    if ((submission === 'findable') !== (find !== undefined))
      throw new Error(`Provider ${name} must have find exactly where its submission is 'findable'.`)
  }
  return new Map(providers.map((provider) => [provider.name, provider]))
}

function routesOf(routes: readonly Route[], { product, tier }: Wanted): Route[] {
  return routes.filter((route) => route.product === product && (route.tiers?.includes(tier) ?? true))
}

type Weighted = Exclude<RouteProvider, string>

/** Neighbours with a weight form a group; one without stands alone. */
function inGroups(entries: readonly RouteProvider[]): Weighted[][] {
  const groups: Weighted[][] = []
  entries.forEach((entry, index) => {
    const before = entries[index - 1]
    const group = groups.at(-1)
    if (typeof entry === 'string') groups.push([{ name: entry, weight: 1 }])
    else if (group !== undefined && before !== undefined && typeof before !== 'string') group.push(entry)
    else groups.push([entry])
  })
  return groups
}

/**
 * The order in which a task tries equals: random in proportion to their weights, and the same at every
 * attempt (weighted sampling by the keys -ln(u)/w, with u from a hash of task and name).
 */
function inOrderFor(taskId: string, group: readonly Weighted[]): string[] {
  const keyOf = ({ name, weight }: Weighted): number => {
    const drawn = createHash('sha256').update(`${taskId}:${name}`).digest().readUInt32BE(0)
    return -Math.log((drawn + 1) / 2 ** 32) / weight
  }
  return group
    .map((entry) => ({ name: entry.name, key: taskId === '' ? 0 : keyOf(entry) }))
    .sort((a, b) => a.key - b.key)
    .map(({ name }) => name)
}
