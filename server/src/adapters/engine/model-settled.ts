import type { EngineSettings } from './engine-kind.js'

/**
 * Whether a kind that needs no model serves a product: any, unless models are named and none for this one.
 */
export function isModelSettled(settings: Pick<EngineSettings<unknown>, 'models'>, product: string): boolean {
  const named = Object.keys(settings.models)
  return named.length === 0 || named.includes(product)
}
