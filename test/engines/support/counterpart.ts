import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { listenLocally } from '../../support/listen-locally.ts'

/** One request as it arrived at the counterpart, including its body. */
export interface CounterpartRequest {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
  /** The body as JSON; throws if it is not JSON. */
  json(): unknown
  /** The parts of a multipart form: text for fields, a File for files. */
  form(): Promise<FormData>
}

/** The counterpart's response. */
export type CounterpartResponse =
  | {
      readonly status?: number
      readonly headers?: Readonly<Record<string, string>>
      readonly json?: unknown
      readonly text?: string
      readonly bytes?: Uint8Array
      /** Ends the connection after that many bytes of the body. */
      readonly truncateAt?: number
    }
  /** The connection is reset once the whole request has arrived: the engine may have taken it. */
  | 'reset'
  /** Never any response. */
  | 'hang'
  /** A body that never ends. */
  | 'endless'

export interface Counterpart {
  readonly url: string
  /** All requests so far, in order. */
  readonly requests: readonly CounterpartRequest[]
  /** How many requests were received whose method and path (without query) match. */
  count(method: string, path: RegExp): number
  /** Stops listening, like an engine that is down: connections are refused. */
  close(): Promise<void>
}

type Respond = (request: CounterpartRequest) => CounterpartResponse | Promise<CounterpartResponse>

/** A real HTTP server on the loopback instead of an engine; it ends with the test. */
export async function startCounterpart(respond: Respond): Promise<Counterpart> {
  const requests: CounterpartRequest[] = []
  const server = createServer((request, response) => {
    void read(request).then(async (read) => {
      requests.push(read)
      send(response, await respond(read))
    })
  })
  const { url, close } = await listenLocally(server)
  onTestFinished(close)
  return {
    url,
    requests,
    count: (method, path) =>
      requests.filter((request) => request.method === method && path.test(request.path.split('?')[0] ?? ''))
        .length,
    close,
  }
}

async function read(request: IncomingMessage): Promise<CounterpartRequest> {
  const body = await buffer(request)
  const { method = 'GET', url: path = '/', headers } = request
  return {
    method,
    path,
    headers,
    body,
    json: () => JSON.parse(body.toString('utf8')) as unknown,
    form: () =>
      new Response(new Uint8Array(body), {
        headers: { 'Content-Type': headers['content-type'] ?? '' },
      }).formData(),
  }
}

function send(response: ServerResponse, content: CounterpartResponse): void {
  if (content === 'hang') return
  if (content === 'endless') sendForever(response)
  else if (content === 'reset') response.socket?.resetAndDestroy()
  else sendContent(response, content)
}

function sendContent(response: ServerResponse, content: Exclude<CounterpartResponse, string>): void {
  const isJson = content.json !== undefined
  const body = Buffer.from(isJson ? JSON.stringify(content.json) : (content.bytes ?? content.text ?? ''))
  const type = isJson ? { 'Content-Type': 'application/json' } : {}
  response.writeHead(content.status ?? 200, {
    ...type,
    'Content-Length': body.byteLength,
    ...content.headers,
  })
  if (content.truncateAt === undefined) response.end(body)
  else response.write(body.subarray(0, content.truncateAt), () => response.socket?.resetAndDestroy())
}

function sendForever(response: ServerResponse): void {
  const part = Buffer.alloc(64 * 1024)
  const more = (): void => {
    while (!response.destroyed && response.write(part)) {}
    if (!response.destroyed) response.once('drain', more)
  }
  response.writeHead(200, { 'Content-Type': 'application/octet-stream' })
  more()
}
