import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { systemClock } from '../../src/core/clock.js'
import { toNodeHandler } from '../../src/proxy/index.js'
import { createMockService } from '../../src/testing/index.js'

/** Where the server falls silent: before it responds, or after the head and a part of the body. */
export interface Stall {
  readonly method: string
  /** Matches the path with its query. */
  readonly path: RegExp
  readonly at: 'head' | 'body'
}

/** A mock service over real connections, which falls silent at one place. */
export async function startStallingServer({ method, path, at }: Stall) {
  const service = createMockService({ clock: systemClock, queuedMs: 0, processingMs: 0 })
  const respond = toNodeHandler((request) => service.fetch(request))
  let reach: (() => void) | undefined
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const stalled: { request: IncomingMessage; gone: Promise<void> }[] = []
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== method || !path.test(request.url ?? '')) return respond(request, response)
    const gone = new Promise<void>((resolve) => request.socket.once('close', () => resolve()))
    stalled.push({ request, gone })
    if (at === 'body') {
      const type = request.url?.includes('/api/') ? 'application/json' : 'image/png'
      response.writeHead(200, { 'content-type': type })
      response.write('{')
    }
    reach?.()
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** The client is in the middle of such a request. */
    reached,
    /** Resolves once the connections of all such requests are gone. */
    async closed() {
      for (const { request, gone } of stalled) {
        // Behind a body that nobody reads, the end of a connection is not seen.
        request.resume()
        await gone
      }
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
