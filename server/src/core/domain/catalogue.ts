import type { GalleryExample } from '@mediagen/contract/models'
import type { Usd } from './money/usd.ts'
import type { ProductName, Surface } from './products.ts'

/**
 * What operators offer: effects, prices and gallery examples, loaded from data files and validated on start.
 */
export interface Catalogue {
  readonly effects: readonly Effect[]
  readonly pricing: Pricing
  readonly gallery: readonly GalleryExample[]
  /** The gallery's files by asset id. */
  readonly galleryFiles: ReadonlyMap<string, GalleryFile>
}

export interface Effect {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly surface: Surface
  /** The effect's instruction to a provider, in words. The caller's prompt is added to it and never replaces it. */
  readonly instruction: string
  /**
   * The finished image in phrases, for models that match a description instead of following an instruction; image
   * effects only. If absent, the instruction serves both.
   */
  readonly look?: string
  /** What the result must not show. */
  readonly negativePrompt?: string
  /** How far the result may depart from the input: 0 (not at all) to 1 (freely). */
  readonly strength?: number
  /** How the video moves; video effects only. */
  readonly motion?: string
  /**
   * Only the studio can apply it, because no wording makes a model do so. Not offered where no studio serves
   * it.
   */
  readonly studioOnly?: boolean
  /** Preset request parameters: they override the contract's defaults and yield to explicit values. */
  readonly defaults: EffectPresets
}

export interface EffectPresets {
  readonly resolution?: string
  readonly aspectRatio?: string
  readonly durationSeconds?: number
}

export interface Pricing {
  readonly currency: 'USD'
  readonly products: readonly PricedProduct[]
}

export interface PricedProduct {
  readonly product: ProductName
  readonly unit: 'image' | 'second'
  readonly tiers: readonly { readonly tier: string; readonly unitPrice: Usd }[]
}

export interface GalleryFile {
  readonly path: string
  readonly contentType: string
}

/** The price of one unit, or undefined if the product is not sold at that tier. */
export function unitPriceOf(pricing: Pricing, product: ProductName, tier: string): Usd | undefined {
  const priced = pricing.products.find((candidate) => candidate.product === product)
  return priced?.tiers.find((candidate) => candidate.tier === tier)?.unitPrice
}
