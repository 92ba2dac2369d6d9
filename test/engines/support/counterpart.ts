import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

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
export type CounterpartAnswer =
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

type Answering = (request: CounterpartRequest) => CounterpartAnswer | Promise<CounterpartAnswer>

/** A real HTTP server on the loopback instead of an engine; it ends with the test. */
export async function startCounterpart(answer: Answering): Promise<Counterpart> {
  const requests: CounterpartRequest[] = []
  const server = createServer((request, response) => {
    void read(request).then(async (read) => {
      requests.push(read)
      send(response, await answer(read))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(close)
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    count: (method, path) =>
      requests.filter((request) => request.method === method && path.test(request.path.split('?')[0] ?? ''))
        .length,
    close,
  }
}

async function read(request: IncomingMessage): Promise<CounterpartRequest> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const body = Buffer.concat(parts)
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

function send(response: ServerResponse, answer: CounterpartAnswer): void {
  if (answer === 'hang') return
  if (answer === 'endless') sendForever(response)
  else if (answer === 'reset') response.socket?.resetAndDestroy()
  else sendAnswer(response, answer)
}

function sendAnswer(response: ServerResponse, answer: Exclude<CounterpartAnswer, string>): void {
  const isJson = answer.json !== undefined
  const body = Buffer.from(isJson ? JSON.stringify(answer.json) : (answer.bytes ?? answer.text ?? ''))
  const type = isJson ? { 'Content-Type': 'application/json' } : {}
  response.writeHead(answer.status ?? 200, { ...type, 'Content-Length': body.byteLength, ...answer.headers })
  if (answer.truncateAt === undefined) response.end(body)
  else response.write(body.subarray(0, answer.truncateAt), () => response.socket?.resetAndDestroy())
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
