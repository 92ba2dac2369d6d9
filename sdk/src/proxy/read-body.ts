import { systemClock, withTimeLimit } from '../core/clock.js'
import { requestBodyBytesMax, requestBodySeconds } from '../generated/limits.js'
import { isRecord, type UnknownRecord } from '../types/record.js'
import { ProxyError } from './proxy-error.js'

/** No body of the contract is nested deeper; some thousands of levels overflow what writes the body again. */
const levelsMax = 32

/**
 * The JSON object in a request's body; undefined for an empty body. Reads no byte beyond the limit. Throws
 * the contract's errors: PAYLOAD_TOO_LARGE, REQUEST_TIMEOUT, UNSUPPORTED_MEDIA_TYPE, INVALID_JSON, and
 * INVALID_REQUEST for a body that is nested too deeply.
 */
export async function readBody(request: Request): Promise<UnknownRecord | undefined> {
  const timedOut = () => new ProxyError(408, 'REQUEST_TIMEOUT', 'The request did not arrive in time.')
  const limit = { clock: systemClock, ms: requestBodySeconds * 1000, signal: request.signal }
  const bytes = await withTimeLimit(limit, (signal) => readBytes(request, signal), timedOut)
  if (bytes.length === 0) return undefined
  const contentType = (request.headers.get('content-type') ?? '').toLowerCase()
  if (!/^\s*application\/json\s*(;\s*charset="?utf-?8"?\s*)?$/.test(contentType)) {
    const message = 'The request body must be sent as application/json.'
    throw new ProxyError(415, 'UNSUPPORTED_MEDIA_TYPE', message)
  }
  const value = parse(bytes)
  if (!isRecord(value) || Array.isArray(value)) {
    throw new ProxyError(400, 'INVALID_JSON', 'The request body is not a valid JSON object.')
  }
  if (isDeeperThan(levelsMax, value)) {
    const details = [{ path: '', message: `must not be nested deeper than ${levelsMax} levels` }]
    const message = 'The request does not meet the contract; see details.'
    throw new ProxyError(400, 'INVALID_REQUEST', message, { details })
  }
  return value
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((child) => isDeeperThan(levels - 1, child))
}

async function readBytes({ headers, body }: Request, signal: AbortSignal): Promise<Uint8Array> {
  const tooLarge = () => {
    return new ProxyError(413, 'PAYLOAD_TOO_LARGE', 'The request body is larger than the service accepts.')
  }
  if (Number(headers.get('content-length') ?? 0) > requestBodyBytesMax) throw tooLarge()
  const buffer = new Uint8Array(requestBodyBytesMax)
  const reader = body?.getReader()
  let length = 0
  const stop = () => void reader?.cancel().catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  try {
    for (;;) {
      const { done = true, value } = (await reader?.read()) ?? {}
      if (done || value === undefined) return buffer.subarray(0, length)
      if (length + value.length > requestBodyBytesMax) throw tooLarge()
      buffer.set(value, length)
      length += value.length
    }
  } catch (error) {
    stop()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Undefined for bytes that are not JSON. */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
