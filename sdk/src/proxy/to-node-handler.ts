import { toReadableStream } from '../core/readable-stream.js'
import { holdSecondsOf } from './hold-seconds.js'
import { errorResponse, ProxyError } from './proxy-error.js'
import { requestIdOf } from './request-id.js'

/** The part of a `node:http`, Express or Connect request that is read here. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined
  readonly url?: string | undefined
  /** Where Express and Connect keep the full path of a mounted handler. */
  readonly originalUrl?: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Whether something, such as `express.json()`, has already read the body. */
  readonly readableEnded?: boolean | undefined
  /** The parsed body. */
  readonly body?: unknown
  /** The connection, which tells when the client has ended its side. */
  readonly socket?: NodeSocket | undefined
}

/** The part of a connection that is listened to. */
export interface NodeSocket {
  /** Whether the client had ended its side before. */
  readonly readableEnded?: boolean | undefined
  /** Calls back once. */
  once(event: 'end', listener: () => void): unknown
  /** Forgets a listener. */
  removeListener(event: 'end', listener: () => void): unknown
}

/** The part of a `node:http` or Express response that is written here. */
export interface NodeResponse {
  /** Sends status and headers; one with several values is sent as often. */
  writeHead(status: number, headers: Record<string, string | string[]>): unknown
  /** Sends bytes; false means to wait for `drain`. */
  write(chunk: Uint8Array): boolean
  /** Completes the response. */
  end(): unknown
  /** Closes the connection. */
  destroy(): unknown
  /** Calls back once. */
  once(event: 'close' | 'drain', listener: () => void): unknown
  /** Forgets a listener. */
  removeListener(event: 'close' | 'drain', listener: () => void): unknown
}

/** A name or an address, optionally with a port. Anything else in a Host header could be read as a path. */
const plainHost = /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i
/** The part before the path in a request target of the absolute form. */
const schemeAndAuthority = /^[a-z][a-z\d+.-]*:\/\/[^/\\?#]*/i
/** Methods that the Fetch standard forbids in a Request. */
const methodsWithoutRequest = ['CONNECT', 'TRACE', 'TRACK']
/** The methods of HTTP that a Request may have. */
const allowedMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'

/**
 * Adapts a proxy, or any other web-standard handler, to `node:http`, Express and Connect. It never rejects; a
 * request that cannot be a Request gets 400 or 405, and a response that cannot be written closes the
 * connection. The request's signal aborts once the client has closed the connection or, while a poll is held,
 * has ended its side of it.
 */
export function toNodeHandler(
  handler: (request: Request) => Response | Promise<Response>,
): (incoming: NodeRequest, outgoing: NodeResponse) => Promise<void> {
  return async (incoming, outgoing) => {
    const gone = new AbortController()
    const leave = () => gone.abort()
    outgoing.once('close', leave)
    const { socket } = incoming
    let forget: (() => void) | undefined
    try {
      const request = toRequest(incoming, gone.signal)
      // Most clients leave by ending their side, after which a server with `httpAllowHalfOpen` goes on. Any
      // other request gets its response then, so that nobody misses what a generation became.
      if (request instanceof Request && holdSecondsOf(request)) {
        if (socket?.readableEnded) leave()
        if (socket) forget = onEnd(socket, leave)
      }
      const response = request instanceof ProxyError ? respondWith(request, incoming) : await handler(request)
      await write(response, outgoing, gone.signal)
    } catch {
      outgoing.destroy()
    } finally {
      forget?.()
    }
  }
}

/** The held polls of each connection, which share a listener: a client may send many at once. */
const held = new WeakMap<NodeSocket, { readonly polls: Set<() => void>; readonly leaveAll: () => void }>()

/** Calls back once the client has ended its side, unless the returned function is called before. */
function onEnd(socket: NodeSocket, leave: () => void): () => void {
  const { polls, leaveAll } = held.get(socket) ?? listen(socket)
  polls.add(leave)
  return () => {
    polls.delete(leave)
    if (polls.size > 0) return
    held.delete(socket)
    socket.removeListener('end', leaveAll)
  }
}

function listen(socket: NodeSocket) {
  const polls = new Set<() => void>()
  const leaveAll = () => {
    for (const leave of polls) leave()
  }
  const listening = { polls, leaveAll }
  held.set(socket, listening)
  socket.once('end', leaveAll)
  return listening
}

function toRequest(incoming: NodeRequest, signal: AbortSignal): Request | ProxyError {
  const { method = 'GET', headers: given, originalUrl, url = '/' } = incoming
  if (methodsWithoutRequest.includes(method.toUpperCase())) {
    const message = 'This endpoint does not support this method; see the Allow header.'
    return new ProxyError(405, 'METHOD_NOT_ALLOWED', message, { headers: { allow: allowedMethods } })
  }
  try {
    const headers = new Headers()
    for (const [name, values = []] of Object.entries(given)) {
      for (const value of [values].flat()) headers.append(name, value)
    }
    const address = addressOf(headers.get('host') ?? '', originalUrl ?? url)
    if (method === 'GET' || method === 'HEAD') return new Request(address, { method, headers, signal })
    return new Request(address, { method, headers, signal, body: bodyOf(incoming), duplex: 'half' })
  } catch {
    return new ProxyError(400, 'INVALID_REQUEST', 'The request is not valid HTTP.')
  }
}

/** The URL of a request. Its path, which selects the operation, comes only from the request target. */
function addressOf(host: string, target: string): string {
  const path = target.replace(schemeAndAuthority, '')
  return `http://${plainHost.test(host) ? host : 'localhost'}${path.startsWith('/') ? '' : '/'}${path}`
}

function respondWith(error: ProxyError, { headers }: NodeRequest): Response {
  return errorResponse(error, requestIdOf(headers['x-request-id']))
}

/** The body as received, or as parsed by a framework: text, bytes or a JSON value. */
function bodyOf(incoming: NodeRequest): ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string {
  const { readableEnded = false, body } = incoming
  if (readableEnded && body instanceof Uint8Array) return new Uint8Array(body)
  if (readableEnded) return typeof body === 'string' ? body : JSON.stringify(body ?? {})
  const chunks = incoming[Symbol.asyncIterator]()
  return toReadableStream(chunks, () => chunks.return?.())
}

async function write(response: Response, outgoing: NodeResponse, signal: AbortSignal): Promise<void> {
  const cookies = response.headers.getSetCookie()
  // The only header whose values cannot be joined.
  const ofCookies = cookies.length > 0 ? { 'set-cookie': cookies } : {}
  outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), ...ofCookies })
  const reader = response.body?.getReader()
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {}
    if (signal.aborted) {
      await reader?.cancel()
      return void outgoing.destroy()
    }
    if (done || value === undefined) break
    if (!outgoing.write(value)) await drained(outgoing)
  }
  outgoing.end()
}

function drained(outgoing: NodeResponse): Promise<void> {
  return new Promise((resolve) => {
    const proceed = () => {
      outgoing.removeListener('drain', proceed)
      outgoing.removeListener('close', proceed)
      resolve()
    }
    outgoing.once('drain', proceed)
    outgoing.once('close', proceed)
  })
}
