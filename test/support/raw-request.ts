import { findOperation } from '../../openapi/checks/contract.ts'
import { contractChecker } from '../../openapi/checks/contract-check.ts'
import { exchange } from './raw-exchange.ts'

/** A request as bytes on the wire, for what no well-behaved client would send. */
export interface RawRequest {
  readonly method: string
  /** Sent unchanged: nothing is escaped or normalised. */
  readonly path: string
  /** Header lines in order; the same name may occur twice. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** Sent with its length, unless a Content-Length is among the headers. */
  readonly body?: string | Uint8Array
}

export interface RawResponse {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what they read; the contract check has held its shape.
  readonly body: any
}

/**
 * Sends a request on a separate connection and validates the response against the contract: the operation's
 * if the path is one's, otherwise the error body that every client parses. Rejects if no complete response
 * comes.
 */
export async function sendRaw(baseUrl: string, request: RawRequest): Promise<RawResponse> {
  const response = await responseTo(Number(new URL(baseUrl).port), request)
  const checker = contractChecker()
  const seen = { method: request.method, path: request.path, ...response }
  if (findOperation(checker.operations, request.method, request.path) === undefined)
    checker.checkErrorResponse(seen)
  else checker.checkResponse(seen)
  return response
}

function toBytes({ method, path, headers = [], body = '' }: RawRequest): Buffer {
  const content = Buffer.from(body)
  const hasLength = headers.some(([name]) => name.toLowerCase() === 'content-length')
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(content.length > 0 && !hasLength ? [`Content-Length: ${content.length}`] : []),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content])
}

async function responseTo(port: number, request: RawRequest): Promise<RawResponse> {
  const options = { port, methods: [request.method], waitsForClose: true, timeoutMs: 10_000 }
  const seen = await exchange(toBytes(request), options)
  const [response] = seen.responses
  if (response === undefined) throw new Error(`The service gave no response: ${JSON.stringify(seen)}`)
  const headers = new Headers()
  for (const [name, value] of response.headers) headers.append(name, value)
  const body = response.body.toString()
  return { status: response.status, headers, body: body === '' ? undefined : JSON.parse(body) }
}
