import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { rejectionOf } from './http-guard.js'
import { createMcpServer } from './mcp-server.js'
import { StreamableHTTPServerTransport } from './protocol.js'
import type { ToolContext } from './tool-context.js'

/** Maximum connected agents; beyond it the one that has been idle longest is disconnected. */
const sessionsMax = 50
/** Not reachable from other machines. */
const host = '127.0.0.1'
const path = '/mcp'

/** A server that listens. */
export interface ListeningServer {
  readonly url: string
  /** Ends every session and the server. */
  close(): Promise<void>
}

interface Session {
  readonly transport: StreamableHTTPServerTransport
  readonly close: () => Promise<void>
}

/** Serves the protocol over HTTP on this machine. A port of 0 takes any free one. */
export async function serveHttp(
  context: ToolContext,
  { port, token }: { readonly port: number; readonly token: string | undefined },
): Promise<ListeningServer> {
  // In the order of their last request, the oldest first.
  const sessions = new Map<string, Session>()
  const server = createServer((request, response) => {
    handle(request, response).catch(() => {
      if (response.headersSent) response.destroy()
      else reject(response, 500, 'The request could not be handled')
    })
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const rejection = rejectionOf(request, { port: portOf(server), token })
    if (rejection !== undefined) return reject(response, rejection.status, rejection.message)
    if (request.url?.split('?')[0] !== path) return reject(response, 404, `The address is ${path}`)
    const id = request.headers['mcp-session-id']
    if (id === undefined) return (await openSession()).transport.handleRequest(request, response)
    const session = sessions.get(String(id))
    if (session === undefined) return reject(response, 404, 'There is no such session')
    sessions.delete(String(id))
    sessions.set(String(id), session)
    await session.transport.handleRequest(request, response)
  }

  /** A request that is not an initialization is rejected by the transport, and leaves nothing behind. */
  async function openSession(): Promise<Session> {
    const mcpServer = createMcpServer(context)
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized(id) {
        sessions.set(id, session)
        if (sessions.size > sessionsMax) dropOldest()
      },
      onsessionclosed: (id) => void sessions.delete(id),
    })
    const session = { transport, close: () => mcpServer.close() }
    await mcpServer.connect(transport)
    return session
  }

  function dropOldest(): void {
    const [oldest] = sessions
    if (oldest === undefined) return
    sessions.delete(oldest[0])
    oldest[1].close().catch(() => undefined)
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    url: `http://${host}:${portOf(server)}${path}`,
    async close() {
      await Promise.allSettled([...sessions.values()].map((session) => session.close()))
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

function reject(response: ServerResponse, status: number, message: string): void {
  const error = { jsonrpc: '2.0', id: null, error: { code: -32_000, message } }
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(error))
}
