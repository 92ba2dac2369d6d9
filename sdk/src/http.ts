import createClient, { type Client } from 'openapi-fetch'
import { InvalidResponseError } from './errors/call-errors.js'
import type { ErrorFacts } from './errors/mediagen-error.js'
import type { paths } from './generated/openapi.js'
import { toHex } from './hex.js'
import { placeOf, requestIdOf, send, type Transport } from './transport.js'
import type { CallOptions } from './types.js'

/** The typed openapi-fetch client of the contract, with the retries of this SDK. */
export type MediagenHttp = Client<paths>

/** What the parts of the client share: how requests are sent, and the typed way to send them. */
export interface Context {
  readonly transport: Transport
  readonly http: MediagenHttp
}

/** The four operations that take an `Idempotency-Key`; no other one does. */
const generationPath = /\/(images|videos)\/(generations|transformations)$/

const keyHeader = 'idempotency-key'

/** Makes the typed client. Every generation is sent with a key, also where the caller of `http` names none. */
export function createHttp(
  transport: Transport,
  { baseUrl, apiKey }: { baseUrl: string; apiKey?: string | undefined },
): MediagenHttp {
  return createClient<paths>({
    baseUrl,
    headers: { authorization: apiKey && `Bearer ${apiKey}` },
    fetch: (request) => sendJson(transport, request),
  })
}

/** A random key, made without `randomUUID`, which browsers have on secure pages only. */
export function createIdempotencyKey(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(16)))
}

/** What the options of a call are to openapi-fetch. */
export type CallInit = {
  readonly signal: AbortSignal | null
  readonly fetch: (request: Request) => Promise<Response>
}

/** What openapi-fetch answers. */
interface Answer<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

/** Sends a request of the contract and gives what a good answer says; throws the ApiError that a bad one stands for. */
export async function ask<Data>(
  { transport }: Context,
  options: CallOptions | undefined,
  work: (init: CallInit) => Promise<Answer<Data>>,
  facts?: ErrorFacts,
): Promise<NonNullable<Data>> {
  const { data, error, response } = await work({
    signal: options?.signal ?? null,
    fetch: (request) => sendJson(transport, request, options),
  })
  if (data) return data
  const { refusalOf } = await import('./refusal.js')
  throw refusalOf(response, error, transport.clock.now(), facts)
}

async function sendJson(transport: Transport, request: Request, options?: CallOptions): Promise<Response> {
  const { headers } = request
  const isGeneration = generationPath.test(request.url)
  if (isGeneration && !headers.has(keyHeader)) headers.set(keyHeader, createIdempotencyKey())
  const admit = isGeneration ? transport.admit : undefined
  const response = await send(transport, request, { ...options, admit })
  options?.onResponse?.(response.clone())
  let cause: unknown
  try {
    const value: unknown = response.ok ? await response.clone().json() : {}
    if (typeof value === 'object' && value !== null) return response
  } catch (error) {
    cause = error
  }
  throw new InvalidResponseError(`${placeOf(request)} was not answered with a JSON object`, {
    status: response.status,
    requestId: requestIdOf(response),
    idempotencyKey: headers.get(keyHeader) ?? undefined,
    cause,
  })
}
