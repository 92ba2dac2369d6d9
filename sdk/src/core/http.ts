import createClient, { type Client } from 'openapi-fetch'
import type { ErrorProperties } from '../errors/mediagen-error.js'
import type { paths } from '../generated/openapi.js'
import type { CustomHeaders } from '../types.js'
import type { ResponseKind } from './relied-on.js'
import type { apiErrorFrom, sendJson } from './send-json.js'
import { fillPath } from './settings.js'
import type { ApiCallOptions, Transport } from './transport.js'

/** The typed openapi-fetch client of the contract, with the retries of this SDK. */
export type MediagenHttp = Client<paths>

/** Loaded with the first call. */
export interface SendCalls {
  readonly apiErrorFrom: typeof apiErrorFrom
  readonly sendJson: typeof sendJson
}

/** Shared by every part of a client. */
export interface Context {
  readonly transport: Transport
  readonly http: MediagenHttp
  readonly load: () => Promise<SendCalls>
}

/** Creates the typed client. The code that sends requests is loaded with the first of them. */
export function createHttp(
  { transport, load }: Pick<Context, 'transport' | 'load'>,
  { baseUrl, headers }: { baseUrl: string; headers: CustomHeaders },
): MediagenHttp {
  return createClient<paths>({
    baseUrl,
    headers,
    pathSerializer: fillPath,
    fetch: async (request) => (await load()).sendJson(transport, request),
  })
}

/** The options of a call as openapi-fetch takes them. */
export type CallInit = {
  readonly fetch: (request: Request) => Promise<Response>
}

/** The result of an openapi-fetch call. */
interface FetchResult<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

/**
 * Calls one API operation and resolves to the body of a 2xx response, which has the fields of its kind;
 * throws an ApiError for any other status.
 */
export async function callApi<Data>(
  { transport, load }: Context,
  kind: ResponseKind,
  options: ApiCallOptions | undefined,
  call: (init: CallInit) => Promise<FetchResult<Data>>,
  facts?: ErrorProperties,
): Promise<NonNullable<Data>> {
  const { sendJson, apiErrorFrom } = await load()
  const expected = { kind, id: facts?.taskId ?? facts?.uploadId }
  const { data, error, response } = await call({
    fetch: (request) => sendJson(transport, request, options, { expected, facts }),
  })
  if (data) return data
  throw apiErrorFrom(response, error, transport.clock.now(), facts)
}
