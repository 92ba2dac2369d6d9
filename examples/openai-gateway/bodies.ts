import type { Clock } from '@mediagen/sdk'
import type { HonoRequest } from 'hono'
import { GatewayError } from './errors.ts'
import { type Fields, fieldsOf, isForm } from './read-fields.ts'

/** A form with one image of 20 MB, which is the most that the service takes. */
const formBytesMax = 21 * 1024 * 1024
/** JSON carries no file here, and the longest prompt is far shorter. */
const jsonBytesMax = 1024 * 1024
/** Of all requests together. While it is parsed and sent on, a body takes up to three times its size. */
const heldBytesMax = 12 * formBytesMax
const heldBytesPerKeyMax = 4 * formBytesMax
/** How long the service itself waits for a body. */
const arrivalMsMax = 30_000

/**
 * Reads the bodies of requests: each within 30 seconds, and no more than 252 MB of them at a time, a third of
 * that for one API key. A body counts until the work on its fields has ended, since they hold its files.
 */
export function createBodies(clock: Pick<Clock, 'after'>) {
  const heldBytes = new Map<string, number>()
  let allHeldBytes = 0

  const hold = (apiKey: string, bytes: number): void => {
    allHeldBytes += bytes
    const ofKey = (heldBytes.get(apiKey) ?? 0) + bytes
    if (ofKey > 0) heldBytes.set(apiKey, ofKey)
    else heldBytes.delete(apiKey)
  }

  return async <Result>(
    req: HonoRequest,
    apiKey: string,
    work: (fields: Fields) => Promise<Result>,
  ): Promise<Result> => {
    const bytesMax = isForm(req) ? formBytesMax : jsonBytesMax
    const bytes = declaredBytes(req) ?? bytesMax
    if (bytes > bytesMax) throw tooLarge(bytesMax)
    const ofKey = heldBytes.get(apiKey) ?? 0
    if (allHeldBytes + bytes > heldBytesMax || ofKey + bytes > heldBytesPerKeyMax) throw tooManyBodies()
    hold(apiKey, bytes)
    try {
      return await work(await fieldsOf(req, await readBytes(req.raw, bytesMax, clock)))
    } finally {
      hold(apiKey, -bytes)
    }
  }
}

/** Undefined for a chunked body, whose size nobody knows yet. */
function declaredBytes(req: HonoRequest): number | undefined {
  const text = req.header('content-length')
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

async function readBytes(
  { body, signal }: Request,
  bytesMax: number,
  clock: Pick<Clock, 'after'>,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader()
  if (reader === undefined) return new Uint8Array()
  let isLate = false
  const stop = () => reader.cancel().catch(() => undefined)
  const endWait = clock.after(arrivalMsMax, () => {
    isLate = true
    stop()
  })
  signal.addEventListener('abort', stop)
  try {
    const chunks: Uint8Array[] = []
    let size = 0
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.length
      if (size > bytesMax) throw tooLarge(bytesMax)
      chunks.push(read.value)
    }
    signal.throwIfAborted()
    if (isLate) throw new GatewayError(408, 'request_timeout', 'The body did not arrive within 30 seconds.')
    return Buffer.concat(chunks, size)
  } finally {
    endWait()
    signal.removeEventListener('abort', stop)
    stop()
  }
}

function tooLarge(bytesMax: number): GatewayError {
  const message = `The body is larger than ${bytesMax / 1024 / 1024} MB.`
  return new GatewayError(413, 'request_too_large', message)
}

function tooManyBodies(): GatewayError {
  const message = 'Too many files are being processed: send the request again when others have ended.'
  return new GatewayError(429, 'rate_limit_exceeded', message)
}
