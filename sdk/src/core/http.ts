import createClient, { type Client } from 'openapi-fetch'
import type { ErrorProperties } from '../errors/mediagen-error.js'
import type { paths } from '../generated/openapi.js'
import type { CallOptions } from '../types.js'
import { toHex } from './hex.js'
import { notify, type SendOptions, send, type Transport } from './transport.js'

/** The typed openapi-fetch client of the contract, with the retries of this SDK. */
export type MediagenHttp = Client<paths>

/** What every part of a client shares. */
export interface Context {
  readonly transport: Transport
  readonly http: MediagenHttp
}

/** The four operations that take an `Idempotency-Key`. */
const generationPath = /\/(images|videos)\/(generations|transformations)$/

export const keyHeader = 'idempotency-key'

/**
 * Creates the typed client. Generations always carry an idempotency key, also when the caller of `http`
 * passes none.
 */
export function createHttp(
  transport: Transport,
  { baseUrl, apiKey }: { baseUrl: string; apiKey?: string | undefined },
): MediagenHttp {
  return createClient<paths>({
    baseUrl,
    headers: { authorization: apiKey && `Bearer ${apiKey}` },
    // A redirect could turn a POST into a GET, or send the prompt and the API key to another host.
    redirect: 'manual',
    fetch: (request) => sendJson(transport, request),
  })
}

/** A random key. `randomUUID` is missing from browsers on pages that are not secure. */
export function createIdempotencyKey(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(16)))
}

/** The options of a call in the form that openapi-fetch takes. */
export type CallInit = {
  readonly fetch: (request: Request) => Promise<Response>
}

/** The options of one API call; the last two are internal. */
export interface ApiCallOptions extends CallOptions, Pick<SendOptions, 'onTry' | 'deadlineMs'> {}

/** The result of an openapi-fetch call. */
interface FetchResult<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

/** Calls one API operation and resolves to the body of a 2xx response; throws the ApiError of any other. */
export async function callApi<Data>(
  { transport }: Context,
  options: ApiCallOptions | undefined,
  call: (init: CallInit) => Promise<FetchResult<Data>>,
  facts?: ErrorProperties,
): Promise<NonNullable<Data>> {
  const { data, error, response } = await call({
    fetch: (request) => sendJson(transport, request, options),
  })
  if (data) return data
  const { apiErrorFrom } = await import('./error-response.js')
  throw apiErrorFrom(response, error, transport.clock.now(), facts)
}

async function sendJson(transport: Transport, request: Request, options?: ApiCallOptions): Promise<Response> {
  const { headers } = request
  const isGeneration = generationPath.test(request.url)
  if (isGeneration && !headers.has(keyHeader)) headers.set(keyHeader, createIdempotencyKey())
  const acquireSlot = isGeneration ? transport.acquireSlot : undefined
  const response = await send(transport, request, { ...options, acquireSlot })
  notify(() => options?.onResponse?.(response.clone()))
  let cause: unknown
  try {
    const { status, ok } = response
    // An error body need not be JSON; a redirect is not followed and never a valid response.
    const value: unknown = ok ? await response.clone().json() : status >= 400 && {}
    if (typeof value === 'object' && value !== null) return response
  } catch (error) {
    cause = error
  }
  const { invalidResponseFrom } = await import('./error-response.js')
  throw invalidResponseFrom(request, response, cause)
}
