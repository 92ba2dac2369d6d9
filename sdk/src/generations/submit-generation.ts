import { sha256Hex } from '../core/hex.js'
import { type Context, callApi, createIdempotencyKey } from '../core/http.js'
import { requestIdOf, type Transport } from '../core/transport.js'
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

/** A gateway in between gave the service up, which may have accepted all the same. */
const gatewayStatuses = [502, 504]
/** Codes of Node and Bun for a connection that was never made, so that certainly nothing was sent. */
const unreachableCodes = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$/
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
  // The tries that may have been accepted without a word of it having come back.
  let unclear = 0
  const fetch: Transport['fetch'] = async (input, init) => {
    unclear += 1
    try {
      const answer = await context.transport.fetch(input, init)
      if (!answer.ok && !gatewayStatuses.includes(answer.status)) unclear -= 1
      return answer
    } catch (error) {
      const { code, cause = error } = Object(error)
      if (!unreachableCodes.test(code ?? cause?.code)) throw error
      unclear -= 1
      throw new Error('nothing listens there', { cause })
    }
  }
  const send = async (call: CallOptions): Promise<Generation> => {
    let response: Response | undefined
    try {
      const accepted = await callApi(
        context,
        { ...call, fetch },
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
      return createHandle(
        context,
        { ...accepted, idempotencyKey, replayed, requestId, pricingInput },
        !replayed,
      )
    } catch (cause) {
      if (unclear === 0 || isConclusive(cause)) throw cause
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
 * Whether an error also tells of every earlier try: the service looks first for a task of the same key, so it would have
 * found one. It does not look where it asks to wait or knows nobody by the key of the account.
 */
function isConclusive(error: unknown): boolean {
  return error instanceof ApiError && conclusiveStatuses.includes(error.status)
}

/**
 * An idempotency key derived from the request: equal requests give equal keys, whatever the order of their fields;
 * undefined fields do not count. Rejects where `crypto.subtle` is missing.
 */
async function contentKey(product: string, body: object): Promise<string> {
  const fields = Object.entries(body).filter(([, value]) => value !== undefined)
  const text = JSON.stringify([product, fields.sort(([one], [other]) => (one < other ? -1 : 1))])
  const hash = await sha256Hex(new TextEncoder().encode(text))
  if (hash === undefined) throw new MediagenError('dedupe needs a page that came over https')
  return hash
}
