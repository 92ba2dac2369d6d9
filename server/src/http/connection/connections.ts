import { type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { closeAfter, failBody, newRequestId } from '@mediagen/contract/edge'
import { errorResponse, ServiceError } from '@mediagen/contract/errors'
import { createTurns } from './turns.ts'

/** Maximum requests waiting behind the one being handled. Browsers and common clients pipeline none. */
const waitingRequestsMax = 8
/** Maximum memory of all waiting requests; one request may exceed it by its own size, which Node limits. */
const waitingBytesMax = 32 * 1024
/** Overhead of a string in V8 and in the header maps, besides its characters. */
const stringBytes = 192
/**
 * How long a closed connection keeps reading, so that a client that is still sending receives the response.
 */
const lingerMs = 1_000
/** How long the rest of a body may take once its request has its response without it. */
const unreadBodyMsMax = 5_000

/** Why this side closes a connection. Only the first two are reported to the client. */
export type ConnectionFault = 'INVALID_REQUEST' | 'REQUEST_TIMEOUT' | 'CLIENT_GONE' | 'TOO_MANY_REQUESTS'

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

interface Connection {
  readonly socket: Socket
  active: Exchange | undefined
  waiting: Exchange[]
  /** The last request received; while it is incomplete, invalid bytes belong to it. */
  latest: IncomingMessage | undefined
  /** Set once the connection has sent invalid bytes: nothing after them is read. */
  fault: ConnectionFault | undefined
  /** Whether the fault gets a separate response, after those of all earlier requests. */
  reportsFault: boolean
}

export interface Connections {
  /** Passes a request to the app once every earlier request of its connection has its response. */
  receive(request: IncomingMessage, response: ServerResponse): void
  /** Ends a connection with invalid bytes: responds to the earlier requests, then to the fault, then closes. */
  fail(socket: Socket, fault: ConnectionFault): void
  /** Whether a connection's queue is full, so that no further request may be parsed. */
  isFull(socket: Socket): boolean
  /** Resumes the current response once the client has read what was written. */
  drain(socket: Socket): void
  /** Ends an idle connection. */
  expire(socket: Socket): void
  /** Makes every response from now on, including current ones, close its connection. */
  closeAfterResponses(): void
}

/**
 * Runs the requests of a connection one at a time. Node starts every request in a chunk of bytes at once and
 * keeps all their responses in memory until the client reads them, so a client that pipelines and never reads
 * would cost megabytes per connection. At most 8 requests of a connection wait, in 32 KB; with one more,
 * reading stops and the connection closes once they have their responses.
 *
 * Of all waiting requests, one is started per turn of the event loop: starting them back to back, 500
 * connections delayed every new client by seconds.
 */
export function createConnections(app: RequestListener, onIdle: () => void): Connections {
  const bySocket = new WeakMap<Socket, Connection>()
  const active = new Set<ServerResponse>()
  const resume = createTurns(beginNext)
  let closing = false

  function connectionOf(socket: Socket): Connection {
    const known = bySocket.get(socket)
    if (known !== undefined) return known
    const connection: Connection = {
      socket,
      active: undefined,
      waiting: [],
      latest: undefined,
      fault: undefined,
      reportsFault: false,
    }
    bySocket.set(socket, connection)
    // Node calls this method to close after a response with Connection: close.
    socket.destroySoon = () => linger(socket)
    return connection
  }

  function begin(connection: Connection, exchange: Exchange): void {
    const { request, response } = exchange
    connection.active = exchange
    active.add(response)
    if (closing) closeAfter(response)
    response.on('close', () => end(connection, exchange))
    app(request, response)
  }

  function end(connection: Connection, { request, response }: Exchange): void {
    const { socket } = connection
    active.delete(response)
    connection.active = undefined
    if (closing) onIdle()
    if (socket.writable && !request.complete && connection.fault === undefined)
      boundUnreadBody(socket, request)
    if (connection.waiting.length > 0) resume(connection)
    else if (connection.fault !== undefined) closeFailed(connection)
  }

  function beginNext(connection: Connection): void {
    // No longer writable: the response had Connection: close, and later requests must not be executed.
    if (!connection.socket.writable) connection.waiting = []
    const next = connection.waiting.shift()
    if (next !== undefined) begin(connection, next)
    else if (connection.fault !== undefined) closeFailed(connection)
  }

  function closeFailed({ socket, fault, reportsFault }: Connection): void {
    if (!socket.writable) return
    linger(socket, reportsFault && fault !== undefined ? errorBytes(errorOf(fault)) : undefined)
  }

  function fail(socket: Socket, fault: ConnectionFault): void {
    const connection = connectionOf(socket)
    // Bytes after the fault are discarded.
    if (connection.fault !== undefined) return
    connection.fault = fault
    if (!socket.writable) return void socket.destroy()
    const { latest } = connection
    connection.reportsFault = isReported(fault) && (latest === undefined || latest.complete)
    if (latest !== undefined && !latest.complete) failRequest(connection, latest, fault)
    if (isIdle(connection)) closeFailed(connection)
  }

  return {
    receive(request, response) {
      const connection = connectionOf(request.socket)
      // No longer writable: a response has closed the connection, and later requests must not be executed.
      if (!request.socket.writable || connection.fault !== undefined) return
      connection.latest = request
      if (isIdle(connection)) begin(connection, { request, response })
      else connection.waiting.push({ request, response })
    },
    fail,
    isFull(socket) {
      const connection = bySocket.get(socket)
      if (connection === undefined) return false
      const { waiting } = connection
      return waiting.length >= waitingRequestsMax || bytesOf(waiting) >= waitingBytesMax
    },
    drain(socket) {
      const response = bySocket.get(socket)?.active?.response
      if (response?.writableNeedDrain) response.emit('drain')
    },
    expire(socket) {
      const connection = bySocket.get(socket)
      const isReceiving = connection?.active !== undefined && connection.latest?.complete === false
      if (isReceiving && connection.fault === undefined) fail(socket, 'REQUEST_TIMEOUT')
      else socket.destroy()
    },
    closeAfterResponses() {
      closing = true
      for (const response of active) closeAfter(response)
    },
  }
}

/** Whether a connection has no current request and none waiting. */
function isIdle({ active, waiting }: Connection): boolean {
  return active === undefined && waiting.length === 0
}

/** Approximate memory of waiting requests: target, header lines, and the received part of each body. */
function bytesOf(waiting: readonly Exchange[]): number {
  let bytes = 0
  for (const { request } of waiting) {
    bytes += request.readableLength + (request.url?.length ?? 0)
    for (const text of request.rawHeaders) bytes += text.length + stringBytes
    for (const text of request.rawTrailers) bytes += text.length + stringBytes
  }
  return bytes
}

/** The fault is in this request's body, so its own response is the last of the connection. */
function failRequest(connection: Connection, request: IncomingMessage, fault: ConnectionFault): void {
  const { active } = connection
  if (active?.request === request) {
    if (fault === 'CLIENT_GONE' && !active.response.headersSent) return void connection.socket.destroy()
    closeAfter(active.response)
    failBody(request, errorOf(fault))
    return
  }
  const waits = connection.waiting.some((exchange) => exchange.request === request)
  connection.waiting = connection.waiting.filter((exchange) => exchange.request !== request)
  connection.reportsFault = waits && isReported(fault)
}

function isReported(fault: ConnectionFault): boolean {
  return fault === 'INVALID_REQUEST' || fault === 'REQUEST_TIMEOUT'
}

function boundUnreadBody(socket: Socket, request: IncomingMessage): void {
  const timer = setTimeout(() => socket.destroy(), unreadBodyMsMax).unref()
  request.once('close', () => clearTimeout(timer))
  request.once('end', () => clearTimeout(timer))
}

/**
 * Sends the last bytes of a connection and closes it. Reads for another moment after the system has taken all
 * of them, because a close with unread bytes makes it discard a response that the client has not read yet. A
 * client that reads nothing is cut off by the idle timeout.
 */
function linger(socket: Socket, bytes = ''): void {
  const close = () => {
    if (socket.readableEnded) return void socket.destroy()
    socket.once('end', () => socket.destroy())
    const timer = setTimeout(() => socket.destroy(), lingerMs).unref()
    socket.once('close', () => clearTimeout(timer))
  }
  if (socket.writableFinished) close()
  else socket.once('finish', close)
  if (socket.writable) socket.end(bytes)
}

function errorOf(fault: ConnectionFault): ServiceError {
  if (fault === 'REQUEST_TIMEOUT') return new ServiceError('REQUEST_TIMEOUT')
  const message =
    'the request is not valid HTTP, or has more than 16 KB or 100 lines of headers, or a body in chunks of a few bytes'
  return new ServiceError('INVALID_REQUEST', { details: [{ path: '', message }] })
}

/** The response to bytes that never became a request, in the same form as other errors. */
function errorBytes(error: ServiceError): string {
  const requestId = newRequestId()
  const { status, body } = errorResponse(error, { requestId })
  const text = JSON.stringify(body)
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Date: ${new Date().toUTCString()}`,
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    'Connection: close',
    '',
    text,
  ].join('\r\n')
}
