import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type ConnectionFault, createConnections } from './connections.js'
import { closeAfter, expectsContinue } from './request-body.js'
import { isPlainlyFramed } from './request-framing.js'
import { originForm } from './request-target.js'

/** A client that needs longer for its headers is holding the connection. */
const headersTimeoutMs = 10_000
/** For a whole request: 20 MB, put to the folder store over a slow line, in 5 minutes. JSON has a shorter limit of its own. */
const requestTimeoutMs = 300_000
/** A connection on which nothing was read, written or drained for so long is cut, whichever side is silent. */
const idleTimeoutMs = 60_000
/** Between requests: longer than the 60 seconds of common load balancers, which must be the ones to hang up. */
const keepAliveTimeoutMs = 65_000
/** Far more than clients and proxies send. Node refuses a request with more, and answers INVALID_REQUEST. */
const headerLinesMax = 100
/** How often the first two limits are checked. */
const timeoutCheckIntervalMs = 2_000
/** How long requests under way may take to end once the service is asked to stop. */
const graceMsDefault = 10_000

/** Parts of a few bytes cost Node a hundred times their size. Honest clients send some; so many come from nobody else. */
const bodyPartsMax = 500
const bytesPerPart = 64

export interface Listening {
  /** The port, also where 0 was asked for. */
  readonly port: number
  /** Stops accepting, ends idle connections, lets requests under way finish within the grace (default 10 s), then cuts. */
  close(options?: { graceMs?: number }): Promise<void>
}

/** Serves an app. Rejects when the port is not available. */
export async function listen(
  app: RequestListener,
  options: { readonly host: string; readonly port: number },
): Promise<Listening> {
  /**
   * Node parses every request of a chunk of bytes before the first is answered. Only an upgrade makes it stop, so a request
   * that is one too many is taken for one: it is not begun, and the bytes behind it are never parsed.
   */
  class BoundedRequest extends IncomingMessage {
    // Set while the base class is constructed, so it must not have an initializer.
    declare private isUpgrade: boolean
    get upgrade(): boolean {
      return this.isUpgrade
    }
    /** Node assigns what the client asks for, and then whether that is granted. */
    set upgrade(isAsked: boolean) {
      this.isUpgrade = isAsked || connections.isFull(this.socket)
    }
    private bodyParts = 0
    private bodyBytes = 0
    private isRefused = false
    /** Takes a part of the body as it arrived. */
    override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
      if (this.isRefused) return false
      if (chunk === null) return super.push(chunk, encoding)
      this.bodyParts += 1
      this.bodyBytes += chunk.length
      this.isRefused = this.bodyParts > bodyPartsMax + this.bodyBytes / bytesPerPart
      if (!this.isRefused) return super.push(chunk, encoding)
      connections.fail(this.socket, 'INVALID_REQUEST')
      return false
    }
    /** Called to go on reading the connection. Each tiny part costs some microseconds, for which everybody else waits. */
    override _read(size: number): void {
      if (!this.isRefused) super._read(size)
    }
  }
  const server = createServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: timeoutCheckIntervalMs,
    // Node would refuse by itself, without request id and error body; `checkHost` does it in the contract's form.
    requireHostHeader: false,
    IncomingMessage: BoundedRequest,
    shouldUpgradeCallback: (request) => connections.isFull(request.socket),
  })
  server.maxHeadersCount = headerLinesMax
  // A client that has ended its side still gets the answers to what it sent; Node would end the connection at once.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.setTimeout(idleTimeoutMs)
  const connections = createConnections(app, () => server.closeIdleConnections())
  const receive = (request: IncomingMessage, response: ServerResponse) => {
    const target = originForm(request.url ?? '')
    if (target === undefined || !isPlainlyFramed(request))
      return connections.fail(request.socket, 'INVALID_REQUEST')
    request.url = target
    // No protocol is changed to. Of what was read along with such a request, Node loses the bytes behind it.
    if (request.headers.upgrade !== undefined) closeAfter(response)
    connections.receive(request, response)
  }
  server.on('request', receive)
  server.on('checkContinue', (request, response) => {
    // Taken back by `beginBody`; what is refused before leaves open whether a body follows.
    if (expectsContinue(request)) response.setHeader('Connection', 'close')
    receive(request, response)
  })
  // No other expectation is known; the request is answered as if it had none.
  server.on('checkExpectation', receive)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy()
    else connections.fail(socket as Socket, faultOf(error.code))
  })
  const detached = new Set<Socket>()
  /** Node no longer watches such a connection, and does nothing for it of all that it does for others. */
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
      connections.closeAfterAnswers()
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
