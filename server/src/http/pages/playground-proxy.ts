import type { Socket } from 'node:net'
import { beginBody } from '@mediagen/contract/edge'
import type { RequestHandler } from 'express'
import type { Logger } from '../../core/ports/logger.ts'
import { isLoopbackHost } from './loopback-host.ts'

export interface PlaygroundProxyOptions {
  /** The key with which the playground's requests are forwarded; it never reaches a browser. */
  readonly apiKey: string
  readonly logger: Logger
}

/** Where the page reaches the service without a key. The SDK accepts no address that ends in /api. */
export const proxyPath = '/playground/proxy'

/** The only caller: a person at this machine, whose history is all that the account has. */
const caller = { id: 'playground', listsAllTasks: true }
/** The contract's limit per account. */
const requestsPerMinute = 60
/** The only caller shares the account with nobody; the service's own limits apply. */
const wholeAccount = { perCaller: Number.POSITIVE_INFINITY, total: Number.POSITIVE_INFINITY }
/**
 * Headers by which reverse proxies, tunnels and CDNs name the sender of a request, who need not be at this
 * machine. No browser sends one by itself.
 */
const forwardingHeader = /forwarded|^via$|^x-real-ip$|^x-original-|^x-envoy-|^cf-|-(client|connecting)-ip$/

/**
 * Forwards requests of the playground's own page to this service with the demo account's key; mounted at
 * `proxyPath`. Rejects pages of other sites and any forwarded request, either of which could spend the
 * balance.
 */
export function playgroundProxy({ apiKey, logger }: PlaygroundProxyOptions): RequestHandler {
  let loading: Promise<RequestHandler> | undefined
  // Loaded on the first request: an embedded service whose playground nobody opens starts without it.
  const load = async ({ localAddress = '127.0.0.1', localPort }: Socket): Promise<RequestHandler> => {
    const { createProxy, pageOperations, toNodeHandler } = await import('@mediagen/sdk/proxy')
    const proxy = createProxy({
      apiKey,
      baseUrl: `http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`,
      operations: [...pageOperations, 'getAccount', 'getUsage'],
      requestsPerMinute,
      heldPolls: wholeAccount,
      openUploads: wholeAccount,
      authorize: (request) => (isOwnPage(request) ? caller : forbidden()),
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
 * Whether the browser states that a page of this very origin sent the request. The Host header is checked
 * too: a foreign name that resolves to this machine makes its page "same-origin".
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

function forbidden(): Response {
  const message = 'Only the playground of this machine may use its demo account.'
  return Response.json({ status: 403, code: 'ORIGIN_NOT_ALLOWED', message }, { status: 403 })
}
