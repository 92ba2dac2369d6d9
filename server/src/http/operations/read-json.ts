import type { IncomingMessage, ServerResponse } from 'node:http'
import { ServiceError } from '../../domain/service-error.js'
import { limits } from '../../generated/limits.js'
import { beginBody } from '../connection/request-body.js'

/** A client that needs longer for 64 KB is blocking the connection on purpose. */
const bodyTimeoutMs = 30_000

/** The client disconnected before its request was complete; there is no one to answer. */
export class ClientGoneError extends Error {
  constructor() {
    super('The client left before its request was complete.')
    this.name = 'ClientGoneError'
  }
}

/**
 * Reads the JSON object in a request's body; undefined if the body is empty. Checks in this order:
 * PAYLOAD_TOO_LARGE above 64 KB, REQUEST_TIMEOUT after 30 seconds, UNSUPPORTED_MEDIA_TYPE unless it is
 * uncompressed application/json in UTF-8, INVALID_JSON unless it is an object.
 */
export async function readJson(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<object | undefined> {
  const bytes = await readBytes(request, response)
  if (bytes.length === 0) return undefined
  if (!isPlainJson(request)) throw new ServiceError('UNSUPPORTED_MEDIA_TYPE')
  return parseObject(bytes)
}

async function readBytes(request: IncomingMessage, response: ServerResponse): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limits.requestBodyBytesMax) throw tooLarge(request)
  beginBody(request, response)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let received = 0
    const timeout = setTimeout(() => reject(new ServiceError('REQUEST_TIMEOUT')), bodyTimeoutMs)
    request.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > limits.requestBodyBytesMax) {
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

function isPlainJson(request: IncomingMessage): boolean {
  // Of several, Node would take the first and a proxy perhaps the last.
  if ((request.headersDistinct['content-type']?.length ?? 0) > 1) return false
  const [mediaType = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';')
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='))
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset)
  const isPlain = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase() === 'identity'
  return mediaType.trim() === 'application/json' && isUtf8 && isPlain
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parseObject(bytes: Buffer): object {
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(bytes))
  } catch (cause) {
    throw new ServiceError('INVALID_JSON', { cause })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ServiceError('INVALID_JSON')
  return value
}
