import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MockService } from './mock-service.js'

/** A mock that other processes can reach. */
export interface ListeningMock {
  /** Its URL, for the `baseUrl` of a client. */
  readonly url: string
  /** Stops it and closes all its connections. */
  close(): Promise<void>
}

/**
 * Serves a mock over HTTP on this machine (Node, Bun and Deno). It listens at the mock's `baseUrl`:
 * `createMockService({ baseUrl: 'http://127.0.0.1:4020' })`. With port 0 the system chooses a free port;
 * `url` has it. It ignores requests whose connection breaks.
 */
export async function listenAsServer(service: MockService): Promise<ListeningMock> {
  const { createServer } = process.getBuiltinModule('node:http')
  let url = service.baseUrl
  const server = createServer((incoming, outgoing) => {
    respond(incoming, outgoing).catch(() => outgoing.destroy())
  })
  const respond = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const chunks: Uint8Array<ArrayBuffer>[] = []
    for await (const chunk of incoming) chunks.push(new Uint8Array(chunk))
    const headers = new Headers()
    for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value))
    // With a virtual clock a hold would advance the test's time.
    if ('advance' in service.clock) {
      headers.set('prefer', (headers.get('prefer') ?? '').replace(/\bwait\s*=\s*"?\d*/i, ''))
    }
    const method = incoming.method ?? 'GET'
    const body = method === 'GET' || method === 'HEAD' ? null : new Blob(chunks)
    // A held poll ends with its connection.
    const gone = new AbortController()
    outgoing.once('close', () => gone.abort())
    const { signal } = gone
    const request = new Request(new URL(incoming.url ?? '/', url), { method, headers, body, signal })
    const response = await service.handle(request)
    if (response === undefined) return outgoing.destroy()
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.end(new Uint8Array(await response.arrayBuffer()))
  }
  const { hostname, port, protocol } = new URL(url)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(Number(port), hostname, resolve)
  })
  const address = server.address()
  if (typeof address === 'object' && address !== null) url = `${protocol}//${hostname}:${address.port}`
  return {
    url,
    close() {
      server.closeAllConnections()
      return new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())))
    },
  }
}
