import createClient, { type Client } from 'openapi-fetch'
import type { ErrorFacts } from './errors/mediagen-error.js'
import type { paths } from './generated/openapi.js'
import { toHex } from './hex.js'
import { type SendOptions, send, type Transport, tell } from './transport.js'
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

/** What a generation is sent under. */
export const keyHeader = 'idempotency-key'

/** Makes the typed client. Every generation is sent with a key, also where the caller of `http` names none. */
export function createHttp(
  transport: Transport,
  { baseUrl, apiKey }: { baseUrl: string; apiKey?: string | undefined },
): MediagenHttp {
  return createClient<paths>({
    baseUrl,
    headers: { authorization: apiKey && `Bearer ${apiKey}` },
    // A redirect would make a GET of a generation, or take its prompt and the key to somebody else.
    redirect: 'manual',
    fetch: (request) => sendJson(transport, request),
  })
}

/** A random key, made without `randomUUID`, which browsers have on secure pages only. */
export function createIdempotencyKey(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(16)))
}

/** What the options of a call are to openapi-fetch. */
export type CallInit = {
  readonly fetch: (request: Request) => Promise<Response>
}

/** What a call asks for; more than its caller may. */
export interface AskOptions extends CallOptions, Pick<SendOptions, 'fetch' | 'deadlineMs'> {}

/** What openapi-fetch answers. */
interface Answer<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

/** Sends a request of the contract and gives what a good answer says; throws the ApiError that a bad one stands for. */
export async function ask<Data>(
  { transport }: Context,
  options: AskOptions | undefined,
  work: (init: CallInit) => Promise<Answer<Data>>,
  facts?: ErrorFacts,
): Promise<NonNullable<Data>> {
  const { data, error, response } = await work({
    fetch: (request) => sendJson(transport, request, options),
  })
  if (data) return data
  const { refusalOf } = await import('./refusal.js')
  throw refusalOf(response, error, transport.clock.now(), facts)
}

async function sendJson(transport: Transport, request: Request, options?: AskOptions): Promise<Response> {
  const { headers } = request
  const isGeneration = generationPath.test(request.url)
  if (isGeneration && !headers.has(keyHeader)) headers.set(keyHeader, createIdempotencyKey())
  const admit = isGeneration ? transport.admit : undefined
  const response = await send(transport, request, { ...options, admit })
  tell(() => options?.onResponse?.(response.clone()))
  let cause: unknown
  try {
    const { status, ok } = response
    // An error need not be JSON; a redirect, which is not followed, is no answer of the contract whatever it says.
    const value: unknown = ok ? await response.clone().json() : status >= 400 && {}
    if (typeof value === 'object' && value !== null) return response
  } catch (error) {
    cause = error
  }
  const { invalidAnswer } = await import('./refusal.js')
  throw invalidAnswer(request, response, cause)
}
