import { requestIdOf } from '../core/describe-request.js'
import { sha256Hex } from '../core/hex.js'
import { type Context, callApi } from '../core/http.js'
import {
  checkIdempotencyKey,
  conclusiveStatuses,
  createIdempotencyKey,
  keyHeader,
  repeatableMs,
} from '../core/idempotency-key.js'
import { reliedOn } from '../core/relied-on.js'
import { readHeaders } from '../core/settings.js'
import type { AttemptOutcome } from '../core/transport.js'
import { SubmitAbortedError, SubmitAmbiguousError } from '../errors/call-errors.js'
import { MediagenError } from '../errors/mediagen-error.js'
import type { paths } from '../generated/openapi.js'
import type {
  AnyPricingInput,
  CallOptions,
  GenerateOptions,
  Generation,
  ImageGenerationRequest,
  ImageTransformationRequest,
  VideoGenerationRequest,
  VideoTransformationRequest,
} from '../types/index.js'
import { checkEffect, checkEstimate } from './estimate.js'
import { createCostReport, createHandle } from './generation-handle.js'
import { orderOf } from './products.js'

type Body =
  | ImageGenerationRequest
  | ImageTransformationRequest
  | VideoGenerationRequest
  | VideoTransformationRequest

/** The input of the contract. */
type ContractBody = NonNullable<
  paths[ReturnType<typeof orderOf>['path']]['post']['requestBody']
>['content']['application/json']

/** Sends one logical generation, under one key however often it has to be sent. */
export async function submitGeneration(
  context: Context,
  { product, effectId, resolution, durationSeconds }: AnyPricingInput,
  {
    idempotencyKey: givenKey,
    dedupe,
    maxCost,
    checkBalance,
    cancelAfterSeconds,
    onCost,
    ...options
  }: GenerateOptions = {},
  { makeBody, isUpload = false }: { makeBody: () => Body | Promise<Body>; isUpload?: boolean },
): Promise<Generation> {
  const headerKey = readHeaders(options.headers).get(keyHeader) ?? undefined
  const ownKey = givenKey === undefined ? headerKey : givenKey
  if (ownKey !== undefined) {
    checkIdempotencyKey(ownKey)
    if (dedupe !== undefined || (headerKey ?? ownKey) !== ownKey)
      throw new MediagenError('Give one of idempotencyKey, its header and dedupe: each is the key')
  }
  if (dedupe !== undefined && dedupe !== 'content')
    throw new MediagenError("dedupe must be 'content' or be left out")
  const pricingInput = { product, effectId, resolution, durationSeconds }
  if (maxCost !== undefined || checkBalance) {
    await checkEstimate(context, pricingInput, { maxCost, checkBalance }, options)
  }
  if (isUpload && effectId !== undefined) await checkEffect(context, pricingInput, options)
  // As sent: without undefined fields, and the same on every attempt.
  const body: ContractBody = JSON.parse(JSON.stringify(await makeBody()))
  const idempotencyKey = ownKey ?? (dedupe ? await contentKey(product, body) : createIdempotencyKey())
  const deadline = cancelAfterSeconds === undefined ? {} : { 'Cancel-After': cancelAfterSeconds }
  const params = { header: { 'Idempotency-Key': idempotencyKey, ...deadline } }
  // Every attempt under this key, including those of `retry()`.
  const outcomes: AttemptOutcome[] = []
  const onAttempt = (outcome: AttemptOutcome) => outcomes.push(outcome)
  // By the wall clock: a monotonic one may stand still while a computer sleeps.
  let firstSentMs: number | undefined
  let forgotten: MediagenError | undefined
  const forbidAttempt = () => {
    firstSentMs ??= Date.now()
    if (Date.now() < firstSentMs + repeatableMs || !outcomes.some(mayBeAccepted)) return undefined
    const message = 'The generation was sent over 12 hours ago, and its key may be forgotten'
    forgotten = new MediagenError(`${message}: look for it with tasks.list()`, { idempotencyKey })
    return forgotten
  }
  const send = async (call: CallOptions): Promise<Generation> => {
    let response: Response | undefined
    try {
      const { cost, ...accepted } = await callApi(
        context,
        reliedOn.acceptedTask,
        { ...call, onAttempt, forbidAttempt },
        async (init) => {
          const result = await context.http.POST(orderOf(product).path, { body, params, ...init })
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
        {
          news: replayed ? undefined : { etag: response?.headers.get('etag') ?? undefined },
          reportCost: createCostReport(onCost, cost),
        },
      )
    } catch (cause) {
      if (cause === forgotten || !outcomes.some(mayBeAccepted) || isConclusive(outcomes.at(-1))) throw cause
      const retry = (again?: CallOptions) => send({ ...options, signal: undefined, ...again })
      const AmbiguousError = call.signal?.aborted ? SubmitAbortedError : SubmitAmbiguousError
      throw new AmbiguousError({ idempotencyKey, retry, cause })
    }
  }
  return send(options)
}

/**
 * Whether the service may have accepted an attempt. Only the service's own response rules that out: a gateway
 * in between may say anything about a request that it has passed on. A redirect shows that it has not.
 */
function mayBeAccepted(outcome: AttemptOutcome): boolean {
  if (outcome.kind !== 'response') return outcome.kind === 'noResponse'
  const { status, isServiceError } = outcome
  const isRedirect = status === 0 || (status >= 300 && status < 400)
  return !isServiceError && !isRedirect
}

/**
 * Whether the last attempt also settles every earlier one: the service looks up the idempotency key first, so
 * it would have returned an existing task. It does not look it up for a rate-limited or unauthenticated
 * request.
 */
function isConclusive(outcome: AttemptOutcome | undefined): boolean {
  return outcome?.kind === 'response' && outcome.isServiceError && conclusiveStatuses.includes(outcome.status)
}

/**
 * An idempotency key derived from the request: equal requests give equal keys, whatever the order of their
 * fields; undefined fields do not count. Rejects if `crypto.subtle` is missing.
 */
async function contentKey(product: string, body: object): Promise<string> {
  const fields = Object.entries(body)
  const text = JSON.stringify([product, fields.sort(([one], [other]) => (one < other ? -1 : 1))])
  const hash = await sha256Hex(new TextEncoder().encode(text))
  if (hash === undefined) throw new MediagenError('dedupe needs a page that came over https')
  return hash
}
