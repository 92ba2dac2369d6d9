import type { RequestEvent } from './hooks.js'
import { redactHeaders } from './redact-headers.js'

/** The `X-Request-Id` of a response. */
export function requestIdOf({ headers }: Response): string | undefined {
  return headers.get('x-request-id') ?? undefined
}

/** Method and URL for messages, without the query, which contains the signature of a signed URL. */
export function describeRequest({ method, url }: Pick<Request, 'method' | 'url'>): string {
  return `${method} ${withoutQuery(url)}`
}

/** A platform's message about a request, some of which quote the URL, without its query. */
export function withoutQueryOf(url: string, message: string): string {
  const [, ...secrets] = url.trim().split(/(?=[?#])/)
  return secrets.reduce((text, secret) => text.replaceAll(secret, ''), message)
}

function withoutQuery(url: string): string {
  return url.split(/[?#]/, 1).join()
}

/** An attempt as hooks receive it, without whatever grants access. */
export function eventOf(
  { method, url, headers }: Pick<RequestEvent, 'method' | 'url' | 'headers'>,
  attempt: number,
): RequestEvent {
  return { method, url: withoutQuery(url), headers: redactHeaders(headers), attempt }
}
