import { systemClock } from '../core/clock.js'
import { type ListeningMock, listenAsServer } from './listen.js'
import { createMockService, type MockService, type MockServiceOptions } from './mock-service.js'

/** Settings of a mock server. */
export interface MockServerOptions extends Omit<MockServiceOptions, 'baseUrl'> {
  /** The port to listen on; with 0 the system chooses a free one. @default 4010 */
  readonly port?: number | undefined
  /** The address to listen on. @default '127.0.0.1' */
  readonly host?: string | undefined
}

/** A mock service that other programs and pages can reach. */
export interface MockServer extends ListeningMock {
  /** The service behind it, for its faults and state. */
  readonly service: MockService
}

/**
 * Starts a stateful mock as a server on this machine (Node, Bun and Deno), with the system clock and random ids
 * unless `clock` and `ids` are given. Pages of any origin may use it. Rejects with the system's error if the port is
 * in use.
 */
export async function startMockServer({
  port = 4010,
  host = '127.0.0.1',
  ...options
}: MockServerOptions = {}): Promise<MockServer> {
  const baseUrl = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const service = createMockService({ clock: systemClock, ids: 'random', ...options, baseUrl })
  const listening = await listenAsServer({
    ...service,
    async handle(request) {
      const response = isPreflight(request)
        ? new Response(null, { status: 204 })
        : await service.handle(request)
      return response && withCors(response, request)
    },
  })
  return { ...listening, service }
}

function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.has('access-control-request-method')
}

/** As the service responds to pages, but for every origin: nothing here needs protection. */
function withCors({ status, headers: own, body }: Response, { headers: asked }: Request): Response {
  const headers = new Headers(own)
  headers.set('access-control-allow-origin', '*')
  headers.set('access-control-expose-headers', [...own.keys()].join(', '))
  headers.set('access-control-allow-methods', 'GET, POST, PUT')
  headers.set('access-control-allow-headers', asked.get('access-control-request-headers') ?? '*')
  return new Response(body, { status, headers })
}
