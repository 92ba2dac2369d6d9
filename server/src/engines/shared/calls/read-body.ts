import type { Response } from 'undici'
import { withinTime } from '../../../core/async/with-timeout.ts'
import { createJsonCheck } from './json-limits.ts'
import { type ParsedBody, parseBody } from './parse-body.ts'
import { release } from './release.ts'

/** A response exceeded its size limit. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError'
  constructor(bytesMax: number) {
    super(`The response is larger than ${bytesMax} bytes.`)
  }
}

/** A response did not begin, or continued at less than the lowest rate. */
export class TooSlowError extends Error {
  override readonly name = 'TooSlowError'
  constructor() {
    super('The engine answered too slowly.')
  }
}

/** The longest silence within a body. */
const silenceMsMax = 20_000
/** The lowest rate of a body, once a silence of that length is used up: a video of 60 MB takes an hour. */
const bytesPerSecondMin = 16 * 1024

/**
 * The chunks of a body as they arrive, each valid until the next is requested. If they exceed `bytesMax`,
 * stops the transfer and throws a TooLargeError; if they arrive too slowly, a TooSlowError.
 */
export async function* readParts(
  response: Response,
  bytesMax: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const part of partsOf(response, bytesMax, signal)) {
    yield part
    release(part)
  }
}

async function* partsOf(
  response: Response,
  bytesMax: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (Number(response.headers.get('content-length') ?? 0) > bytesMax) {
    await response.body?.cancel()
    throw new TooLargeError(bytesMax)
  }
  if (response.body === null) return
  const reader = response.body.getReader()
  let bytes = 0
  let patienceMs = silenceMsMax
  try {
    for (;;) {
      const read = await withinTime(patienceMs, reader.read(), () => new TooSlowError())
      signal.throwIfAborted()
      const part = read.result.value
      if (part === undefined) return
      const earnedMs = (1000 * part.byteLength) / bytesPerSecondMin
      patienceMs = Math.min(silenceMsMax, read.leftMs + earnedMs)
      bytes += part.byteLength
      if (bytes > bytesMax) throw new TooLargeError(bytesMax)
      yield part
    }
  } finally {
    // Ends the connection if the body is not at its end; one that has failed rejects with its error again.
    await reader.cancel().catch(() => undefined)
  }
}

/**
 * Reads and parses a body. JSON that would cost too much is not parsed: throws a CostlyJsonError. The bytes
 * stay outside the heap until the last has arrived, so that many large bodies may be under way.
 */
export async function readBody(
  response: Response,
  bytesMax: number,
  signal: AbortSignal,
): Promise<ParsedBody> {
  const check = createJsonCheck()
  const parts: Uint8Array[] = []
  for await (const part of partsOf(response, bytesMax, signal)) {
    check(part)
    parts.push(part)
  }
  const bytes = Buffer.concat(parts)
  for (const part of parts) release(part)
  return parseBody(bytes)
}
