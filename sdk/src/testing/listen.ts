import type { MockService } from './mock-service.js'

/** A mock that other processes can reach. */
export interface ListeningMock {
  /** Its address, for the `baseUrl` of a client. */
  readonly url: string
  /** Stops it, with all its connections. */
  close(): Promise<void>
}

/**
 * Serves a mock over HTTP on this machine (Node, Bun and Deno). Make it with the address that it will have as its
 * `baseUrl`, so that its links lead to it: `createMockService({ baseUrl: 'http://127.0.0.1:4020' })`.
 */
export async function listenAsServer(service: MockService): Promise<ListeningMock> {
  const { createServer } = process.getBuiltinModule('node:http')
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Uint8Array<ArrayBuffer>[] = []
    for await (const chunk of incoming) chunks.push(new Uint8Array(chunk))
    const headers = new Headers()
    for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value))
    const method = incoming.method ?? 'GET'
    const body = method === 'GET' || method === 'HEAD' ? null : new Blob(chunks)
    const response = await service.answer(
      new Request(new URL(incoming.url ?? '/', service.baseUrl), { method, headers, body }),
    )
    if (response === undefined) return outgoing.destroy()
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.end(new Uint8Array(await response.arrayBuffer()))
  })
  const { hostname, port } = new URL(service.baseUrl)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(Number(port), hostname, resolve)
  })
  return {
    url: service.baseUrl,
    close() {
      server.closeAllConnections()
      return new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())))
    },
  }
}
