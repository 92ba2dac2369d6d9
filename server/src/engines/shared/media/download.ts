import { isIP } from 'node:net'
import { type GeneratedMedia, mediaBytesMax, UnusableMediaError } from '../../../core/ports/provider.ts'
import { type EngineHttp, statusText } from '../calls/engine-http.ts'
import { codeOf } from '../calls/failed-call.ts'
import { isPrivateAddress, isPrivateHost, privateAddressCode } from '../calls/private-address.ts'
import { readParts, TooLargeError } from '../calls/read-body.ts'

export interface DownloadRules {
  /**
   * Additional hosts from which results come, at any port; `*.example.com` includes everything below a
   * domain.
   */
  readonly allowedHosts: readonly string[]
  /** Additional hosts that receive the engine's key. @default none */
  readonly keyHosts?: readonly string[]
  /** Size limit of the result; a larger one is unusable. @default `mediaBytesMax` */
  readonly bytesMax?: number
}

const redirectsMax = 3

/**
 * A result to be fetched from a link that the engine gave. Links and their few redirects may lead to the
 * engine's own origin, port included, or to an allowed host, and to no private address unless the engine
 * itself has one: a response of an engine must not make us read our own network.
 */
export function mediaAt(
  http: EngineHttp,
  link: string,
  rules: DownloadRules,
  contentType?: string,
): GeneratedMedia {
  return {
    ...(contentType !== undefined && { contentType }),
    stream: (signal) => download(http, link, rules, signal),
  }
}

async function* download(
  http: EngineHttp,
  link: string,
  rules: DownloadRules,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let url = parseLink(link, http.url)
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    checkHost(http, url, rules)
    const isSafe = url.protocol === 'https:' || http.url.protocol === 'http:'
    const withKey =
      url.origin === http.url.origin || (isSafe && isAllowed(url.hostname, rules.keyHosts ?? []))
    const response = await http.open(url, { withKey }, signal).catch((error: unknown) => {
      throw codeOf(error) === privateAddressCode ? privateResult(url) : error
    })
    const location = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await response.body?.cancel()
      url = parseLink(location, url)
      continue
    }
    if (response.status !== 200) {
      await response.body?.cancel()
      throw failedDownload(response.status)
    }
    try {
      yield* readParts(response, rules.bytesMax ?? mediaBytesMax, signal)
    } catch (error) {
      throw error instanceof TooLargeError ? new UnusableMediaError(error.message) : error
    }
    return
  }
  throw new UnusableMediaError('The result is behind too many redirects.')
}

/** 404 and 410 are permanent; a busy or unavailable engine may recover. */
function failedDownload(status: number): Error {
  const message = `The result could not be fetched: ${statusText(status)}.`
  const mayMend = status >= 500 || status === 408 || status === 425 || status === 429
  return mayMend ? new Error(message) : new UnusableMediaError(message)
}

function parseLink(link: string, base: URL): URL {
  try {
    return new URL(link, base)
  } catch {
    throw new UnusableMediaError('The engine returned an invalid link.')
  }
}

function checkHost(http: EngineHttp, url: URL, rules: DownloadRules): void {
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new UnusableMediaError(`Results are not fetched over ${url.protocol}`)
  if (url.origin === http.url.origin) return
  if (!isAllowed(url.hostname, rules.allowedHosts))
    throw new UnusableMediaError(
      `The result lies at ${url.host}, which is not among the allowed hosts of this provider.`,
    )
  if (isForbidden(http, url)) throw privateResult(url)
}

/** Whether an address is private although the engine's own is not. Names are checked when they resolve. */
export function isForbidden(http: EngineHttp, { hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 && isPrivateAddress(host) && !isPrivateHost(http.url.hostname)
}

function privateResult(url: URL): UnusableMediaError {
  return new UnusableMediaError(`The result lies at ${url.hostname}, which is a private address.`)
}

/** Whether a host matches a list of names, where `*.` stands for everything below a domain. */
export function isAllowed(hostname: string, hosts: readonly string[]): boolean {
  const host = hostname.toLowerCase()
  return hosts.some((allowed) =>
    allowed.startsWith('*.') ? host.endsWith(allowed.slice(1).toLowerCase()) : host === allowed.toLowerCase(),
  )
}
