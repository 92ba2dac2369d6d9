import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { beginBody } from '@mediagen/contract/edge'
import type { RequestHandler } from 'express'
import type { Logger } from '../ports/logger.js'
import { isLoopbackHost } from './loopback-host.js'

export interface PlaygroundProxyOptions {
  /** The key that requests of the playground are sent on with; it never reaches a browser. */
  readonly apiKey: string
  readonly logger: Logger
}

/** Where the page finds the service without a key. The SDK takes no address that ends in /api. */
export const proxyPath = '/playground/proxy'

/** The one caller: whoever sits at this machine. */
const callerId = 'playground'
/** As many as the contract allows an account. */
const requestsPerMinute = 60
/**
 * Headers by which reverse proxies, tunnels and content networks name the sender of a request, who need not
 * be at this machine. No browser sends one by itself.
 */
const forwardingHeader = /forwarded|^via$|^x-real-ip$|^x-original-|^x-envoy-|^cf-|-(client|connecting)-ip$/

/** Whether the SDK is installed and built, of which the proxy is a part. */
export function isProxyInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('@mediagen/sdk/proxy')
    return true
  } catch {
    return false
  }
}

/**
 * Passes requests of the playground's own page on to this very service with the demo account's key; mounted
 * at `proxyPath`. Refuses pages of other sites and whatever says that it was forwarded, or they could spend
 * the balance.
 */
export function playgroundProxy({ apiKey, logger }: PlaygroundProxyOptions): RequestHandler {
  let loading: Promise<RequestHandler> | undefined
  // Loaded for the first request: an embedded service whose playground nobody opens starts without it.
  const load = async ({ localAddress = '127.0.0.1', localPort }: Socket): Promise<RequestHandler> => {
    const { createProxy, pageOperations, toNodeHandler } = await import('@mediagen/sdk/proxy')
    const proxy = createProxy({
      apiKey,
      baseUrl: `http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`,
      operations: [...pageOperations, 'getAccount'],
      requestsPerMinute,
      authorize: (request) => (isOwnPage(request) ? callerId : refusal()),
      onError: (error) => logger.error({ err: error }, 'the proxy of the playground failed'),
    })
    return toNodeHandler(proxy)
  }
  return async (request, response, next) => {
    request.operation = 'playground'
    request.headers['x-request-id'] = request.requestId
    if (request.method === 'POST') beginBody(request, response)
    loading ??= load(request.socket)
    const handle = await loading
    await handle(request, response, next)
  }
}

/**
 * Whether a browser says that a page of this very address asks. The Host header is checked too: a name of
 * somebody else's that resolves to this machine makes its page "same-origin".
 */
export function isOwnPage({ headers }: Pick<Request, 'headers'>): boolean {
  const host = headers.get('host') ?? ''
  const origin = headers.get('origin')
  return (
    isLoopbackHost(host) &&
    headers.get('sec-fetch-site') === 'same-origin' &&
    (origin === null || origin === `http://${host}`) &&
    ![...headers.keys()].some((name) => forwardingHeader.test(name))
  )
}

function refusal(): Response {
  const message = 'Only the playground of this machine may use its demo account.'
  return Response.json({ status: 403, code: 'ORIGIN_NOT_ALLOWED', message }, { status: 403 })
}
