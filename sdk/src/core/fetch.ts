import type { Bytes } from '../types/api-types.js'
import { isRecord } from '../types/record.js'
import { toReadableStream } from './readable-stream.js'

/** The options that the SDK passes to fetch: only what every implementation supports. */
export interface FetchInit {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: string | Bytes | null
  readonly redirect: 'follow' | 'manual'
  readonly signal: AbortSignal
  readonly cache?: 'no-store'
}

/** The headers of a response, with the one method that all implementations share. */
export interface ResponseHeaders {
  /** Calls back with each header. */
  forEach(callback: (value: string, name: string) => void): void
}

/** The part of a response that the SDK reads. */
export interface FetchedResponse {
  readonly status: number
  readonly statusText?: string
  readonly headers: ResponseHeaders
  /** A web or Node stream, if there is one. */
  readonly body?: unknown
  /** Reads the whole body. */
  arrayBuffer(): Promise<ArrayBuffer>
}

/**
 * The minimal fetch interface: the global fetch implements it, as do those of undici, node-fetch and
 * cross-fetch.
 */
export type FetchFunction = (url: string, init: FetchInit) => Promise<FetchedResponse>

/**
 * The longest body that is read into memory. A page of the contract's largest tasks is far below it; a body
 * without an end, as a broken or hostile server sends it, would take all memory there is.
 */
export const bufferedBytesMax = 16 * 2 ** 20

/** The global fetch, looked up on each call, so that a later replacement takes effect. */
export const systemFetch: FetchFunction = (url, init) => globalThis.fetch(url, init)

/**
 * Converts a response of any fetch to one of this platform, with its body read or, if `streamed`, as a
 * stream. A body that is too long to be read is left out, so that it counts as one that is no JSON.
 */
export async function toResponse(fetched: FetchedResponse, streamed: boolean): Promise<Response> {
  const { status, statusText = '', body } = fetched
  // Browsers show an unfollowed redirect as status 0, with which no Response can be constructed.
  if (status === 0) return Response.error()
  const headers = new Headers()
  fetched.headers.forEach((value, name) => {
    headers.append(name, value)
  })
  const stream = webStreamOf(body)
  if (stream && streamed) return new Response(stream, { status, statusText, headers })
  const bytes = stream ? await readAll(stream) : new Uint8Array(await fetched.arrayBuffer())
  // The Response constructor rejects even an empty body with statuses such as 204.
  const isLeftOut = bytes.length === 0 || bytes.length > bufferedBytesMax
  return new Response(isLeftOut ? null : bytes, { status, statusText, headers })
}

/** All bytes of a stream, or none if they are too many. */
async function readAll(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    sizeBytes += value.length
    if (sizeBytes <= bufferedBytesMax) continue
    reader.cancel().catch(() => undefined)
    return new Uint8Array()
  }
  const [first] = chunks
  // Most bodies are one chunk, which needs no copy.
  if (chunks.length === 1 && first?.buffer instanceof ArrayBuffer) return first as Uint8Array<ArrayBuffer>
  const whole = new Uint8Array(sizeBytes)
  let doneBytes = 0
  for (const chunk of chunks) {
    whole.set(chunk, doneBytes)
    doneBytes += chunk.length
  }
  return whole
}

/** node-fetch has a Node stream as its body; a polyfill over XMLHttpRequest has none. */
function webStreamOf(body: unknown): ReadableStream<Uint8Array> | undefined {
  if (body instanceof ReadableStream) return body
  if (!isAsyncIterable(body)) return undefined
  const chunks = body[Symbol.asyncIterator]()
  return toReadableStream(chunks, () => chunks.return?.())
}

function isAsyncIterable(value: unknown): value is AsyncIterable<Uint8Array> {
  return isRecord(value) && Symbol.asyncIterator in value
}

let takesCache: boolean | undefined

/**
 * Keeps caches from responding instead of the service: Next.js caches every fetch of a server component, so
 * that a task would never change. Workers with a compatibility date before November 2024 throw if the option
 * is present at all.
 */
export function uncached(): { cache?: 'no-store' } {
  try {
    takesCache ??= new Request('http://localhost', { cache: 'no-store' }).url !== ''
  } catch {
    takesCache = false
  }
  return takesCache ? { cache: 'no-store' } : {}
}
