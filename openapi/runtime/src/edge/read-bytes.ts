import type { IncomingMessage, ServerResponse } from 'node:http'
import { ServiceError } from '../errors/service-error.ts'
import type { EdgeLimits } from '../facts.ts'
import { beginBody } from './request-body.ts'

/** The client disconnected before its request was complete; nobody is left to read a response. */
export class ClientGoneError extends Error {
  constructor() {
    super('The client left before its request was complete.')
    this.name = 'ClientGoneError'
  }
}

/**
 * A request's body. Throws PAYLOAD_TOO_LARGE above the limit, REQUEST_TIMEOUT for a client that needs longer than a
 * body of that size takes, and a ClientGoneError if the client disconnects first.
 */
export async function readBytes(
  { requestBodyBytesMax, requestBodySeconds }: EdgeLimits,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > requestBodyBytesMax) throw tooLarge(request)
  beginBody(request, response)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let received = 0
    const timeout = setTimeout(() => reject(new ServiceError('REQUEST_TIMEOUT')), requestBodySeconds * 1000)
    request.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > requestBodyBytesMax) {
        request.removeAllListeners('data')
        reject(tooLarge(request))
      } else chunks.push(chunk)
    })
    request.once('end', () => resolve(Buffer.concat(chunks)))
    request.once('close', () => {
      clearTimeout(timeout)
      // 'close' follows every request, complete or not; creating an unneeded error would cost a stack trace.
      if (!request.complete) reject(new ClientGoneError())
    })
    request.once('error', (error) => {
      clearTimeout(timeout)
      reject(error instanceof ServiceError ? error : new ClientGoneError())
    })
  })
}

/**
 * The rest of the body is discarded for a few seconds, so that a client that is still sending receives the
 * response.
 */
function tooLarge(request: IncomingMessage): ServiceError {
  request.resume()
  return new ServiceError('PAYLOAD_TOO_LARGE')
}
