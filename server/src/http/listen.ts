import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { ServiceError } from '../domain/service-error.js'
import { errorAnswer } from './error-answer.js'
import { newRequestId } from './request-id.js'

/** Whoever needs longer to say what he wants is holding the connection. */
const headersTimeoutMs = 10_000
/** For a whole request: 20 MB, put to the folder store over a slow line, in 5 minutes. JSON has a shorter limit of its own. */
const requestTimeoutMs = 300_000
/** Longer than the 60 seconds of common load balancers, which must be the ones to hang up. */
const keepAliveTimeoutMs = 65_000
/** How often the two limits above are looked at. */
const timeoutCheckIntervalMs = 2_000
/** How long requests under way may take to end once the service is asked to stop. */
const graceMsDefault = 10_000

export interface Listening {
  /** The port, also where 0 was asked for. */
  readonly port: number
  /** Stops accepting, ends idle connections, lets requests under way finish within the grace (default 10 s), then cuts. */
  close(options?: { graceMs?: number }): Promise<void>
}

/** Serves an app. Rejects when the port cannot be had. */
export async function listen(
  app: RequestListener,
  options: { readonly host: string; readonly port: number },
): Promise<Listening> {
  const server = createServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: timeoutCheckIntervalMs,
    // Node would refuse by itself, without request id and error body; nothing here depends on the Host header.
    requireHostHeader: false,
  })
  const underWay = new Set<ServerResponse>()
  let closing = false
  server.on('request', (_request, response) => {
    underWay.add(response)
    if (closing) response.setHeader('Connection', 'close')
    response.once('close', () => {
      underWay.delete(response)
      if (closing) server.closeIdleConnections()
    })
  })
  server.on('request', app)
  // Any expectation but 100-continue is none of ours; the request is answered as it is.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('clientError', (error, socket) => answerMalformed(error, socket as Socket, underWay))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  return {
    // A server that listens on a host and port has an address of this form.
    port: (server.address() as AddressInfo).port,
    close: ({ graceMs = graceMsDefault } = {}) => {
      closing = true
      for (const response of underWay) if (!response.headersSent) response.setHeader('Connection', 'close')
      return closeServer(server, graceMs)
    },
  }
}

async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const deadline = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearTimeout(deadline)
}

/** A request that is no HTTP, or did not come in time, never reaches the app; it is answered here in the same form. */
function answerMalformed(
  error: NodeJS.ErrnoException,
  socket: Socket,
  underWay: ReadonlySet<ServerResponse>,
): void {
  const halfAnswered = [...underWay].some((response) => response.socket === socket && response.headersSent)
  if (error.code === 'ECONNRESET' || !socket.writable || halfAnswered) return void socket.destroy()
  const requestId = newRequestId()
  const message = 'the request is not valid HTTP, or did not arrive in time'
  const refusal = new ServiceError('INVALID_REQUEST', { details: [{ path: '', message }] })
  const body = JSON.stringify(errorAnswer(refusal, requestId).body)
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      `X-Request-Id: ${requestId}`,
      'X-Content-Type-Options: nosniff',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
