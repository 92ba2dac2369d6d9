import { resolutions } from '@mediagen/contract/limits'
import { productNames } from '../core/domain/products.ts'
import type { Parts } from '../wiring/wire.ts'

type Providers = Pick<Parts['providers'], 'candidates'>

/** Products with the tiers that no provider serves, such as `video.generate 720p 1080p`. */
export function productsNotOffered(providers: Providers): string[] {
  return productNames.flatMap((product) => {
    const tiers = Object.keys(resolutions[product])
    const missing = tiers.filter((tier) => providers.candidates({ product, tier }).length === 0)
    return missing.length === 0 ? [] : [`${product} ${missing.join(' ')}`]
  })
}

/**
 * The message to the operator about products without a provider; undefined if the service offers all
 * products.
 */
export function notOfferedText(providers: Providers): string | undefined {
  const products = productsNotOffered(providers)
  if (products.length === 0) return undefined
  const [example] = products.flatMap((product) => product.split(' ', 1))
  const cause = `Not offered, because no route leads to a provider that serves it: ${products.join(', ')}.`
  return `${cause} To offer a product, add a route such as { product: ${example}, providers: [NAME] }.`
}

/** Logs which products the providers file leaves out: this may be intended, or a route may be missing. */
export function warnOfProductsNotOffered({ config, providers, logger }: Parts): void {
  const text = config.providersFile === undefined ? undefined : notOfferedText(providers)
  if (text !== undefined) logger.warn({ providersFile: config.providersFile }, text)
}
