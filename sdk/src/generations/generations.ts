import type { Context } from '../core/http.js'
import type {
  GenerateOptions,
  Generation,
  ImageGenerationRequest,
  ImageTransformationInput,
  TransformOptions,
  VideoGenerationRequest,
  VideoTransformationInput,
} from '../types.js'
import type { Uploads } from '../uploads/uploads.js'
import type { submitGeneration } from './submit-generation.js'

/**
 * Makes images. Each call resolves as soon as the task is accepted; `wait()` on what it gives resolves to the
 * result.
 */
export interface Images {
  /** An image from a prompt. */
  generate(request: ImageGenerationRequest, options?: GenerateOptions): Promise<Generation>
  /** An image from one of yours, by an effect, a prompt, or both. A `file` is uploaded first. */
  transform(input: ImageTransformationInput, options?: TransformOptions): Promise<Generation>
}

/**
 * Makes videos. Each call resolves as soon as the task is accepted; `wait()` on what it gives resolves to the
 * result.
 */
export interface Videos {
  /** A video from a prompt. */
  generate(request: VideoGenerationRequest, options?: GenerateOptions): Promise<Generation>
  /** A video from an image of yours, moved by an effect. A `file` is uploaded first. */
  transform(input: VideoTransformationInput, options?: TransformOptions): Promise<Generation>
}

export function createGenerations(context: Context, uploads: Uploads): { images: Images; videos: Videos } {
  const submit = async (...rest: Rest<Parameters<typeof submitGeneration>>) => {
    const { submitGeneration } = await import('./submit-generation.js')
    return submitGeneration(context, ...rest)
  }
  const transform = (
    product: 'image.transform' | 'video.transform',
    { file, ...input }: ImageTransformationInput | VideoTransformationInput,
    options?: TransformOptions,
  ) => {
    return submit({ product, ...input }, options, async () => ({
      ...input,
      // The types require one of the two; for untyped callers the service reports the missing field.
      assetId: (file === undefined ? input.assetId : (await uploads.file(file, options)).id) ?? '',
    }))
  }
  return {
    images: {
      generate: (request, options) => {
        return submit({ product: 'image.generate', ...request }, options, () => request)
      },
      transform: (input, options) => transform('image.transform', input, options),
    },
    videos: {
      generate: (request, options) => {
        return submit({ product: 'video.generate', ...request }, options, () => request)
      },
      transform: (input, options) => transform('video.transform', input, options),
    },
  }
}

type Rest<List> = List extends [unknown, ...infer Others] ? Others : never
