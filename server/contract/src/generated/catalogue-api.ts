// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import type { EffectCatalogue, Gallery, Pricing, Surface } from './models.js'

/** What a backend implements for the operations tagged Catalogue. An error is thrown, never returned. */
export interface CatalogueApi {
  /** GET /api/v1/pricing: Read the prices */
  getPricing(): Promise<Pricing>
  /** GET /api/v1/effects: List the effects */
  listEffects(input: ListEffectsInput): Promise<EffectCatalogue>
  /** GET /api/v1/examples: List gallery examples */
  listExamples(input: ListExamplesInput): Promise<Gallery>
}

/** The checked input of listEffects: declared fields only, as they were sent. */
export interface ListEffectsInput {
  /** Limits the list to images or to videos. Without it you get both. */
  surface?: Surface
}

/** The checked input of listExamples: declared fields only, as they were sent. */
export interface ListExamplesInput {
  /** Limits the list to images or to videos. Without it you get both. */
  surface?: Surface
}
