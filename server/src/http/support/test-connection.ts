import type { RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { listen } from '../connection/listen.ts'

/** The statuses of all responses received, including 100 Continue. */
export const statusesOf = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))

/** A client with a separate connection. */
export interface Client {
  readonly socket: Socket
  /** Everything received so far. */
  received(): string
  /** Everything received, once the server has closed the connection. */
  readonly closed: Promise<string>
}

/** Serves an app until the end of the test; resolves with its port. */
export async function serve(app: RequestListener): Promise<number> {
  const server = await listen(app, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.close({ graceMs: 0 }))
  return server.port
}

/** Connects and never closes its own side: only the server ends the connection. */
export function open(port: number, bytes: string): Client {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  socket.write(bytes, 'latin1')
  const closed = new Promise<string>((resolve) => {
    socket.once('end', () => resolve(text))
    socket.once('error', () => resolve(text))
  })
  return { socket, received: () => text, closed }
}
