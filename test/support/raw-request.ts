import { once } from 'node:events'
import { connect } from 'node:net'
import { findOperation } from '../../openapi/checks/contract.ts'
import { contractChecker } from '../../openapi/checks/contract-check.ts'

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

export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what they read; the contract check has held its shape.
  readonly body: any
}

/** A response that takes longer counts as none: the service hangs. */
const answerMsMax = 10_000

/**
 * Sends a request on a separate connection and validates the response against the contract: the operation's
 * if the path is one's, otherwise the error body that every client parses. Rejects if no complete response
 * comes.
 */
export async function sendRaw(baseUrl: string, request: RawRequest): Promise<RawAnswer> {
  const answer = parseAnswer(await exchange(new URL(baseUrl), toBytes(request)))
  const checker = contractChecker()
  const seen = { method: request.method, path: request.path, ...answer }
  if (findOperation(checker.operations, request.method, request.path) === undefined)
    checker.checkErrorResponse(seen)
  else checker.checkResponse(seen)
  return answer
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

async function exchange(url: URL, bytes: Buffer): Promise<string> {
  const socket = connect(Number(url.port), url.hostname)
  const chunks: Buffer[] = []
  socket.setTimeout(answerMsMax, () => socket.destroy(new Error('The service did not answer.')))
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', (error: NodeJS.ErrnoException) => {
    // The server may end the connection before it has read everything; whatever it has sent by then is the
    // response. After any other error there is none.
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') chunks.length = 0
  })
  socket.write(bytes)
  await once(socket, 'close')
  return Buffer.concat(chunks).toString('utf8')
}

function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n')
  const status = /^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]
  if (end === -1 || status === undefined)
    throw new Error(`The service gave no answer: ${JSON.stringify(text.slice(0, 200))}`)
  const headers = new Headers()
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  const body = text.slice(end + 4)
  return { status: Number(status), headers, body: body === '' ? undefined : JSON.parse(body) }
}
