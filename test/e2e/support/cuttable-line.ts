import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A connection to a server that can be cut like a network cable, and restored on the same port. */
export interface CuttableLine {
  readonly port: number
  /** Breaks every connection; from now on new ones are refused. */
  cut(): Promise<void>
  mend(): Promise<void>
  /** Ends it for good. */
  close(): Promise<void>
}

/** Opens a proxy to `target` on a free port of this machine. */
export async function openLine(target: { host: string; port: number }): Promise<CuttableLine> {
  const sockets = new Set<Socket>()
  let server: Server | undefined
  let port = 0

  async function listen(): Promise<void> {
    server = createServer((near) => {
      const far = connect(target.port, target.host)
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(socket)
        // An error is followed by 'close', and both ends of a broken line are gone.
        socket.on('error', () => undefined)
        socket.once('close', () => {
          sockets.delete(socket)
          other.destroy()
        })
        socket.pipe(other)
      }
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (typeof address === 'object' && address !== null) port = address.port
  }

  async function cut(): Promise<void> {
    if (server === undefined) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
    server = undefined
  }

  await listen()
  return { port, cut, mend: listen, close: cut }
}
