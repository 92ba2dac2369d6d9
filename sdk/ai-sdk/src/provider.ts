import {
  type ImageModelV4,
  NoSuchModelError,
  type ProviderV4,
  type Experimental_VideoModelV4 as VideoModelV4,
} from '@ai-sdk/provider'
import { Mediagen, type MediagenOptions } from '@mediagen/sdk'
import { createImageModel } from './image-model.js'
import { createOrderKeys } from './order-keys.js'
import { type ImageProduct, products, type VideoProduct } from './products.js'
import type { Context } from './run-orders.js'
import { createVideoModel } from './video-model.js'

/** How to reach the service. */
export interface MediagenProviderSettings {
  /** Your account's API key, or a function that returns it. @default the environment variable MEDIAGEN_API_KEY */
  readonly apiKey?: MediagenOptions['apiKey']
  /**
   * Where the service is, without `/api`.
   * @default the environment variable MEDIAGEN_BASE_URL, else http://127.0.0.1:3000
   */
  readonly baseURL?: string | undefined
  /** Sends all requests, for proxies and tests. @default globalThis.fetch */
  readonly fetch?: MediagenOptions['fetch']
  /** Headers of every request to the service; signed URLs get none. @default none */
  readonly headers?: MediagenOptions['headers']
  /** A client of `@mediagen/sdk` with settings of its own, instead of all of the above. @default a new one */
  readonly client?: Mediagen | undefined
}

/** The products of a mediagen service as models of the AI SDK. */
export interface MediagenProvider extends ProviderV4 {
  /** A model for `generateImage`. Throws NoSuchModelError for any other name. */
  image(product: ImageProduct): ImageModelV4
  /** The same for any name, as the registry of the AI SDK asks for it. */
  imageModel(product: string): ImageModelV4
  /** A model for `experimental_generateVideo`. Throws NoSuchModelError for any other name. */
  video(product: VideoProduct): VideoModelV4
  /** The same for any name, as the registry of the AI SDK asks for it. */
  videoModel(product: string): VideoModelV4
}

/**
 * Creates a provider. It reads its settings, and the environment, when a model is first called; invalid ones
 * then throw a MediagenError. Models of one provider share a client, and with it its rate limit and uploads.
 * @example
 * const mediagen = createMediagen({ apiKey: 'mgk_...', baseURL: 'http://127.0.0.1:3000' })
 */
export function createMediagen(settings: MediagenProviderSettings = {}): MediagenProvider {
  const { apiKey, baseURL, fetch, headers } = settings
  let made = settings.client
  const context: Context = {
    client() {
      made ??= new Mediagen({ apiKey, baseUrl: baseURL, fetch, headers })
      return made
    },
    baseUrl: baseURL ?? '',
    keys: createOrderKeys(),
  }
  const imageModel = (modelId: string): ImageModelV4 => {
    if (!isImageProduct(modelId)) throw noSuchModel(modelId, 'imageModel', 'image')
    return createImageModel(context, modelId)
  }
  const videoModel = (modelId: string): VideoModelV4 => {
    if (!isVideoProduct(modelId)) throw noSuchModel(modelId, 'videoModel', 'video')
    return createVideoModel(context, modelId)
  }
  return {
    specificationVersion: 'v4',
    image: imageModel,
    imageModel,
    video: videoModel,
    videoModel,
    languageModel(modelId) {
      throw new NoSuchModelError({ modelId, modelType: 'languageModel' })
    },
    embeddingModel(modelId) {
      throw new NoSuchModelError({ modelId, modelType: 'embeddingModel' })
    },
  }
}

/** The provider of the service that MEDIAGEN_BASE_URL and MEDIAGEN_API_KEY name. */
export const mediagen: MediagenProvider = createMediagen()

function isImageProduct(name: string): name is ImageProduct {
  return Object.hasOwn(products, name) && name.startsWith('image.')
}

function isVideoProduct(name: string): name is VideoProduct {
  return Object.hasOwn(products, name) && name.startsWith('video.')
}

function noSuchModel(modelId: string, modelType: 'imageModel' | 'videoModel', kind: string) {
  const known = Object.keys(products).filter((name) => name.startsWith(`${kind}.`))
  const message = `There is no model ${modelId}: use ${known.join(' or ')}`
  return new NoSuchModelError({ modelId, modelType, message })
}
