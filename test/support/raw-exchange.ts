import { connect } from 'node:net'

/** A response exactly as it came over a connection. */
export interface WireResponse {
  readonly status: number
  /** In their order; a name stands there as often as it was sent. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
}

/** What a connection brought between its opening and its end. */
export interface Exchange {
  /** Final responses in their order; 100 Continue is counted in `interim`. */
  readonly responses: readonly WireResponse[]
  readonly interim: number
  /** Bytes that belong to no whole response; '' unless a response was cut or is malformed. */
  readonly leftOver: string
  readonly end: 'closed' | 'reset' | 'timeout'
}

export interface ExchangeOptions {
  readonly port: number
  /**
   * The methods of the requests in `bytes`: a response to HEAD has no body. Their number is that of expected
   * responses.
   */
  readonly methods: readonly string[]
  /**
   * Ends the client's side once everything is written, as a client does that will never send the rest.
   * @default false
   */
  readonly halfCloses?: boolean
  /** Leaves it to the server to close, as a client does that has more to ask. @default false */
  readonly waitsForClose?: boolean
  /** Writes so many bytes, and the next ones once the system has taken these. @default all */
  readonly bytesAtOnce?: number
  /** @default 9000: less than the ten seconds after which a service ends a request by itself */
  readonly timeoutMs?: number
}

/**
 * Sends bytes on a connection of their own. Once the expected responses have arrived, the client ends its
 * side and reads on until the server has closed, so that a response too many is seen.
 */
export function exchange(bytes: Buffer, options: ExchangeOptions): Promise<Exchange> {
  const { port, methods, halfCloses = false, waitsForClose = false, timeoutMs = 9_000 } = options
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    let end: Exchange['end'] = 'closed'
    const timer = setTimeout(() => {
      // A busy process may have the response in its socket by now: it is read before the verdict.
      setImmediate(() =>
        setImmediate(() => {
          if (socket.destroyed) return
          end = 'timeout'
          socket.destroy()
        }),
      )
    }, timeoutMs)
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      if (waitsForClose) return
      if (parseResponses(Buffer.concat(chunks), methods, false).responses.length >= methods.length)
        socket.end()
    })
    socket.on('end', () => socket.end())
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET') end = 'reset'
    })
    socket.on('close', () => {
      clearTimeout(timer)
      resolve({ ...parseResponses(Buffer.concat(chunks), methods, true), end })
    })
    socket.setNoDelay(true)
    const { bytesAtOnce = bytes.length } = options
    const writeFrom = (start: number): void => {
      if (start < bytes.length)
        socket.write(bytes.subarray(start, start + bytesAtOnce), () =>
          setImmediate(writeFrom, start + bytesAtOnce),
        )
      else if (halfCloses) socket.end()
    }
    writeFrom(0)
  })
}

const endOfHead = Buffer.from('\r\n\r\n')
const statusLine = /^HTTP\/1\.1 (\d{3}) [ -~]*$/
const headerLine = /^([!#$%&'*+.^_`|~\w-]+): ?([\t -~\x80-\xff]*)$/

/** Reads responses strictly: what a lenient client would overlook is left over. */
export function parseResponses(
  bytes: Buffer,
  methods: readonly string[],
  isClosed: boolean,
): Pick<Exchange, 'responses' | 'interim' | 'leftOver'> {
  const responses: WireResponse[] = []
  let interim = 0
  let at = 0
  while (at < bytes.length) {
    const headEnd = bytes.indexOf(endOfHead, at)
    if (headEnd === -1) break
    const head = readHead(bytes.toString('latin1', at, headEnd))
    if (head === undefined) break
    const bodyAt = headEnd + endOfHead.length
    if (head.status < 200) {
      interim += 1
      at = bodyAt
      continue
    }
    const isBare = methods[responses.length] === 'HEAD' || head.status === 204 || head.status === 304
    const body = isBare ? { bytes: Buffer.alloc(0), end: bodyAt } : readBody(bytes, bodyAt, head, isClosed)
    if (body === undefined) break
    responses.push({ ...head, body: body.bytes })
    at = body.end
  }
  return { responses, interim, leftOver: bytes.toString('latin1', at) }
}

function readHead(text: string): Omit<WireResponse, 'body'> | undefined {
  const [first = '', ...lines] = text.split('\r\n')
  const status = statusLine.exec(first)?.[1]
  const headers = lines.map((line) => headerLine.exec(line)?.slice(1, 3) as [string, string] | undefined)
  if (status === undefined || headers.includes(undefined)) return undefined
  return { status: Number(status), headers: headers.filter((header) => header !== undefined) }
}

function readBody(
  bytes: Buffer,
  start: number,
  head: Omit<WireResponse, 'body'>,
  isClosed: boolean,
): { bytes: Buffer; end: number } | undefined {
  if (/chunked/i.test(headerOf(head, 'transfer-encoding') ?? '')) return readChunks(bytes, start)
  const length = headerOf(head, 'content-length')
  if (length === undefined) return isClosed ? { bytes: bytes.subarray(start), end: bytes.length } : undefined
  const end = start + Number(length)
  return end <= bytes.length ? { bytes: bytes.subarray(start, end), end } : undefined
}

function readChunks(bytes: Buffer, start: number): { bytes: Buffer; end: number } | undefined {
  const chunks: Buffer[] = []
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd === -1) return undefined
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const end = lineEnd + 2 + size + 2
    if (!(end <= bytes.length)) return undefined
    if (size === 0) return { bytes: Buffer.concat(chunks), end }
    chunks.push(bytes.subarray(lineEnd + 2, end - 2))
    at = end
  }
}

/** The first value of a header; names are compared in any case. */
export function headerOf({ headers }: Pick<WireResponse, 'headers'>, name: string): string | undefined {
  return headers.find(([sent]) => sent.toLowerCase() === name)?.[1]
}
