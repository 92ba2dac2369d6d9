import { defaults } from '../generated/defaults.js'
import type { Product } from '../types/index.js'

/** What the contract says of a request without these fields. Only videos have a duration. */
export const pricingDefaults: Readonly<Record<Product, { resolution: string; durationSeconds?: number }>> = {
  'image.generate': defaults.generateImage,
  'image.transform': defaults.transformImage,
  'video.generate': defaults.generateVideo,
  'video.transform': defaults.transformVideo,
}
