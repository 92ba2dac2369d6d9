import type { ProductName } from '../products.ts'

/** One line of an operator's routing: without `tiers`, every tier of the product. */
export interface Route {
  readonly product: ProductName
  readonly tiers?: readonly string[]
  /**
   * Preferred first; later ones are used when those before them are down. Neighbours with a weight are equals
   * that share the load in proportion.
   */
  readonly providers: readonly RouteProvider[]
}

/** A provider's name, alone or with its share of the load. */
export type RouteProvider = string | { readonly name: string; readonly weight: number }

export function providerNameOf(entry: RouteProvider): string {
  return typeof entry === 'string' ? entry : entry.name
}
