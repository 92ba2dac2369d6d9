import { type ErrorProperties, MediagenError } from '../errors/mediagen-error.js'
import { isRecord } from '../types/record.js'
import { checkKey } from './api-key.js'
import { checkSpelling } from './check-names.js'
import { withTimeLimit } from './clock.js'
import { invalidResponseFrom } from './error-response.js'
import type { RateLimitEvent } from './hooks.js'
import { checkIdempotencyKey, createIdempotencyKey, keyHeader } from './idempotency-key.js'
import { createLimiter, type Limiter } from './limiter.js'
import { notify } from './notify.js'
import { callOptions } from './option-names.js'
import { redactResponse } from './redact-headers.js'
import { type Expected, findWrongField } from './relied-on.js'
import { checkNumbers, readHeaders } from './settings.js'
import { currentTraceparent, traceHeader } from './traceparent.js'
import { type ApiCallOptions, type OutgoingRequest, send, type Transport } from './transport.js'

/** The four operations that take an `Idempotency-Key`. */
const generationPath = /\/(images|videos)\/(generations|transformations)$/

/**
 * Sends an API request, with its key and headers, and resolves to the JSON object or the error in the
 * response. Generations always carry an idempotency key, even if the caller of `http` passes none. Throws
 * InvalidResponseError for anything that the service would not return.
 */
export async function sendJson(
  transport: Transport,
  source: Request,
  options: ApiCallOptions = {},
  { expected, facts }: { expected?: Expected; facts?: ErrorProperties | undefined } = {},
): Promise<Response> {
  const { timeoutMs, maxRetries } = options
  checkSpelling(options, callOptions)
  checkNumbers({ timeoutMs, maxRetries })
  const isGeneration = generationPath.test(source.url)
  const signal = options.signal ?? source.signal
  const request = await outgoingOf(transport, source, { ...options, signal })
  if (isGeneration) {
    const key = request.headers.get(keyHeader)
    if (key === null) request.headers.set(keyHeader, createIdempotencyKey())
    else checkIdempotencyKey(key)
    const trace = request.headers.has(traceHeader) ? undefined : currentTraceparent(transport.readTraceparent)
    if (trace !== undefined) request.headers.set(traceHeader, trace)
  }
  const acquireSlot = isGeneration ? limiterOf(transport)() : undefined
  const response = await send(transport, request, { ...options, signal, acquireSlot })
  notify(() => options.onResponse?.(response.clone()))
  let cause: unknown
  let wrongField: string | undefined
  try {
    const { status, ok } = response
    // Not Modified is a valid response to a request that names what its caller has seen, and to no other.
    if (status === 304 && request.headers.has('if-none-match')) return response
    // An error body need not be JSON; a redirect is not followed and never a valid response.
    const value: unknown = ok ? await response.clone().json() : status >= 400 && {}
    wrongField = ok && isRecord(value) && expected ? findWrongField(value, expected) : undefined
    if (isRecord(value) && wrongField === undefined) return response
  } catch (error) {
    cause = error
  }
  throw invalidResponseFrom(request, response, { ...facts, cause }, wrongField)
}

const limiters = new WeakMap<Transport, Limiter>()

/** The rate limiter of a client, which all its generations share. */
function limiterOf(transport: Transport): Limiter {
  const { hooks } = transport
  const onRateLimit = ({ response, ...event }: RateLimitEvent) => {
    const shown = response && redactResponse(response, true)
    notify(() => hooks.onRateLimit?.({ ...event, response: shown }))
  }
  const limiter = limiters.get(transport) ?? createLimiter({ ...transport, onRateLimit })
  limiters.set(transport, limiter)
  return limiter
}

/** A request in a form that any fetch accepts: its body as text, and the headers of the call on top. */
async function outgoingOf(
  transport: Transport,
  source: Request,
  { headers: ofCall, hold = {}, signal, timeoutMs: ms = transport.timeoutMs }: ApiCallOptions,
): Promise<OutgoingRequest> {
  const { method, url } = source
  const headers = new Headers(source.headers)
  readHeaders(ofCall).forEach((value, name) => {
    // That of a generation is its key already.
    if (name !== keyHeader) headers.set(name, value)
  })
  // A preference of the caller is joined with that of a wait, and counts first.
  if (hold.prefer !== undefined) headers.append('prefer', hold.prefer)
  if (hold.etag !== undefined) headers.set('if-none-match', hold.etag)
  if (!headers.has('authorization')) {
    const noKey = () => new MediagenError(`apiKey gave no key in ${ms} ms`, { retryable: true })
    const limit = { clock: transport.clock, ms, signal }
    const key = await withTimeLimit(limit, () => readKey(transport), noKey)
    const checked = key && checkKey(key)
    if (checked) headers.set('authorization', `Bearer ${checked}`)
  }
  const body = (await source.text()) || undefined
  // A redirect could turn a POST into a GET, or send the prompt and the API key to another host.
  return { method, url, headers, body, redirect: 'manual' }
}

/** The key of the caller's function. Its own errors pass through; anything else that it throws says nothing. */
async function readKey({ readApiKey }: Transport): Promise<string | undefined> {
  try {
    return await readApiKey()
  } catch (cause) {
    if (isRecord(cause)) throw cause
    throw new MediagenError('apiKey failed: its function threw a value that is no Error', { cause })
  }
}
