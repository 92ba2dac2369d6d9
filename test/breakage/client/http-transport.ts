import type { ClientRequest, ClientResponse, Transport } from './transport.ts'

const responseMsMax = 5_000
/** Where links of the service's own object store lead: to no port, as each process has another one. */
const ownOrigin = 'http://127.0.0.1:0'

export interface HttpTransport extends Transport {
  /** With a certain API key. */
  sendWith(apiKey: string, request: ClientRequest): Promise<ClientResponse | string>
}

/** Reaches a service over HTTP. */
export function createHttpTransport(options: {
  /** An API that is up; undefined if none is. */
  readonly url: () => string | undefined
  /** An API key of an account. */
  readonly keyOf: (account: string) => string | undefined
}): HttpTransport {
  const { url, keyOf } = options

  async function sendWith(
    apiKey: string,
    { method, path, body, idempotencyKey, cancelAfter, waitSeconds, ifNoneMatch }: ClientRequest,
  ): Promise<ClientResponse | string> {
    const to = url()
    if (to === undefined) return 'no API is up'
    const headers = {
      Authorization: `Bearer ${apiKey}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      ...(cancelAfter !== undefined && { 'Cancel-After': String(cancelAfter) }),
      ...(waitSeconds !== undefined && { Prefer: `wait=${waitSeconds}` }),
      ...(ifNoneMatch !== undefined && { 'If-None-Match': ifNoneMatch }),
    }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const signal = AbortSignal.timeout(responseMsMax)
    try {
      const response = await fetch(to + path, { method, headers, ...sent, signal })
      const text = await response.text()
      const { status } = response
      return { status, body: text && JSON.parse(text), etag: response.headers.get('etag') ?? undefined }
    } catch (error) {
      if (error instanceof SyntaxError) throw error
      return String(error)
    }
  }

  /** Where a signed link leads now. */
  function placeOf(link: string): { readonly origin: string | undefined; readonly path: string } {
    const { origin, pathname, search } = new URL(link)
    return { origin: origin === ownOrigin ? url() : origin, path: pathname + search }
  }

  return {
    isUp: () => url() !== undefined,

    sendWith,

    send: (account, request) => sendWith(keyOf(account) ?? '', request),

    async put(link, contentType, body) {
      const { origin, path } = placeOf(link)
      if (origin === undefined) return false
      const request = { method: 'PUT', headers: { 'Content-Type': contentType }, body }
      const signal = AbortSignal.timeout(responseMsMax)
      const response = await fetch(origin + path, { ...request, signal }).catch(() => undefined)
      await response?.body?.cancel()
      return response?.ok === true
    },

    async get(link) {
      const { origin, path } = placeOf(link)
      if (origin === undefined) return undefined
      const signal = AbortSignal.timeout(responseMsMax)
      const response = await fetch(origin + path, { signal }).catch(() => undefined)
      const bytes = await response?.bytes().catch(() => undefined)
      if (bytes === undefined || (response?.status !== 200 && response?.status !== 404)) return undefined
      return response.status === 200 ? bytes : null
    },
  }
}
