import type { ProductName } from './products.js'

/** One line of an operator's routing: without `tiers`, every tier of the product. */
export interface Route {
  readonly product: ProductName
  readonly tiers?: readonly string[]
  /** Provider names, the preferred first. */
  readonly providers: readonly string[]
}
