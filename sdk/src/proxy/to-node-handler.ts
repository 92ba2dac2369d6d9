import { toReadableStream } from '../core/readable-stream.js'

/** A request of `node:http`, Express or Connect, as far as it is read here. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined
  readonly url?: string | undefined
  /** Where Express and Connect keep the whole path of a mounted handler. */
  readonly originalUrl?: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Whether something, such as `express.json()`, has read the body before. */
  readonly readableEnded?: boolean | undefined
  /** The body that it has left. */
  readonly body?: unknown
}

/** A response of `node:http` or Express, as far as it is written here. */
export interface NodeResponse {
  /** Sends status and headers. */
  writeHead(status: number, headers: Record<string, string>): unknown
  /** Sends bytes; false asks to wait for `drain`. */
  write(chunk: Uint8Array): boolean
  /** Completes the response. */
  end(): unknown
  /** Breaks the connection. */
  destroy(): unknown
  /** Calls back once. */
  once(event: 'close' | 'drain', listener: () => void): unknown
}

/**
 * A proxy, or any other handler of web standards, as one of `node:http`, Express or Connect. It never
 * rejects; an answer that cannot be written ends the connection.
 */
export function toNodeHandler(
  handler: (request: Request) => Response | Promise<Response>,
): (incoming: NodeRequest, outgoing: NodeResponse) => Promise<void> {
  return async (incoming, outgoing) => {
    const gone = new AbortController()
    outgoing.once('close', () => gone.abort())
    try {
      await write(await handler(toRequest(incoming, gone.signal)), outgoing, gone.signal)
    } catch {
      outgoing.destroy()
    }
  }
}

function toRequest(incoming: NodeRequest, signal: AbortSignal): Request {
  const { method = 'GET', headers: given, originalUrl, url = '/' } = incoming
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(given)) {
    for (const value of [values].flat()) headers.append(name, value)
  }
  const address = `http://${headers.get('host') ?? 'localhost'}${originalUrl ?? url}`
  if (method === 'GET' || method === 'HEAD') return new Request(address, { method, headers, signal })
  return new Request(address, { method, headers, signal, body: bodyOf(incoming), duplex: 'half' })
}

function bodyOf(incoming: NodeRequest): ReadableStream<Uint8Array> | string {
  const { readableEnded = false, body } = incoming
  if (readableEnded) return typeof body === 'string' ? body : JSON.stringify(body ?? {})
  const chunks = incoming[Symbol.asyncIterator]()
  return toReadableStream(chunks, () => chunks.return?.())
}

async function write(response: Response, outgoing: NodeResponse, signal: AbortSignal): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  const reader = response.body?.getReader()
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {}
    if (signal.aborted) return void reader?.cancel()
    if (done || value === undefined) break
    if (!outgoing.write(value)) await drained(outgoing)
  }
  outgoing.end()
}

function drained(outgoing: NodeResponse): Promise<void> {
  return new Promise((resolve) => {
    outgoing.once('drain', resolve)
    outgoing.once('close', resolve)
  })
}
