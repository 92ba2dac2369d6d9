import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServiceError } from '../errors/service-error.ts'

/** How long a client may continue to send a rejected body. */
const rejectedBodyMsMax = 2_000

const bodyErrors = new WeakMap<IncomingMessage, ServiceError<string>>()
const closing = new WeakSet<ServerResponse>()

/** Makes a response the last one of its connection, whatever becomes of its request's body. */
export function closeAfter(response: ServerResponse): void {
  closing.add(response)
  if (!response.headersSent) response.setHeader('Connection', 'close')
}

/**
 * Starts to receive a body: sends 100 to a client with `Expect: 100-continue`. Throws if the body is already
 * known to be malformed. A request rejected without this call gets only the error, and the connection
 * closes, because the two sides could disagree on whether a body follows.
 */
export function beginBody(request: IncomingMessage, response: ServerResponse): void {
  const error = bodyErrors.get(request)
  if (error !== undefined) throw error
  if (!expectsContinue(request) || response.headersSent) return
  if (!closing.has(response)) response.removeHeader('Connection')
  response.writeContinue()
}

/** Makes the current or future reader of a body fail with this error. */
export function failBody(request: IncomingMessage, error: ServiceError<string>): void {
  bodyErrors.set(request, error)
  // An 'error' event without a listener would end the process.
  if (request.listenerCount('error') > 0) request.emit('error', error)
}

/**
 * Whether the client waits for permission before it sends the body (RFC 9110, section 10.1.1). An HTTP/1.0
 * client would mistake the 100 for its response.
 */
export function expectsContinue(request: IncomingMessage): boolean {
  return request.httpVersion !== '1.0' && request.headers.expect?.toLowerCase() === '100-continue'
}

/**
 * Sends the last bytes of a response that closes the connection, and ends it once the client has stopped
 * sending or after two seconds: a close with unread bytes makes the operating system discard an unread
 * response.
 */
export function endAfterBody(request: IncomingMessage, response: ServerResponse, bytes: string): void {
  response.write(bytes)
  const end = () => {
    clearTimeout(timer)
    response.end()
  }
  const timer = setTimeout(end, rejectedBodyMsMax)
  request.once('end', end)
  request.once('close', end)
  request.unpipe()
  request.resume()
  if (request.complete) end()
}
