import { ServerError } from './errors/api-error.js'
import { ConnectionError, SubmitUnknownError } from './errors/call-errors.js'
import { createHandle } from './generation-handle.js'
import { type Context, createIdempotencyKey, initOf, requestIdOf, unwrap } from './http.js'
import type {
  AcceptedTask,
  GenerateOptions,
  Generation,
  ImageGenerationRequest,
  ImageTransformationInput,
  Order,
  TransformOptions,
  UploadSource,
  VideoGenerationRequest,
  VideoTransformationInput,
} from './types.js'
import type { Uploads } from './uploads.js'

/** Makes images. Each call resolves as soon as the task is accepted; `wait()` on what it gives resolves to the result. */
export interface Images {
  /** An image from a prompt. */
  generate(request: ImageGenerationRequest, options?: GenerateOptions): Promise<Generation>
  /** An image from one of yours, by an effect, a prompt, or both. A `file` is uploaded first. */
  transform(input: ImageTransformationInput, options?: TransformOptions): Promise<Generation>
}

/** Makes videos. Each call resolves as soon as the task is accepted; `wait()` on what it gives resolves to the result. */
export interface Videos {
  /** A video from a prompt. */
  generate(request: VideoGenerationRequest, options?: GenerateOptions): Promise<Generation>
  /** A video from an image of yours, moved by an effect. A `file` is uploaded first. */
  transform(input: VideoTransformationInput, options?: TransformOptions): Promise<Generation>
}

export function createImages(context: Context, uploads: Uploads): Images {
  const { http } = context
  return {
    generate(body, options) {
      const order = { product: 'image.generate', resolution: body.resolution } as const
      return submit(context, order, options, async (call) => {
        return http.POST('/api/v1/images/generations', { body, ...call })
      })
    },
    transform({ file, ...input }, options) {
      const { effectId, resolution } = input
      const order = { product: 'image.transform', effectId, resolution } as const
      const body = inputOf(uploads, input, file, options)
      return submit(context, order, options, async (call) => {
        return http.POST('/api/v1/images/transformations', { body: await body(), ...call })
      })
    },
  }
}

export function createVideos(context: Context, uploads: Uploads): Videos {
  const { http } = context
  return {
    generate(body, options) {
      const { resolution, durationSeconds } = body
      const order = { product: 'video.generate', resolution, durationSeconds } as const
      return submit(context, order, options, async (call) => {
        return http.POST('/api/v1/videos/generations', { body, ...call })
      })
    },
    transform({ file, ...input }, options) {
      const { effectId, resolution, durationSeconds } = input
      const order = { product: 'video.transform', effectId, resolution, durationSeconds } as const
      const body = inputOf(uploads, input, file, options)
      return submit(context, order, options, async (call) => {
        return http.POST('/api/v1/videos/transformations', { body: await body(), ...call })
      })
    },
  }
}

/** Makes the body of a transformation, and uploads its file the first time that it is asked for. */
function inputOf<Input extends { readonly assetId?: string | undefined }>(
  uploads: Uploads,
  input: Input,
  file: UploadSource | undefined,
  options: TransformOptions | undefined,
): () => Promise<Input & { assetId: string }> {
  let uploadId: string | undefined
  return async () => {
    if (file !== undefined) uploadId ??= (await uploads.file(file, options)).id
    // Types forbid to give neither; where they are not heeded, the service names the field.
    return { ...input, assetId: uploadId ?? input.assetId ?? '' }
  }
}

/** Sends one logical generation, under one key however often it has to be sent. */
async function submit(
  context: Context,
  order: Order,
  { idempotencyKey = createIdempotencyKey(), maxCost, ...options }: GenerateOptions = {},
  post: (call: SubmitCall) => Promise<{ data?: AcceptedTask; error?: unknown; response: Response }>,
): Promise<Generation> {
  if (maxCost !== undefined) {
    const { holdToCost } = await import('./estimate.js')
    await holdToCost(context, order, maxCost, options)
  }
  const call = { params: { header: { 'Idempotency-Key': idempotencyKey } }, ...initOf(context, options) }
  const send = async (): Promise<Generation> => {
    try {
      const answer = await post(call)
      const { id, status, createdAt } = unwrap(context, answer, { idempotencyKey })
      const replayed = answer.response.headers.get('idempotency-replayed') === 'true'
      const requestId = requestIdOf(answer.response)
      const saved = { id, status, createdAt, idempotencyKey, replayed, requestId, order }
      // A task that was accepted just now is not finished yet; an old one may be.
      return createHandle(context, saved, !replayed)
    } catch (error) {
      // Only errors of the submission itself carry its key; those of an upload before it are clear as they are.
      if (!isUnclear(error) || error.idempotencyKey !== idempotencyKey) throw error
      throw new SubmitUnknownError({ idempotencyKey, retry: send, cause: error })
    }
  }
  return send()
}

/** Whether the service may have accepted what it was sent: nothing came from it, or a gateway in between gave it up. */
function isUnclear(error: unknown): error is ConnectionError | ServerError {
  return (
    error instanceof ConnectionError || (error instanceof ServerError && [502, 504].includes(error.status))
  )
}

type SubmitCall = ReturnType<typeof initOf> & { params: { header: { 'Idempotency-Key': string } } }
