import type { ImageModelV4, ImageModelV4CallOptions, ImageModelV4Result } from '@ai-sdk/provider'
import { prepareOrder, throwUnsupported } from './prepare-order.js'
import type { ImageProduct } from './products.js'
import { type Context, finish, runOrders } from './run-orders.js'
import { describeResponse, provider, tasksPerCallMax } from './shared.js'

/** A product that makes images, as a model of the AI SDK. */
export function createImageModel(context: Context, modelId: ImageProduct): ImageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: `${provider}.image`,
    modelId,
    maxImagesPerCall: tasksPerCallMax,
    supportsFileInputs: modelId === 'image.transform',
    supportsMaskInputs: false,
    doGenerate: (options) => generate(context, modelId, options),
  }
}

async function generate(
  context: Context,
  modelId: ImageProduct,
  options: ImageModelV4CallOptions,
): Promise<ImageModelV4Result> {
  const { files, mask, size, seed, ...call } = options
  if (mask !== undefined) throwUnsupported('mask', `${modelId} changes the whole image and takes no mask`)
  const timestamp = new Date()
  const { order, warnings } = await prepareOrder(context, modelId, {
    ...call,
    size: { setting: 'size', value: size },
    others: { seed },
    images: files ?? [],
  })
  const made = await runOrders(context, order, (generation) => finish(generation, order))
  const images = made.results.flatMap(({ files }) => files)
  return {
    images: images.map(({ bytes }) => bytes),
    warnings: [...warnings, ...made.warnings],
    providerMetadata: { [provider]: { images: images.map(({ metadata }) => metadata) } },
    response: describeResponse(timestamp, modelId, made.results[0]?.requestId),
  }
}
