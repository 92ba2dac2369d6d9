import type { Server } from 'node:http'
import { onTestFinished } from 'vitest'

/** Starts a server on a free port of this machine until the test has finished; resolves to its URL. */
export async function openServer(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.')
  return `http://127.0.0.1:${address.port}`
}
