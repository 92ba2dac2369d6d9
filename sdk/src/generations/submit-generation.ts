import { sha256Hex } from '../core/hex.js'
import { type Context, callApi, createIdempotencyKey } from '../core/http.js'
import { requestIdOf, type TryOutcome } from '../core/transport.js'
import { ApiError } from '../errors/api-error.js'
import { SubmitAbortedError, SubmitAmbiguousError } from '../errors/call-errors.js'
import { MediagenError } from '../errors/mediagen-error.js'
import type {
  AnyPricingInput,
  CallOptions,
  GenerateOptions,
  Generation,
  ImageGenerationRequest,
  ImageTransformationRequest,
  VideoGenerationRequest,
  VideoTransformationRequest,
} from '../types.js'
import { createHandle } from './generation-handle.js'

const paths = {
  'image.generate': '/api/v1/images/generations',
  'image.transform': '/api/v1/images/transformations',
  'video.generate': '/api/v1/videos/generations',
  'video.transform': '/api/v1/videos/transformations',
} as const

/** Statuses of a gateway that gave up on the service, which may have accepted the request. */
const gatewayStatuses = [502, 504]
const conclusiveStatuses = [400, 402, 409, 413, 415, 422]

type Body =
  | ImageGenerationRequest
  | ImageTransformationRequest
  | VideoGenerationRequest
  | VideoTransformationRequest

/** Sends one logical generation, under one key however often it has to be sent. */
export async function submitGeneration(
  context: Context,
  { product, effectId, resolution, durationSeconds }: AnyPricingInput,
  { idempotencyKey: ownKey, dedupe, maxCost, checkBalance, ...options }: GenerateOptions = {},
  makeBody: () => Body | Promise<Body>,
): Promise<Generation> {
  const pricingInput = { product, effectId, resolution, durationSeconds }
  if (maxCost !== undefined || checkBalance) {
    const { checkEstimate } = await import('./estimate.js')
    await checkEstimate(context, pricingInput, { maxCost, checkBalance }, options)
  }
  const body = await makeBody()
  const idempotencyKey = ownKey ?? (await makeKey(dedupe, product, body))
  const params = { header: { 'Idempotency-Key': idempotencyKey } }
  // Every try under this key, those of `retry()` included.
  const outcomes: TryOutcome[] = []
  const onTry = (outcome: TryOutcome) => outcomes.push(outcome)
  const send = async (call: CallOptions): Promise<Generation> => {
    let response: Response | undefined
    try {
      const accepted = await callApi(
        context,
        { ...call, onTry },
        async (init) => {
          const result = await context.http.POST(paths[product], { body, params, ...init })
          response = result.response
          return result
        },
        { idempotencyKey },
      )
      const replayed = response?.headers.get('idempotency-replayed') === 'true'
      const requestId = response && requestIdOf(response)
      // A task that was accepted just now is not finished yet; an old one may be.
      return createHandle(
        context,
        { ...accepted, idempotencyKey, replayed, requestId, pricingInput },
        !replayed,
      )
    } catch (cause) {
      if (!outcomes.some(mayBeAccepted) || isConclusive(cause)) throw cause
      const retry = (again?: CallOptions) => send({ ...options, signal: undefined, ...again })
      const AmbiguousError = call.signal?.aborted ? SubmitAbortedError : SubmitAmbiguousError
      throw new AmbiguousError({ idempotencyKey, retry, cause })
    }
  }
  return send(options)
}

async function makeKey(dedupe: GenerateOptions['dedupe'], product: string, body: Body): Promise<string> {
  if (dedupe === undefined) return createIdempotencyKey()
  return contentKey(product, body)
}

/**
 * Whether the service may have accepted a try although its response did not reach the caller, or was not
 * usable.
 */
function mayBeAccepted(outcome: TryOutcome): boolean {
  if (outcome.kind === 'notSent') return false
  const { status } = outcome
  return status === undefined || (status >= 200 && status < 300) || gatewayStatuses.includes(status)
}

/**
 * Whether an error settles every earlier try, too: the service looks up the idempotency key first, so it
 * would have returned an existing task. It does not look it up for a request that is rate-limited or
 * unauthenticated.
 */
function isConclusive(error: unknown): boolean {
  return error instanceof ApiError && conclusiveStatuses.includes(error.status)
}

/**
 * An idempotency key derived from the request: equal requests give equal keys, whatever the order of their
 * fields; undefined fields do not count. Rejects where `crypto.subtle` is missing.
 */
async function contentKey(product: string, body: object): Promise<string> {
  const fields = Object.entries(body).filter(([, value]) => value !== undefined)
  const text = JSON.stringify([product, fields.sort(([one], [other]) => (one < other ? -1 : 1))])
  const hash = await sha256Hex(new TextEncoder().encode(text))
  if (hash === undefined) throw new MediagenError('dedupe needs a page that came over https')
  return hash
}
