import { once } from 'node:events'
import { createServer } from 'node:http'
import cors from 'cors'
import express, { type ErrorRequestHandler, type Request, type Response } from 'express'
import type { ContractDocument } from '../checker/document.ts'
import { basePath } from '../read/normalize.ts'
import { openExamples } from './contract-examples.ts'
import type { ExampleRequest, ExampleResponse } from './example.ts'
import { linksToMedia, mediaRouter } from './media.ts'

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
  readonly document: ContractDocument
}

/**
 * Starts the stateless mock: every operation from the contract's examples, chosen by Prism, below the path of
 * the contract's first server. Links to media.example.com in the examples lead to small files that the mock
 * serves itself. Pages of any origin may use it. Rejects with the system's error if the port is taken, and with
 * Prism's if it cannot serve the contract.
 */
export async function startMock({ port, log = () => {}, document }: MockOptions): Promise<RunningMock> {
  const examples = await openExamples(document)
  const base = basePath(document)
  const app = express().disable('x-powered-by').disable('etag')
  app.use(cors({ exposedHeaders: '*', maxAge: 600 }))
  if (linksToMedia(document)) app.use(mediaRouter())
  app.use(express.raw({ type: () => true, limit: examples.bodyBytesMax }))
  const respond = async (request: Request, response: Response, body: ExampleRequest['body']) => {
    const url = below(base, request.originalUrl)
    const given =
      url === undefined
        ? await examples.respondNotFound()
        : await examples.respond({
            method: request.method === 'HEAD' ? 'GET' : request.method,
            url,
            headers: headersOf(request),
            body,
            origin: `${request.protocol}://${request.host}`,
          })
    for (const line of describe(request, given)) log(line)
    response.status(given.status).set(given.headers).json(given.body)
  }
  app.use((request, response) =>
    respond(request, response, Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)),
  )
  const handleError: ErrorRequestHandler = (error: unknown, request, response, next) => {
    const isTooLarge = error instanceof Error && 'status' in error && error.status === 413
    return isTooLarge ? respond(request, response, 'too large') : next(error)
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

/** The rest of a path below another; undefined for one that is not below it. */
function below(base: string, url: string): string | undefined {
  const rest = url.startsWith(base) ? url.slice(base.length) : undefined
  if (rest === '' || rest?.startsWith('?')) return `/${rest}`
  return rest?.startsWith('/') ? rest : undefined
}

function headersOf({ headers }: Request): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

function describe({ method, originalUrl }: Request, { status, violations }: ExampleResponse): string[] {
  return [
    `${method} ${originalUrl}`,
    ...violations.map((violation) => `  contract violation: ${violation}`),
    `  responded with ${status}`,
  ]
}
