/** The headers whose values hooks see: those of HTTP and of the contract that describe and grant nothing. */
const shownHeaders = [
  ...[
    'accept',
    'accept-encoding',
    'accept-language',
    'accept-ranges',
    'age',
    'allow',
    'cache-control',
    'cancel-after',
  ],
  ...['content-encoding', 'content-language', 'content-length', 'content-range', 'content-type', 'date'],
  ...['etag', 'expires', 'if-match', 'if-modified-since', 'if-none-match', 'if-range', 'if-unmodified-since'],
  ...['idempotency-key', 'idempotency-replayed', 'last-modified', 'prefer', 'preference-applied', 'range'],
  ...['retry-after', 'server', 'user-agent', 'vary', 'via', 'x-request-id', 'x-should-retry'],
]

/** All headers, with a fixed text in place of each value that may be a secret. */
export function redactHeaders(headers: Headers): Headers {
  const shown = [...headers].map(([name, value]): [string, string] => {
    return [name, shownHeaders.includes(name) ? value : '[redacted]']
  })
  return new Headers(shown)
}

/**
 * A response as hooks receive it: a copy without secrets in its headers, with the body if that is in
 * memory. The body of a download is not, and a copy of it would be.
 */
export function redactResponse(response: Response, isInMemory: boolean): Response {
  const { status, statusText } = response
  // No response can be made with the status of a redirect that a browser keeps to itself; it has no headers.
  if (status === 0) return response
  const body = isInMemory ? response.clone().body : null
  return new Response(body, { status, statusText, headers: redactHeaders(response.headers) })
}
