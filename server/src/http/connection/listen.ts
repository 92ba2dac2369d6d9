import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { closeAfter, expectsContinue } from '@mediagen/contract/edge'
import { BoundedRequest } from './bounded-request.ts'
import { type ConnectionFault, createConnections } from './connections.ts'
import { isPlainlyFramed } from './request-framing.ts'
import { originForm } from './request-target.ts'

/** A client that needs longer for its headers is blocking the connection on purpose. */
const headersTimeoutMs = 10_000
/**
 * For a whole request: 20 MB, put to the folder store over a slow line, in 5 minutes. JSON has a shorter
 * limit.
 */
const requestTimeoutMs = 300_000
/** A connection without any read, write or drain for this long is closed. */
const idleTimeoutMs = 60_000
/**
 * Keep-alive timeout: longer than the 60 seconds of common load balancers, which must be the ones to
 * disconnect.
 */
const keepAliveTimeoutMs = 65_000
/** Far more than clients and proxies send. Node rejects a request with more, with INVALID_REQUEST. */
const headerLinesMax = 100
/** How often the first two limits are checked. */
const timeoutCheckIntervalMs = 2_000
/** How long current requests may take to finish on shutdown. */
const graceMsDefault = 10_000

export interface Listening {
  /** The actual port, also if 0 was requested. */
  readonly port: number
  /**
   * Stops accepting, ends idle connections, lets current requests finish within the grace period (default 10
   * s), then cuts.
   */
  close(options?: { graceMs?: number }): Promise<void>
}

/** Serves an app. Rejects if the port is not available. */
export async function listen(
  app: RequestListener,
  options: { readonly host: string; readonly port: number },
): Promise<Listening> {
  const server = createServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: timeoutCheckIntervalMs,
    // Node would reject it without request id and error body; `checkHost` does so in the contract's form.
    requireHostHeader: false,
    IncomingMessage: class extends BoundedRequest {
      override get connections() {
        return connections
      }
    },
    shouldUpgradeCallback: (request) => connections.isFull(request.socket),
  })
  server.maxHeadersCount = headerLinesMax
  // A client that has ended its side still gets its responses; Node would end the connection immediately.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.setTimeout(idleTimeoutMs)
  const connections = createConnections(app, () => server.closeIdleConnections())
  const receive = (request: IncomingMessage, response: ServerResponse) => {
    const target = originForm(request.url ?? '')
    if (target === undefined || !isPlainlyFramed(request))
      return connections.fail(request.socket, 'INVALID_REQUEST')
    request.url = target
    // No protocol upgrade is supported. Node loses any bytes read after such a request.
    if (request.headers.upgrade !== undefined) closeAfter(response)
    connections.receive(request, response)
  }
  server.on('request', receive)
  server.on('checkContinue', (request, response) => {
    // Reset by `beginBody`; a request rejected before that leaves open whether a body follows.
    if (expectsContinue(request)) response.setHeader('Connection', 'close')
    receive(request, response)
  })
  // Other expectations are unknown and ignored.
  server.on('checkExpectation', receive)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy()
    else connections.fail(socket as Socket, faultOf(error.code))
  })
  const detached = new Set<Socket>()
  /** Node no longer manages such a connection, so its timeouts and errors are handled here. */
  const failDetached = (socket: Socket, fault: ConnectionFault) => {
    detached.add(socket)
    socket
      .on('error', () => socket.destroy())
      .on('timeout', () => socket.destroy())
      .on('drain', () => connections.drain(socket))
      .on('close', () => detached.delete(socket))
      .resume()
    connections.fail(socket, fault)
  }
  server.on('connect', (_request, socket) => failDetached(socket as Socket, 'INVALID_REQUEST'))
  server.on('upgrade', (_request, socket) => failDetached(socket as Socket, 'TOO_MANY_REQUESTS'))
  server.on('timeout', connections.expire)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  return {
    // A server that listens on a host and port has an address of this form.
    port: (server.address() as AddressInfo).port,
    close: ({ graceMs = graceMsDefault } = {}) => {
      connections.closeAfterResponses()
      return closeServer(server, detached, graceMs)
    },
  }
}

function faultOf(code: string | undefined): ConnectionFault {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'REQUEST_TIMEOUT'
  return code === 'HPE_INVALID_EOF_STATE' ? 'CLIENT_GONE' : 'INVALID_REQUEST'
}

async function closeServer(server: Server, detached: Iterable<Socket>, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const deadline = setTimeout(() => {
    server.closeAllConnections()
    for (const socket of detached) socket.destroy()
  }, graceMs)
  await closed
  clearTimeout(deadline)
}
