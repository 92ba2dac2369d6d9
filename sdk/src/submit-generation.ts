import { contentKey } from './content-key.js'
import { ServerError } from './errors/api-error.js'
import { ConnectionError, SubmitUnknownError } from './errors/call-errors.js'
import { createHandle } from './generation-handle.js'
import { ask, type Context, createIdempotencyKey } from './http.js'
import { requestIdOf } from './transport.js'
import type {
  GenerateOptions,
  Generation,
  ImageGenerationRequest,
  ImageTransformationRequest,
  PricedOrder,
  VideoGenerationRequest,
  VideoTransformationRequest,
} from './types.js'

const paths = {
  'image.generate': '/api/v1/images/generations',
  'image.transform': '/api/v1/images/transformations',
  'video.generate': '/api/v1/videos/generations',
  'video.transform': '/api/v1/videos/transformations',
} as const

type Body =
  | ImageGenerationRequest
  | ImageTransformationRequest
  | VideoGenerationRequest
  | VideoTransformationRequest

/** Sends one logical generation, under one key however often it has to be sent. */
export async function submitGeneration(
  context: Context,
  { product, effectId, resolution, durationSeconds }: PricedOrder,
  { idempotencyKey: ownKey, dedupe, maxCost, checkBalance, ...options }: GenerateOptions = {},
  makeBody: () => Body | Promise<Body>,
): Promise<Generation> {
  const order = { product, effectId, resolution, durationSeconds }
  if (maxCost !== undefined || checkBalance) {
    const { holdToCost } = await import('./estimate.js')
    await holdToCost(context, order, { maxCost, checkBalance }, options)
  }
  const body = await makeBody()
  const idempotencyKey = ownKey ?? (await makeKey(dedupe, product, body))
  const params = { header: { 'Idempotency-Key': idempotencyKey } }
  const send = async (): Promise<Generation> => {
    let response: Response | undefined
    try {
      const accepted = await ask(
        context,
        options,
        async (init) => {
          const answer = await context.http.POST(paths[product], { body, params, ...init })
          response = answer.response
          return answer
        },
        { idempotencyKey },
      )
      const replayed = response?.headers.get('idempotency-replayed') === 'true'
      const requestId = response && requestIdOf(response)
      // A task that was accepted just now is not finished yet; an old one may be.
      return createHandle(context, { ...accepted, idempotencyKey, replayed, requestId, order }, !replayed)
    } catch (error) {
      if (!isUnclear(error)) throw error
      throw new SubmitUnknownError({ idempotencyKey, retry: send, cause: error })
    }
  }
  return send()
}

async function makeKey(dedupe: GenerateOptions['dedupe'], product: string, body: Body): Promise<string> {
  if (dedupe === undefined) return createIdempotencyKey()
  return contentKey(product, body)
}

/** Whether the service may have accepted what it was sent: nothing came from it, or a gateway in between gave it up. */
function isUnclear(error: unknown): error is ConnectionError | ServerError {
  return (
    error instanceof ConnectionError || (error instanceof ServerError && [502, 504].includes(error.status))
  )
}
