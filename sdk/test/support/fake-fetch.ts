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

/** One answer: a response, an error that fetch rejects with, or what makes either of the request. */
export type FakeAnswer = Response | Error | ((request: SentRequest) => Response | Promise<Response>)

/**
 * A fetch that gives the answers in their order and keeps what was sent. One request too many is an error.
 */
export function createFakeFetch(...answers: readonly FakeAnswer[]) {
  const sent: SentRequest[] = []
  const left = [...answers]
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
    const answer = left.shift()
    if (answer === undefined) throw new Error(`no answer is left for ${seen.method} ${seen.url}`)
    if (answer instanceof Error) throw answer
    return answer instanceof Response ? answer : answer(seen)
  }
  return { fetch, sent, unused: () => left.length }
}

/** A JSON answer. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'x-request-id': 'request-1', ...headers } })
}

/** An error answer of the service. */
export function refusal(status: number, code: string, headers: Record<string, string> = {}): Response {
  return json({ status, code, message: `Because of ${code}`, requestId: 'request-1' }, status, headers)
}

/** What fetch rejects with when a connection breaks. */
export function brokenConnection(): Error {
  return new TypeError('fetch failed', { cause: new Error('read ECONNRESET') })
}
