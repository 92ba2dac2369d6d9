import { resolutions } from '@mediagen/contract/limits'
import { productNames } from '../domain/generation/products.js'
import type { Core } from '../wire.js'

type Providers = Pick<Core['providers'], 'candidates'>

/** Products with the tiers that no provider gets, such as `video.generate 720p 1080p`. */
export function productsNotOffered(providers: Providers): string[] {
  return productNames.flatMap((product) => {
    const tiers = Object.keys(resolutions[product])
    const missing = tiers.filter((tier) => providers.candidates({ product, tier }).length === 0)
    return missing.length === 0 ? [] : [`${product} ${missing.join(' ')}`]
  })
}

/** What to tell the operator of products without a provider; undefined where the service offers them all. */
export function notOfferedText(providers: Providers): string | undefined {
  const products = productsNotOffered(providers)
  if (products.length === 0) return undefined
  const [example] = products.flatMap((product) => product.split(' ', 1))
  const cause = `Not offered, since no route leads to a provider that serves it: ${products.join(', ')}.`
  return `${cause} To offer a product, add a route such as { product: ${example}, providers: [NAME] }.`
}

/** Logs which products the providers file leaves out: somebody may mean that, or have forgotten a route. */
export function warnOfProductsNotOffered({ config, providers, logger }: Core): void {
  const text = config.providersFile === undefined ? undefined : notOfferedText(providers)
  if (text !== undefined) logger.warn({ providersFile: config.providersFile }, text)
}
