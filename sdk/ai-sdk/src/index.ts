export type { ImageProduct, VideoProduct } from './products.js'
export { createMediagen, type MediagenProvider, type MediagenProviderSettings, mediagen } from './provider.js'
export type { MediagenProviderOptions } from './provider-options.js'
