import { once } from 'node:events'
import type { Server, Socket } from 'node:net'
import { findFreePort } from './free-port.ts'

/** A server of a test, of HTTP or TCP, that listens on the loopback. */
export interface LocalServer {
  /** http://127.0.0.1:PORT. */
  readonly url: string
  readonly port: number
  /** Stops listening and ends every connection; resolves when it is closed, also when called again. */
  close(): Promise<void>
}

/** Lets a server listen on the loopback, on a free port unless one is given. */
export async function listenLocally(server: Server, port = 0): Promise<LocalServer> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** A server that can go away and come back on its port. */
export interface InterruptibleServer extends LocalServer {
  /** Refuses connections from now on, and ends those that are open. */
  refuse(): Promise<void>
  /** Listens again, if it does not. */
  restore(): Promise<void>
}

/** `create` is called for each time that it listens. */
export async function listenInterruptibly(create: () => Server): Promise<InterruptibleServer> {
  // One that no system assigns to another program while this server is away.
  let server: LocalServer | undefined = await listenLocally(create(), await findFreePort())
  const { url, port } = server
  const refuse = async (): Promise<void> => {
    const closing = server
    server = undefined
    await closing?.close()
  }
  return {
    ...{ url, port, refuse, close: refuse },
    async restore() {
      server ??= await listenLocally(create(), port)
    },
  }
}
