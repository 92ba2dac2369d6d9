import { once } from 'node:events'
import { createServer } from 'node:http'
import cors from 'cors'
import express, { type ErrorRequestHandler, type Request, type Response } from 'express'
import type { Contract } from '../read/contract.ts'
import { declaredLimit } from '../read/declared-limit.ts'
import { basePath } from '../read/normalize.ts'
import type { MockResponse } from './exchange.ts'
import type { MockHook } from './hook.ts'
import { openResponses, unknownPath } from './prism-responses.ts'

/** A mock that listens on this machine. */
export interface RunningMock {
  /** Its address, without a slash at the end. */
  readonly url: string
  close(): Promise<void>
}

/** Settings of a mock. */
interface MockOptions {
  /** The port to listen on; with 0 the machine chooses a free one. */
  readonly port: number
  /** Called with a line for each request, and one for each violation of the contract in it. @default none */
  readonly log?: (line: string) => void
  /** The contract to serve, as one document. */
  readonly document: Contract
  /** @default none */
  readonly hook?: MockHook
}

/** For a contract without a limit of its own in `x-limits`. */
const usualBodyBytesMax = 20_000_000

/**
 * Starts the stateless mock: every operation from the contract's examples, chosen by Prism, below the path of
 * the contract's first server. Pages of any origin may use it. Rejects with the system's error if the port is taken, and
 * with Prism's if it cannot serve the contract.
 */
export async function startMock({
  port,
  log = () => {},
  document,
  hook = {},
}: MockOptions): Promise<RunningMock> {
  const responses = await openResponses(document, hook)
  const base = basePath(document)
  const app = express().disable('x-powered-by').disable('etag')
  const send = (request: Request, response: Response, given: MockResponse) => {
    for (const line of describe(request, given)) log(line)
    sendAs(response, given)
  }
  app.use(cors({ exposedHeaders: '*', maxAge: 600 }), ...(hook.routes ?? []))
  const limit = declaredLimit(document, 'requestBodyBytesMax') ?? usualBodyBytesMax
  app.use(express.raw({ type: () => true, limit }))
  app.use(async (request, response) => {
    const url = below(base, request.originalUrl)
    const given =
      url === undefined
        ? responses.reject(unknownPath)
        : await responses.respond({
            method: request.method === 'HEAD' ? 'GET' : request.method,
            url,
            headers: headersOf(request),
            body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
            origin: `${request.protocol}://${request.host}`,
          })
    send(request, response, given)
  })
  const handleError: ErrorRequestHandler = (error: unknown, request, response, _next) => {
    const isTooLarge = Object(error).status === 413
    const message = isTooLarge ? 'The request body is too large.' : String(error)
    const rejection = isTooLarge
      ? { status: 413, code: 'PAYLOAD_TOO_LARGE', message }
      : { status: 500, code: 'INTERNAL', message }
    send(request, response, responses.reject(rejection))
  }
  app.use(handleError)

  const server = createServer(app)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new Error('A TCP server has an address with a port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** JSON as such, and every other example as it is written. */
function sendAs(response: Response, { status, headers, body }: MockResponse): void {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  response.status(status).set(headers)
  if (body === undefined) response.end()
  else if (typeof body === 'string' && type !== undefined && !/[/+]json\b/i.test(type)) response.send(body)
  else response.json(body)
}

/** The rest of a path below another; undefined for one that is not below it. */
function below(base: string, url: string): string | undefined {
  const rest = url.startsWith(base) ? url.slice(base.length) : undefined
  if (rest === '' || rest?.startsWith('?')) return `/${rest}`
  return rest?.startsWith('/') ? rest : undefined
}

function headersOf({ headers }: Request): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

function describe({ method, originalUrl }: Request, { status, violations }: MockResponse): string[] {
  return [
    `${method} ${originalUrl}`,
    ...violations.map((violation) => `  contract violation: ${violation}`),
    `  responded with ${status}`,
  ]
}
