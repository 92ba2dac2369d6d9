import { once } from 'node:events'
import type { Server } from 'node:http'

/** A server of a test that listens on the loopback. */
export interface LocalServer {
  /** http://127.0.0.1:PORT. */
  readonly url: string
  readonly port: number
  /** Stops listening and ends every connection; resolves when it is closed, also when called again. */
  close(): Promise<void>
}

/** Lets an HTTP server listen on the loopback, on a free port unless one is given. */
export async function listenLocally(server: Server, port = 0): Promise<LocalServer> {
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
        server.closeAllConnections()
      }),
  }
}
