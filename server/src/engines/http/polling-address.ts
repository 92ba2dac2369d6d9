import type { EngineHttp } from '../shared/calls/engine-http.ts'
import { isAllowed, isForbidden } from '../shared/media/download.ts'
import type { HttpOptions } from './http-options.ts'

type PollingAddress =
  | { readonly kind: 'address'; readonly url: URL }
  | { readonly kind: 'refused'; readonly message: string }

/**
 * An engine's address for polling a job: on the engine's own origin or an allowed host, and never over plain
 * HTTP if the engine itself is reached by TLS.
 */
export function pollingAddressOf(http: EngineHttp, options: HttpOptions, link: string): PollingAddress {
  const url = URL.parse(link, http.url.href)
  if (url === null) return { kind: 'refused', message: 'The engine returned an invalid polling address.' }
  if (url.origin === http.url.origin) return { kind: 'address', url }
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && http.url.protocol === 'http:')
  if (!isSafe)
    return {
      kind: 'refused',
      message: `The engine returned a polling address over ${url.protocol} at ${url.host}.`,
    }
  if (!isAllowed(url.hostname, options.allowedHosts) || isForbidden(http, url))
    return {
      kind: 'refused',
      message: `The engine returned a polling address at ${url.host}, which is not among the allowed hosts of this provider.`,
    }
  return { kind: 'address', url }
}

/**
 * Whether the key may be sent to an address: to the engine's own origin and to the hosts that the file allows
 * to have it.
 */
export function mayHaveKey(http: EngineHttp, options: HttpOptions, url: URL): boolean {
  if (url.origin === http.url.origin) return true
  const isSafe = url.protocol === 'https:' || http.url.protocol === 'http:'
  return isSafe && isAllowed(url.hostname, options.keyHosts)
}
