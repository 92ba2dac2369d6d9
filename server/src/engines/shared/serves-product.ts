import type { EngineSettings } from './engine-kind.ts'

/**
 * Whether a provider of a kind that needs no model serves a product: every product if the file names no
 * models, otherwise those that have one.
 */
export function servesProduct(settings: Pick<EngineSettings<unknown>, 'models'>, product: string): boolean {
  const named = Object.keys(settings.models)
  return named.length === 0 || named.includes(product)
}
