import type { ProductName } from './products.js'

/** One line of an operator's routing: `tiers` absent means every tier of the product. */
export interface Route {
  readonly product: ProductName
  readonly tiers?: readonly string[]
  /** Names, the preferred first. */
  readonly providers: readonly string[]
}
