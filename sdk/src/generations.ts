import { type Context, createIdempotencyKey, initOf, requestIdOf, unwrap } from './http.js'
import { cancelTask } from './tasks.js'
import type {
  AcceptedTask,
  GenerateOptions,
  Generation,
  ImageGenerationRequest,
  ImageTransformationInput,
  UploadSource,
  VideoGenerationRequest,
  VideoTransformationInput,
} from './types.js'
import type { Uploads } from './uploads.js'
import { pollFirstMs, waitForTask } from './wait-for-task.js'

/** Makes images. Each call resolves as soon as the task is accepted; `wait()` on what it gives resolves to the result. */
export interface Images {
  /** An image from a prompt. */
  generate(request: ImageGenerationRequest, options?: GenerateOptions): Promise<Generation>
  /** An image from one of yours, by an effect, a prompt, or both. A `file` is uploaded first. */
  transform(input: ImageTransformationInput, options?: GenerateOptions): Promise<Generation>
}

/** Makes videos. Each call resolves as soon as the task is accepted; `wait()` on what it gives resolves to the result. */
export interface Videos {
  /** A video from a prompt. */
  generate(request: VideoGenerationRequest, options?: GenerateOptions): Promise<Generation>
  /** A video from an image of yours, moved by an effect. A `file` is uploaded first. */
  transform(input: VideoTransformationInput, options?: GenerateOptions): Promise<Generation>
}

export function createImages(context: Context, uploads: Uploads): Images {
  const { http } = context
  return {
    generate: (body, options) =>
      submit(context, options, (call) => http.POST('/api/v1/images/generations', { body, ...call })),
    async transform({ file, ...input }, options) {
      const assetId = await uploaded(uploads, { file, ...input }, options)
      const body = { ...input, assetId }
      return submit(context, options, (call) =>
        http.POST('/api/v1/images/transformations', { body, ...call }),
      )
    },
  }
}

export function createVideos(context: Context, uploads: Uploads): Videos {
  const { http } = context
  return {
    generate: (body, options) =>
      submit(context, options, (call) => http.POST('/api/v1/videos/generations', { body, ...call })),
    async transform({ file, ...input }, options) {
      const assetId = await uploaded(uploads, { file, ...input }, options)
      const body = { ...input, assetId }
      return submit(context, options, (call) =>
        http.POST('/api/v1/videos/transformations', { body, ...call }),
      )
    },
  }
}

async function uploaded(
  uploads: Uploads,
  { file, assetId }: { readonly file?: UploadSource | undefined; readonly assetId?: string | undefined },
  options: GenerateOptions | undefined,
): Promise<string> {
  if (file !== undefined) return (await uploads.file(file, options)).id
  // Types forbid to give neither; where they are not heeded, the service names the field.
  return assetId ?? ''
}

/** Sends one logical generation, under one key however often it has to be sent. */
async function submit(
  context: Context,
  { idempotencyKey = createIdempotencyKey(), ...options }: GenerateOptions = {},
  post: (call: SubmitCall) => Promise<{ data?: AcceptedTask; error?: unknown; response: Response }>,
): Promise<Generation> {
  const params = { header: { 'Idempotency-Key': idempotencyKey } }
  const answer = await post({ params, ...initOf(context, options) })
  const { id, status, createdAt } = unwrap(context, answer, { idempotencyKey })
  const replayed = answer.response.headers.get('idempotency-replayed') === 'true'
  return {
    id,
    status,
    createdAt,
    idempotencyKey,
    replayed,
    requestId: requestIdOf(answer.response),
    // A task that was accepted just now is not finished yet; an old one may be.
    wait: (waiting) => waitForTask(context, id, waiting, replayed ? 0 : pollFirstMs),
    cancel: (cancelling) => cancelTask(context, id, cancelling),
  }
}

type SubmitCall = ReturnType<typeof initOf> & { params: { header: { 'Idempotency-Key': string } } }
