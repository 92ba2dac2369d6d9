import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { createModelService, type ModelService } from './model-service.ts'
import type { TaskCourse } from './record.ts'
import { ownError, type Reply, textReply } from './wire.ts'

/** What the connection of one request does, on a real socket. */
export type WireFault =
  | { readonly kind: 'none' }
  /** Informational responses come before the response, or instead of it before the connection ends. */
  | {
      readonly kind: 'informational'
      readonly status: number
      readonly times: number
      readonly isAll: boolean
    }
  /** The connection is reset, or closed in good order, before the service acts or after it. */
  | { readonly kind: 'close'; readonly isReset: boolean; readonly hasActed: boolean }
  /** Nothing comes any more, and the connection stays open. */
  | { readonly kind: 'halfOpen'; readonly hasActed: boolean }
  /** The response ends early, in its head or its body, by a reset, a close or by nothing. */
  | {
      readonly kind: 'truncate'
      readonly percent: number
      readonly ends: 'reset' | 'close' | 'stall'
      readonly isChunked: boolean
    }
  /** The response comes in pieces. */
  | { readonly kind: 'pieces'; readonly bytes: number }
  /** What comes is no HTTP, or a page of something else. */
  | { readonly kind: 'noHttp' }
  | { readonly kind: 'page'; readonly status: number; readonly hasActed: boolean }
  | { readonly kind: 'busy'; readonly status: 429 | 503 }
  /** The response to a body comes before the body has, and the connection is reset. */
  | { readonly kind: 'hasty' }

const one = <Value extends string | number | boolean>(...values: Value[]) => fc.constantFrom(...values)
const kind = <Kind extends string>(name: Kind) => fc.constant(name)

export const wireFault: fc.Arbitrary<WireFault> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: kind('none') }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('informational'),
      status: one(100, 102, 103, 199),
      times: one(1, 3, 50),
      isAll: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: kind('close'), isReset: fc.boolean(), hasActed: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('halfOpen'), hasActed: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: kind('truncate'),
      percent: one(1, 50, 90, 99),
      ends: fc.oneof(
        { weight: 3, arbitrary: kind('reset') },
        { weight: 3, arbitrary: kind('close') },
        { weight: 1, arbitrary: kind('stall') },
      ),
      isChunked: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('pieces'), bytes: one(7, 1_000, 60_000) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('noHttp') }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: kind('page'), status: one(200, 403, 502), hasActed: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('busy'), status: one(429, 503) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('hasty') }) },
)

/** The model service behind real sockets, each request of which meets the next fault. */
export async function startWireServer(courses: readonly TaskCourse[]) {
  let faults: readonly WireFault[] = []
  let sent = 0
  const met: Record<string, number> = {}
  const now = () => performance.now()
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const later = (ms: number, work: () => void) => {
    const timer = setTimeout(work, Math.max(1, ms))
    return () => clearTimeout(timer)
  }
  const world = { now, serviceMs: () => performance.timeOrigin + now(), later }
  let service: ModelService

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = faults[sent++] ?? { kind: 'none' }
    met[fault.kind] = (met[fault.kind] ?? 0) + 1
    const { socket } = request
    if (fault.kind === 'hasty') {
      // Before the body is read.
      if (request.method !== 'PUT') return pass(response, await act(request, response))
      socket.write('HTTP/1.1 503 Busy\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
      return void socket.resetAndDestroy()
    }
    const hasActed = !('hasActed' in fault) || fault.hasActed
    const reply = hasActed && fault.kind !== 'busy' ? await act(request, response) : textReply(200, '')
    switch (fault.kind) {
      case 'close':
        return void (fault.isReset ? socket.resetAndDestroy() : socket.end())
      case 'halfOpen':
        return
      case 'noHttp':
        return void socket.end('SSH-2.0-OpenSSH_9.2\r\n')
      case 'page':
        return pass(response, textReply(fault.status, '<html></html>', { 'content-type': 'text/html' }))
      case 'busy':
        return pass(response, ownError(fault.status, 'RATE_LIMITED', { 'retry-after': '0' }))
      case 'informational': {
        const text = `HTTP/1.1 ${fault.status} Wait\r\nlink: </style.css>; rel=preload\r\n\r\n`
        for (let time = 0; time < fault.times; time += 1) socket.write(text)
        return fault.isAll ? void socket.end() : pass(response, reply)
      }
      case 'truncate':
      case 'pieces':
        return writeRaw(socket, reply, fault)
      default:
        return pass(response, reply)
    }
  }

  /** What the service makes of a request; a hold ends with its connection. */
  async function act(request: IncomingMessage, response: ServerResponse): Promise<Reply> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', headers } = request
    return new Promise((resolve) => {
      const arrival = {
        method,
        url: new URL(request.url ?? '', url),
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        body: chunks.length === 0 ? null : new Uint8Array(Buffer.concat(chunks)),
      }
      // A JSON body is read as text.
      const isText = headers['content-type']?.startsWith('application/json') === true
      const body = isText ? Buffer.from(arrival.body ?? '').toString() : arrival.body
      const stop = service.handle({ ...arrival, body }, resolve)
      response.on('close', stop)
    })
  }

  server.on('request', (request, response) => {
    request.on('error', () => undefined)
    answer(request, response).catch(() => undefined)
  })
  server.on('connection', (socket) => socket.on('error', () => undefined))
  server.on('clientError', (_, socket) => socket.destroy())

  return {
    url,
    met,
    /** A new service for the next run, with its faults. */
    begin(next: readonly WireFault[]): ModelService {
      faults = next
      sent = 0
      service = createModelService(world, 'current', courses, url)
      return service
    },
    heal() {
      faults = []
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function pass(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { ...headers, ...(status !== 304 && { 'content-length': body.length }) })
  response.end(body)
}

/** Writes a response by hand: in pieces, or up to where it is cut. */
async function writeRaw(
  socket: IncomingMessage['socket'],
  { status, headers, body }: Reply,
  fault: Extract<WireFault, { kind: 'truncate' | 'pieces' }>,
): Promise<void> {
  const isChunked = fault.kind === 'truncate' && fault.isChunked && status !== 304
  const { 'content-length': _, ...others } = headers
  const framing = isChunked
    ? { 'transfer-encoding': 'chunked' }
    : status === 304
      ? {}
      : { 'content-length': String(body.length) }
  const lines = Object.entries({ ...others, ...framing }).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.1 ${status} Any\r\n${lines.join('')}\r\n`
  const chunk = isChunked
    ? [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]
    : [body]
  const whole = Buffer.concat([Buffer.from(head), ...chunk])
  if (fault.kind === 'pieces') {
    for (let at = 0; at < whole.length; at += fault.bytes) {
      socket.write(whole.subarray(at, at + fault.bytes))
      await new Promise((resolve) => setImmediate(resolve))
    }
    return
  }
  socket.write(whole.subarray(0, Math.floor((whole.length * fault.percent) / 100)), () => {
    if (fault.ends === 'reset') socket.resetAndDestroy()
    else if (fault.ends === 'close') socket.end()
  })
}
