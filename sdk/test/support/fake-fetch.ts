/** A request as it went out. */
export interface SentRequest {
  readonly method: string
  /** Address with path and query, as text. */
  readonly url: string
  readonly path: string
  readonly headers: Headers
  readonly bytes: Uint8Array
  /** The JSON body; undefined where there is none. */
  readonly json: unknown
}

/** One response: a response, an error that fetch rejects with, or what makes either of the request. */
export type FakeResponse = Response | Error | ((request: SentRequest) => Response | Promise<Response>)

/**
 * A fetch that gives the responses in their order and records what was sent. One request too many is an
 * error.
 */
export function createFakeFetch(...responses: readonly FakeResponse[]) {
  const sent: SentRequest[] = []
  const left = [...responses]
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const bytes = new Uint8Array(await request.arrayBuffer())
    const isJson = request.headers.get('content-type') === 'application/json'
    const seen = {
      method: request.method,
      url: request.url,
      path: new URL(request.url).pathname,
      headers: request.headers,
      bytes,
      json: isJson ? JSON.parse(new TextDecoder().decode(bytes)) : undefined,
    }
    sent.push(seen)
    const response = left.shift()
    if (response === undefined) throw new Error(`no response is left for ${seen.method} ${seen.url}`)
    if (response instanceof Error) throw response
    return response instanceof Response ? response : response(seen)
  }
  return { fetch, sent, unused: () => left.length }
}

/** A JSON response. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'x-request-id': 'request-1', ...headers } })
}

/** An error response of the service. */
export function errorResponse(status: number, code: string, headers: Record<string, string> = {}): Response {
  return json({ status, code, message: `Because of ${code}`, requestId: 'request-1' }, status, headers)
}

/** What fetch rejects with when a connection breaks. */
export function brokenConnection(): Error {
  return new TypeError('fetch failed', { cause: new Error('read ECONNRESET') })
}
