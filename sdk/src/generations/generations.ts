import { checkNames } from '../core/check-names.js'
import type { Context } from '../core/http.js'
import { callOptions, orderOptions, uploadOptions } from '../core/option-names.js'
import { checkInput } from '../core/settings.js'
import type {
  GenerateOptions,
  Generation,
  ImageGenerationRequest,
  ImageTransformationInput,
  Product,
  TransformOptions,
  Upload,
  UploadOptions,
  UploadSource,
  VideoGenerationRequest,
  VideoTransformationInput,
} from '../types/index.js'
import { readerOf } from '../uploads/upload-source.js'
import { checkFields, checkSeconds, invalidField } from './products.js'
import { submitGeneration } from './submit-generation.js'

/**
 * Generates images. Each call resolves as soon as the task is accepted; its `wait()` resolves to the result.
 */
export interface Images {
  /**
   * Generates an image from a prompt. Resolves once the task is accepted and its price reserved.
   * @example
   * const generation = await client.images.generate({ prompt: 'a lighthouse in a storm', resolution: '2k' })
   * await (await generation.wait()).saveTo('lighthouse.png')
   */
  generate(request: ImageGenerationRequest, options?: GenerateOptions): Promise<Generation>
  /**
   * Generates an image from your image, with an effect, a prompt, or both. A `file` is uploaded first.
   * @example
   * const generation = await client.images.transform({ file: fromPath('photo.jpg'), effectId: 'watercolour' })
   */
  transform(input: ImageTransformationInput, options?: TransformOptions): Promise<Generation>
}

/**
 * Generates videos. Each call resolves as soon as the task is accepted; its `wait()` resolves to the result.
 */
export interface Videos {
  /**
   * Generates a video of 4 to 15 seconds from a prompt. Resolves once the task is accepted and its price
   * reserved.
   * @example
   * const generation = await client.videos.generate({ prompt: 'waves on a beach', durationSeconds: 8 })
   */
  generate(request: VideoGenerationRequest, options?: GenerateOptions): Promise<Generation>
  /**
   * Generates a video of 5 or 8 seconds from your image, animated by an effect. A `file` is uploaded first.
   * @example
   * const generation = await client.videos.transform({ file: fromPath('photo.jpg'), effectId: 'push-in' })
   */
  transform(input: VideoTransformationInput, options?: TransformOptions): Promise<Generation>
}

/** Creates the calls that order; `upload` sends a file, whatever else its options are. */
export function createGenerations(
  context: Context,
  upload: (file: UploadSource, options: UploadOptions) => Promise<Upload>,
): { images: Images; videos: Videos } {
  const generate = async (
    product: 'image.generate' | 'video.generate',
    request: ImageGenerationRequest | VideoGenerationRequest,
    options: GenerateOptions = {},
  ) => {
    checkInput(request, 'prompt')
    checkFields(product, request)
    checkNames(options, { ...callOptions, ...orderOptions })
    return submitGeneration(context, { product, ...request }, options, { makeBody: () => request })
  }
  const transform = async (
    product: 'image.transform' | 'video.transform',
    given: ImageTransformationInput | VideoTransformationInput,
    options: TransformOptions = {},
  ) => {
    checkInput(given, 'file')
    checkFields(product, given, 'file')
    checkNames(options, { ...callOptions, ...orderOptions, ...uploadOptions })
    checkTransformation(product, given)
    const { file, assetId = '', ...input } = given
    const isUpload = file !== undefined
    const makeBody = async () => ({
      ...input,
      assetId: isUpload ? (await upload(file, options)).id : assetId,
    })
    return submitGeneration(context, { product, ...input }, options, { makeBody, isUpload })
  }
  return {
    images: {
      generate: (request, options) => generate('image.generate', request, options),
      transform: (input, options) => transform('image.transform', input, options),
    },
    videos: {
      generate: (request, options) => generate('video.generate', request, options),
      transform: (input, options) => transform('video.transform', input, options),
    },
  }
}

/**
 * Throws InvalidRequestError for what the service would reject once the file is there, and TypeError for a file
 * that cannot be read. The types say the same.
 */
function checkTransformation(
  product: Product,
  { file, assetId, effectId, prompt, durationSeconds }: UntypedTransformation,
): void {
  if (file === undefined && !assetId) throw invalidField('file', 'or assetId is missing')
  if (file !== undefined && assetId !== undefined) throw invalidField('file', 'and assetId are both given')
  if (!effectId && (product === 'video.transform' || !prompt)) {
    const alternative = product === 'video.transform' ? '' : 'or prompt '
    throw invalidField('effectId', `${alternative}is missing`)
  }
  if (file === undefined) return
  checkSeconds(product, durationSeconds)
  readerOf(file)
}

interface UntypedTransformation {
  readonly file?: UploadSource | undefined
  readonly assetId?: string | undefined
  readonly effectId?: string | undefined
  readonly prompt?: string | undefined
  readonly durationSeconds?: number | undefined
}
