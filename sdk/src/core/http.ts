import createClient, { type Client } from 'openapi-fetch'
import type { ErrorProperties } from '../errors/mediagen-error.js'
import type { paths } from '../generated/openapi.js'
import { recordOf } from '../types/record.js'
import { apiErrorFrom } from './error-response.js'
import type { Fields } from './relied-on.js'
import { sendJson } from './send-json.js'
import { fillPath } from './settings.js'
import type { ApiCallOptions, Transport } from './transport.js'

/** The typed openapi-fetch client of the contract, with the retries of this SDK. */
export type MediagenHttp = Client<paths>

/** Shared by every part of a client. */
export interface Context {
  readonly transport: Transport
  readonly http: MediagenHttp
  /** Whether the headers of the client ask for something of each response, so that waits share none. */
  readonly isParticular?: boolean
}

/** Creates the typed client, which sends its requests by the transport. */
export function createHttp(
  transport: Transport,
  { baseUrl, headers }: { baseUrl: string; headers: Headers },
): MediagenHttp {
  return clientFactory()<paths>({
    baseUrl,
    headers,
    pathSerializer: fillPath,
    fetch: (request) => sendJson(transport, request),
  })
}

/** The default export of openapi-fetch, which is one level deeper in the CommonJS that esbuild makes. */
function clientFactory(): typeof createClient {
  const inner = recordOf(createClient).default
  return isFactory(inner) ? inner : createClient
}

function isFactory(value: unknown): value is typeof createClient {
  return typeof value === 'function'
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
 * Calls one API operation and resolves to the body of a 2xx response, which has these fields; throws an ApiError for
 * any other status.
 */
export async function callApi<Data>(
  { transport }: Context,
  fields: Fields,
  options: ApiCallOptions | undefined,
  call: (init: CallInit) => Promise<FetchResult<Data>>,
  facts?: ErrorProperties,
): Promise<NonNullable<Data>> {
  const expected = { fields, id: facts?.taskId ?? facts?.uploadId }
  let url = ''
  const { data, error, response } = await call({
    fetch: (request) => {
      url = request.url
      return sendJson(transport, request, options, { expected, facts })
    },
  })
  if (data) return data
  throw apiErrorFrom({ response, url }, error, transport.clock.now(), facts)
}
