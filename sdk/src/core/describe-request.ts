import type { RequestEvent } from './hooks.js'

/** The `X-Request-Id` of a response. */
export function requestIdOf({ headers }: Response): string | undefined {
  return headers.get('x-request-id') ?? undefined
}

/** Method and URL for messages, without the query, which contains the signature of a signed URL. */
export function describeRequest({ method, url }: Pick<Request, 'method' | 'url'>): string {
  return `${method} ${withoutQuery(url)}`
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/, '')
}

/** An attempt as hooks receive it, without the headers that grant access. */
export function eventOf(
  { method, url, headers }: Pick<RequestEvent, 'method' | 'url' | 'headers'>,
  attempt: number,
): RequestEvent {
  const shown = [...headers].filter(([name]) => !/auth|cookie|api-?key|secret|token/.test(name))
  return { method, url: withoutQuery(url), headers: new Headers(shown), attempt }
}
