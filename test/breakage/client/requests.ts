import type { Catalogue } from '../../../server/src/core/domain/catalogue.ts'
import type { ProductName } from '../../../server/src/core/domain/products.ts'
import type { Accept } from '../judge/service-history.ts'

type Wish = Pick<Accept['asked'], 'body' | 'input'>

const videoSeconds = 5

/** What a client sends for a task. One of two engines makes videos from a prompt, as its length has it. */
export function requestOf({ body, input }: Wish) {
  const isVideo = body.startsWith('video')
  const isNew = input === undefined
  const product: ProductName = `${isVideo ? 'video' : 'image'}.${isNew ? 'generate' : 'transform'}`
  const ofVideos = body.length % 2 === 0 ? '512p' : '720p'
  return {
    product,
    path: `/api/v1/${isVideo ? 'videos' : 'images'}/${isNew ? 'generations' : 'transformations'}`,
    resolution: isNew ? (isVideo ? ofVideos : '1k') : 'hd',
    ...(isVideo && { durationSeconds: videoSeconds }),
  }
}

/** Its price in millionths of a US dollar, by the price list. */
export function priceOf({ pricing }: Pick<Catalogue, 'pricing'>, wish: Wish): number {
  const { product, resolution, durationSeconds = 1 } = requestOf(wish)
  const priced = pricing.products.find((candidate) => candidate.product === product)
  const tier = priced?.tiers.find((candidate) => candidate.tier === resolution)
  return Number(tier?.unitPrice.micros) * durationSeconds
}
