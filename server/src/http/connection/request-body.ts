import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServiceError } from '../../domain/service-error.js'

/** How long a client may go on sending a body that was refused. */
const refusedBodyMsMax = 2_000

const faults = new WeakMap<IncomingMessage, ServiceError>()
const closing = new WeakSet<ServerResponse>()

/** Makes an answer the last one of its connection, whatever becomes of its request's body. */
export function closeAfter(response: ServerResponse): void {
  closing.add(response)
  if (!response.headersSent) response.setHeader('Connection', 'close')
}

/**
 * Starts to receive a body: tells a client that sent `Expect: 100-continue` to go on. Throws when the body has already
 * turned out to be broken. A request that is refused without this call leaves such a client with the refusal alone, and
 * the connection closes, because the two sides could not agree on whether a body follows.
 */
export function beginBody(request: IncomingMessage, response: ServerResponse): void {
  const fault = faults.get(request)
  if (fault !== undefined) throw fault
  if (!expectsContinue(request) || response.headersSent) return
  if (!closing.has(response)) response.removeHeader('Connection')
  response.writeContinue()
}

/** Makes the reader of a body, present or future, fail with this refusal. */
export function failBody(request: IncomingMessage, fault: ServiceError): void {
  faults.set(request, fault)
  // An 'error' event without a listener would end the process.
  if (request.listenerCount('error') > 0) request.emit('error', fault)
}

/**
 * Whether the client waits for permission before it sends the body (RFC 9110, section 10.1.1). One of HTTP/1.0 would take
 * the 100 for its answer.
 */
export function expectsContinue(request: IncomingMessage): boolean {
  return request.httpVersion !== '1.0' && request.headers.expect?.toLowerCase() === '100-continue'
}

/**
 * Sends the last bytes of an answer that closes the connection, and ends it only once the client has stopped sending or two
 * seconds later: a close with unread bytes makes the operating system discard an answer that was not read yet.
 */
export function endAfterBody(request: IncomingMessage, response: ServerResponse, bytes: string): void {
  response.write(bytes)
  const end = () => {
    clearTimeout(timer)
    response.end()
  }
  const timer = setTimeout(end, refusedBodyMsMax)
  request.once('end', end)
  request.once('close', end)
  request.unpipe()
  request.resume()
  if (request.complete) end()
}
