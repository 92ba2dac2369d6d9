import { activeTraceparent, currentTraceparent, traceHeader } from '../core/traceparent.js'
import type { OperationId } from '../generated/operations.js'
import { isGreaterAmount } from '../generations/decimal.js'
import { type Catalogue, priceOf } from '../generations/price-of.js'
import type { Product } from '../types/index.js'
import type { UnknownRecord } from '../types/record.js'
import { type AccountShares, createAccountShares } from './account-shares.js'
import { callService, type ServiceRequest, type ServiceResponse } from './call-service.js'
import { corsHeaders, preflightResponse } from './cors.js'
import { holdSecondsOf } from './hold-seconds.js'
import { openList } from './listed-tasks.js'
import { matchOperation, type Route } from './match-operation.js'
import { openAsset, openId } from './open-ids.js'
import { type Caller, type ProxyOptions, type ProxySettings, readProxyOptions } from './options.js'
import { createCatalogueReader } from './prices.js'
import { errorResponse, ProxyError } from './proxy-error.js'
import { type CallerLimiter, countRequest, createCallerLimiter } from './rate-limit.js'
import { readBody } from './read-body.js'
import { requestIdOf } from './request-id.js'
import { createScopedIds, type ScopedIds, sealBody } from './scoped-ids.js'

/** Responds to one request of a page. It never rejects. */
export type ProxyHandler = (request: Request) => Promise<Response>

const products: { readonly [Operation in OperationId]?: Product } = {
  generateImage: 'image.generate',
  transformImage: 'image.transform',
  generateVideo: 'video.generate',
  transformVideo: 'video.transform',
}
/** The response headers that are forwarded to the page. */
const forwardedHeaders = [
  'cache-control',
  'etag',
  'idempotency-replayed',
  'preference-applied',
  'retry-after',
  'x-request-id',
]

/**
 * Creates a request handler that keeps the API key on the server: the client in the page uses the handler's
 * address as its `baseUrl`. Throws a MediagenError for invalid settings.
 */
export function createProxy(options: ProxyOptions): ProxyHandler {
  const settings = readProxyOptions(options)
  const limiter = createCallerLimiter(settings.now)
  const shares = createAccountShares(settings)
  const readCatalogue = createCatalogueReader(async (path) => {
    const { status, body } = await callService(settings, {
      method: 'GET',
      path,
      headers: new Headers(),
      secured: false,
    })
    return status === 200 ? body : undefined
  }, settings.now)
  return async (request) => {
    const requestId = requestIdOf(request.headers.get('x-request-id'))
    const report = (error: unknown) => reportTo(settings, error, request)
    let cors: Record<string, string> = {}
    let response: Response
    try {
      cors = corsHeaders(request, settings.origins)
      response =
        preflightResponse(request) ??
        (await forward({ settings, limiter, shares, readCatalogue, request, requestId }, report))
    } catch (error) {
      response = errorResponse(proxyErrorOf(error, report), requestId)
    }
    return withHeaders(response, { 'cache-control': 'no-store', ...cors })
  }
}

interface Exchange {
  readonly settings: ProxySettings
  readonly limiter: CallerLimiter
  readonly shares: AccountShares
  readonly readCatalogue: () => Promise<Catalogue>
  readonly request: Request
  readonly requestId: string
}

async function forward(exchange: Exchange, report: (error: unknown) => void): Promise<Response> {
  const { settings, limiter, request, requestId } = exchange
  const { pathname, search } = new URL(request.url)
  // Everything before the path of the contract is the mount path of the proxy.
  const route = findRoute(request.method, pathname.slice(Math.max(0, pathname.lastIndexOf('/api/v1/'))))
  const { operation, facts, params } = route
  if (!settings.operations.includes(operation)) {
    throw new ProxyError(403, 'OPERATION_NOT_ALLOWED', `This proxy does not pass on ${operation}.`)
  }
  const caller = await authorize(settings, request)
  if (caller instanceof Response) return caller
  countRequest(limiter, caller, route, settings)
  const ids = createScopedIds(await settings.idSecret(), caller.id)
  const [sealed] = Object.values(params)
  const id = sealed === undefined ? undefined : await openId(ids, sealed, operation)
  const body =
    facts.body === 'none' ? undefined : await openAsset(ids, await readBody(request), facts.bodyFields)
  if (body !== undefined) await checkCost(exchange, operation, body, caller.maxCost ?? settings.maxCost)
  // What is of the account or of nobody has no task or upload in it.
  const hasIds = facts.secured && facts.tag !== 'account'
  const list = operation === 'listTasks' ? await openList(ids, search, caller) : undefined
  if (list !== undefined && list.search === undefined) return Response.json({ tasks: [], nextCursor: null })
  const response = await callWithinShare(exchange, caller.id, { operation, id }, async (holdSeconds) => ({
    method: request.method,
    path:
      facts.path.replace(/\{\w+\}/, encodeURIComponent(id ?? '')) + (list?.search ?? (hasIds ? '' : search)),
    headers: await headersFor(request, requestId, ids, holdSeconds),
    body: body && JSON.stringify(body),
    secured: facts.secured,
    // A caller that leaves does not hide whether it has opened an upload.
    signal: operation === 'createUpload' ? undefined : request.signal,
    holdMs: 1000 * (holdSeconds ?? 0),
  }))
  const seal = async (body: unknown) => (list === undefined ? sealBody(body, ids) : list.seal(body))
  return toResponse(response, hasIds ? seal : undefined).catch((cause) => {
    report(cause)
    const extras = { isAmbiguous: true }
    throw new ProxyError(502, 'BAD_GATEWAY', 'The response of the service could not be read.', extras)
  })
}

/** Sends the request that `makeRequest` returns for the time that the service may hold its response. */
async function callWithinShare(
  { settings, shares, request }: Exchange,
  callerId: string,
  target: { readonly operation: OperationId; readonly id: string | undefined },
  makeRequest: (holdSeconds: number | undefined) => Promise<ServiceRequest>,
): Promise<ServiceResponse> {
  const taken = shares.take({ ...target, callerId, holdSeconds: holdSecondsOf(request) })
  let response: ServiceResponse | undefined
  try {
    response = await callService(settings, await makeRequest(taken.holdSeconds))
    return response
  } finally {
    taken.settle(response)
  }
}

/** Throws the contract's error for a path or a method that it does not have. */
function findRoute(method: string, path: string): Route {
  const found = matchOperation(method, path)
  if ('operation' in found) return found
  if (found.allow.length === 0) throw new ProxyError(404, 'NOT_FOUND', 'There is no such endpoint.')
  const headers = { allow: found.allow.join(', ') }
  const message = 'This endpoint does not support this method; see the Allow header.'
  throw new ProxyError(405, 'METHOD_NOT_ALLOWED', message, { headers })
}

async function authorize({ authorize }: ProxySettings, request: Request): Promise<Caller | Response> {
  const authorization = await authorize(request)
  if (authorization instanceof Response) return authorization
  const caller = typeof authorization === 'string' ? { id: authorization } : authorization
  if (caller && typeof caller.id === 'string' && caller.id !== '') return caller
  throw new ProxyError(401, 'UNAUTHENTICATED', 'Sign in first.')
}

/** Checks the body as sent against the limit: the body that is priced is the one that is forwarded. */
async function checkCost(
  { readCatalogue }: Exchange,
  operation: OperationId,
  body: UnknownRecord,
  maxCost: string | undefined,
): Promise<void> {
  const product = products[operation]
  if (product === undefined || maxCost === undefined) return
  const catalogue = await readCatalogue().catch((cause: unknown) => {
    throw new ProxyError(503, 'SERVICE_UNAVAILABLE', 'The prices could not be read; try again shortly.', {
      cause,
    })
  })
  const price = priceOf(product, body, catalogue)
  if (price.kind === 'unpriced') {
    const details = [{ path: '', message: 'has no price: see resolution and durationSeconds' }]
    throw new ProxyError(400, 'INVALID_REQUEST', 'The request does not meet the contract; see details.', {
      details,
    })
  }
  const { amount, currency } = price.estimate
  if (!isGreaterAmount(amount, maxCost)) return
  const message = `It would cost ${amount} ${currency}, and at most ${maxCost} ${currency} are allowed.`
  throw new ProxyError(403, 'COST_LIMIT_EXCEEDED', message)
}

/** Only these headers of the page reach the service: no cookie, no address, no other key. */
async function headersFor(
  request: Request,
  requestId: string,
  ids: ScopedIds,
  holdSeconds: number | undefined,
): Promise<Headers> {
  const headers = new Headers({ 'x-request-id': requestId })
  const key = request.headers.get('idempotency-key')
  if (key !== null) headers.set('idempotency-key', await ids.scopeKey(key))
  const deadline = request.headers.get('cancel-after')
  if (deadline !== null) headers.set('cancel-after', deadline)
  const trace =
    currentTraceparent(activeTraceparent) ??
    currentTraceparent(() => request.headers.get(traceHeader) ?? undefined)
  if (trace !== undefined) headers.set(traceHeader, trace)
  if (holdSeconds !== undefined) headers.set('prefer', `wait=${holdSeconds}`)
  const seen = request.headers.get('if-none-match')
  if (seen !== null) headers.set('if-none-match', seen)
  if (request.method === 'POST') headers.set('content-type', 'application/json')
  return headers
}

async function toResponse(
  { status, headers, body }: ServiceResponse,
  seal: ((body: unknown) => Promise<unknown>) | undefined,
): Promise<Response> {
  const isSealed = seal !== undefined && status >= 200 && status < 300
  const response =
    status === 304
      ? new Response(null, { status })
      : Response.json(isSealed ? await seal(body) : body, { status })
  for (const name of forwardedHeaders) {
    const value = headers.get(name)
    if (value !== null) response.headers.set(name, value)
  }
  return response
}

function proxyErrorOf(error: unknown, report: (error: unknown) => void): ProxyError {
  if (!(error instanceof ProxyError)) report(error)
  else if (error.cause !== undefined) report(error.cause)
  return error instanceof ProxyError ? error : new ProxyError(500, 'INTERNAL', 'The proxy failed to respond.')
}

function reportTo({ onError }: ProxySettings, error: unknown, request: Request): void {
  if (request.signal?.aborted) return
  try {
    onError(error, request)
  } catch (failure) {
    console.error('mediagen proxy: onError failed:', failure)
  }
}

/** The headers of a response from elsewhere may be read-only. */
function withHeaders({ status, headers: own, body }: Response, more: Record<string, string>): Response {
  const headers = new Headers(own)
  for (const [name, value] of Object.entries(more)) {
    if (name !== 'cache-control' || !headers.has(name)) headers.set(name, value)
  }
  return new Response(body, { status, headers })
}
