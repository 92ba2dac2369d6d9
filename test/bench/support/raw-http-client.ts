import { once } from 'node:events'
import { connect } from 'node:net'

/** One kept-alive HTTP/1.1 connection that carries one request at a time. */
export interface RawHttpClient {
  /**
   * Sends the bytes of a whole request and resolves when the whole response is there. Rejects unless it has
   * (one of) the status.
   */
  send(request: Buffer, status: number | readonly number[]): Promise<string>
  close(): void
}

interface Waiting {
  readonly resolve: (response: string) => void
  readonly reject: (error: Error) => void
  readonly statuses: readonly number[]
}

/**
 * A client of next to no cost: it shares two cores with what it measures, and node:http's own takes as much
 * as the server does. Understands responses with a Content-Length only, which is what all of these servers
 * give.
 */
export async function openClient(port: number): Promise<RawHttpClient> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  await once(socket, 'connect')
  const state = { received: '', expected: undefined as number | undefined }
  let settle: Waiting | undefined

  socket.setEncoding('latin1')
  socket.on('data', (chunk) => {
    state.received += String(chunk)
    state.expected ??= lengthOfResponse(state.received)
    if (settle === undefined || state.expected === undefined || state.received.length < state.expected) return
    const { resolve, reject, statuses } = settle
    const response = state.received
    settle = undefined
    state.received = ''
    state.expected = undefined
    if (statuses.includes(Number(response.slice(9, 12)))) resolve(response)
    else reject(new Error(`responded ${response.slice(0, 1_000)}`))
  })
  const fail = (error?: Error): void => {
    settle?.reject(error ?? new Error('The server closed the connection.'))
    settle = undefined
  }
  socket.on('error', fail)
  socket.on('close', () => fail())

  return {
    send: (request, status) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed)
          return reject(new Error('The server has closed the connection, for it was idle.'))
        settle = { resolve, reject, statuses: [status].flat() }
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

/**
 * Opens so many connections, a few at a time: a thousand at once would overrun the server's queue of new
 * ones.
 */
export async function openClients(port: number, count: number): Promise<RawHttpClient[]> {
  const clients: RawHttpClient[] = []
  while (clients.length < count) {
    const some = Math.min(50, count - clients.length)
    clients.push(...(await Promise.all(Array.from({ length: some }, () => openClient(port)))))
  }
  return clients
}

/** The bytes of a request, made once and sent many times. */
export function requestBytes(options: {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}): Buffer {
  const { method, path, body = '' } = options
  const headers = {
    Host: '127.0.0.1',
    ...options.headers,
    ...(method === 'POST' && {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
    }),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

/** Bytes of head and body together, once the head is there. */
function lengthOfResponse(received: string): number | undefined {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const length = /\r\ncontent-length: *(\d+)/i.exec(received.slice(0, headEnd))?.[1]
  if (length === undefined)
    throw new Error(`a response without a Content-Length: ${received.slice(0, headEnd)}`)
  return headEnd + 4 + Number(length)
}
