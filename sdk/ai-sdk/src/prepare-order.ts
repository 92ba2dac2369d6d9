import {
  type ImageModelV4File,
  InvalidArgumentError,
  InvalidPromptError,
  type SharedV4ProviderOptions,
  type SharedV4Warning,
  UnsupportedFunctionalityError,
} from '@ai-sdk/provider'
import { downloadBlob } from '@ai-sdk/provider-utils'
import type { Product } from '@mediagen/sdk'
import { toAiError } from './errors.js'
import { findSize, products } from './products.js'
import { type MediagenProviderOptions, readProviderOptions } from './provider-options.js'
import { fetchPublic } from './public-fetch.js'
import type { Context, Order } from './run-orders.js'

/** The largest image that the service takes; a larger one need not be read to its end. */
const imageBytesMax = 20 * 1024 * 1024

/** Reading an image from its URL, with the resolution of names and every redirect: 20 MB at 1.4 megabits a second. */
const imageMsMax = 120_000

/** What image and video calls of the AI SDK have in common. */
export interface ModelCall {
  readonly prompt: string | undefined
  readonly n: number
  /** The size in pixels, with the name of its setting. */
  readonly size: { readonly setting: 'size' | 'resolution'; readonly value: string | undefined }
  readonly aspectRatio: string | undefined
  readonly duration?: number | undefined
  /** Settings that no product has, by name; undefined ones do not count. */
  readonly others: Readonly<Record<string, unknown>>
  readonly images: readonly ImageModelV4File[]
  readonly providerOptions: SharedV4ProviderOptions
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined
  readonly abortSignal?: AbortSignal | undefined
}

/**
 * Makes an order of a call, uploading its image. A setting that the product cannot follow becomes a warning;
 * an input that it cannot use throws, because the result would be paid for without it.
 */
export async function prepareOrder(
  context: Context,
  product: Product,
  call: ModelCall,
): Promise<{ order: Order; warnings: SharedV4Warning[] }> {
  const { prompt, abortSignal: signal } = call
  const { key, headers } = splitKey(call.headers)
  const options = readProviderOptions(call.providerOptions)
  checkInputs(product, call, options)
  const { fields, warnings } = readSettings(product, call, options)
  const { effectId, negativePrompt, maxCost } = options
  const [image] = call.images
  const assetId = image ? await upload(context, image, { headers, signal }) : options.assetId
  const body = Object.fromEntries(
    Object.entries({ assetId, effectId, prompt: prompt || undefined, negativePrompt, ...fields }).flatMap(
      ([name, value]) => (value === undefined ? [] : [[name, value] as const]),
    ),
  )
  const idempotencyKey = options.idempotencyKey ?? key
  return { order: { product, body, count: call.n, idempotencyKey, maxCost, headers, signal }, warnings }
}

/**
 * A key among the headers, as the AI SDK sends with each start of a video, and the others: each order has its own
 * key.
 */
function splitKey(headers: ModelCall['headers'] = {}) {
  const isKey = ([name]: [string, unknown]) => name.toLowerCase() === 'idempotency-key'
  const all = Object.entries(headers)
  return { key: all.find(isKey)?.[1], headers: Object.fromEntries(all.filter((one) => !isKey(one))) }
}

function checkInputs(
  product: Product,
  { images, prompt }: ModelCall,
  options: MediagenProviderOptions,
): void {
  const { takesImage, takesNegativePrompt } = products[product]
  const refuse = (name: keyof MediagenProviderOptions, why: string) => {
    const argument = `providerOptions.mediagen.${name}`
    if (options[name] !== undefined)
      throw new InvalidArgumentError({ argument, message: `${product} takes no ${argument}: ${why}` })
  }
  if (!takesNegativePrompt) refuse('negativePrompt', 'only image.generate does')
  if (!takesImage) {
    const other = product.replace('generate', 'transform')
    refuse('effectId', `use ${other}`)
    refuse('assetId', `use ${other}`)
    if (images.length > 0) throwUnsupported('input images', `${product} takes only a prompt: use ${other}`)
    return
  }
  if (images.length > 1)
    throwUnsupported('several input images', `${product} takes one image, not ${images.length}`)
  if (images.length > 0) refuse('assetId', 'the prompt has an image')
  else if (options.assetId === undefined)
    throw new InvalidPromptError({
      prompt,
      message: `${product} needs an image, in the prompt or by providerOptions.mediagen.assetId`,
    })
}

/** Throws the error of the AI SDK for an input that a model cannot use. */
export function throwUnsupported(functionality: string, message: string): never {
  throw new UnsupportedFunctionalityError({ functionality, message })
}

function readSettings(product: Product, call: ModelCall, { resolution }: MediagenProviderOptions) {
  const facts = products[product]
  const { aspectRatio, duration } = call
  const { setting, value: size } = call.size
  const warnings: SharedV4Warning[] = []
  const warn = (feature: string, details: string) =>
    warnings.push({ type: 'unsupported', feature, details: `${product} ${details}` })

  for (const [name, value] of Object.entries(call.others))
    if (value !== undefined) warn(name, `has no setting ${name}; it was ignored`)

  const ofSize = size === undefined ? undefined : findSize(facts, size)
  if (size !== undefined && ofSize === undefined) {
    const tiers = Object.entries(facts.resolutions).map(([name, pixels]) => `${name} (${pixels})`)
    const offer = `offers ${tiers.join(', ')} pixels on the ${facts.edge} edge`
    warn(setting, `${offer} and ${facts.aspectRatios.join(', ')}; ${size} was ignored`)
  }
  // A transformation without an aspect ratio has that of its input.
  const adapts = aspectRatio === 'adaptive' && facts.takesImage
  const hasRatio = aspectRatio !== undefined && facts.aspectRatios.includes(aspectRatio)
  if (aspectRatio !== undefined && !hasRatio && !adapts)
    warn('aspectRatio', `offers ${facts.aspectRatios.join(', ')}; ${aspectRatio} was ignored`)

  const fields = {
    resolution: resolution ?? ofSize?.resolution,
    aspectRatio: hasRatio ? aspectRatio : ofSize?.aspectRatio,
    durationSeconds: duration !== undefined && facts.durations.includes(duration) ? duration : undefined,
  }
  if (ofSize && (fields.resolution !== ofSize.resolution || fields.aspectRatio !== ofSize.aspectRatio))
    warn(setting, `was told another resolution or aspect ratio, which takes precedence over ${size}`)
  if (duration !== undefined && fields.durationSeconds === undefined)
    warn('duration', `offers ${facts.durations.join(', ')} seconds; ${duration} was ignored`)
  return { fields, warnings }
}

/** Uploads an image and resolves to its id. A URL is read from here, and never from a private address. */
async function upload(
  { client, baseUrl }: Context,
  image: ImageModelV4File,
  { headers, signal }: Pick<Order, 'headers' | 'signal'>,
): Promise<string> {
  try {
    const { id } = await client().uploads.file(await readImage(image, signal), { headers, signal })
    return id
  } catch (error) {
    signal?.throwIfAborted()
    throw toAiError(error, { url: `${baseUrl}/api/v1/uploads`, body: undefined })
  }
}

async function readImage(image: ImageModelV4File, signal: AbortSignal | undefined) {
  if (image.type === 'url') {
    const deadline = AbortSignal.timeout(imageMsMax)
    return downloadBlob(image.url, {
      maxBytes: imageBytesMax,
      fetch: fetchPublic,
      abortSignal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    })
  }
  const { data, mediaType } = image
  return typeof data === 'string' ? (`data:${mediaType};base64,${data}` as const) : data
}
