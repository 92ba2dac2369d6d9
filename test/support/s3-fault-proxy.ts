import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { buffer } from 'node:stream/consumers'

/** What happens to a request on its way to the store. */
export type Fault =
  /** Answered instead of the store, which does not receive it. */
  | { readonly kind: 'answer'; readonly status: number; readonly code: string }
  /** Accepted and never answered. */
  | { readonly kind: 'silence' }
  /**
   * Reaches the store; of its response only the head and half of the body come back, and then nothing or the
   * end.
   */
  | { readonly kind: 'half an answer'; readonly afterwards: 'silence' | 'end' }
  /** Reaches the store; its response is lost with the connection. */
  | { readonly kind: 'lost answer' }

/** Overload, after which the SDK makes longer pauses than after any other fault. */
export const slowDown: Fault = { kind: 'answer', status: 503, code: 'SlowDown' }
export const unavailable: Fault = { kind: 'answer', status: 503, code: 'ServiceUnavailable' }
export const silence: Fault = { kind: 'silence' }

/** A proxy of a store that passes everything on, unless it is told to inject faults. */
export interface FaultProxy {
  readonly endpoint: string
  /** `METHOD /path?query` of every request that was taken, in order. */
  readonly requests: readonly string[]
  /**
   * Injects a fault into matching requests, by `METHOD /path?query`; only into that many if a number is
   * given.
   */
  disturb(fault: Fault, which?: { readonly fits?: RegExp; readonly times?: number }): void
  /** Accepts no more connections, and ends existing ones. */
  refuse(): Promise<void>
  /** Restores normal operation: no faults, and connections are accepted. */
  recover(): Promise<void>
  close(): Promise<void>
}

interface Disturbance {
  readonly fault: Fault
  readonly fits: RegExp
  left: number
}

/**
 * Starts a proxy for the store at `target`. Headers pass unchanged, including the host, so signatures stay
 * valid.
 */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  if (!target.startsWith('http:')) throw new Error('faults can be injected before an http endpoint only')
  const requests: string[] = []
  let disturbances: Disturbance[] = []
  let server: Server | undefined
  let port = 0

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const line = `${request.method} ${request.url}`
    requests.push(line)
    const disturbance = disturbances.find(({ fits, left }) => left > 0 && fits.test(line))
    if (disturbance !== undefined) disturbance.left -= 1
    // A client that aborts is not the proxy's fault.
    request.on('error', () => response.destroy())
    switch (disturbance?.fault.kind) {
      case 'silence':
        request.resume()
        break
      case 'answer':
        answer(request, response, disturbance.fault)
        break
      default:
        forward(request, response, disturbance?.fault)
    }
  }

  function forward(request: IncomingMessage, response: ServerResponse, fault: Fault | undefined): void {
    const forwarded = httpRequest(new URL(request.url ?? '/', target), {
      method: request.method,
      headers: request.headers,
    })
    forwarded.on('error', () => response.destroy())
    forwarded.on('response', (answered) => passBack(answered, response, fault))
    request.pipe(forwarded)
  }

  async function listen(): Promise<void> {
    const listening = createServer(handle)
    await new Promise<void>((resolve) => listening.listen(port, '127.0.0.1', resolve))
    const address = listening.address()
    if (typeof address === 'object' && address !== null) port = address.port
    server = listening
  }

  async function refuse(): Promise<void> {
    const closing = server
    server = undefined
    if (closing === undefined) return
    closing.closeAllConnections()
    await new Promise((resolve) => closing.close(resolve))
  }

  await listen()
  return {
    endpoint: `http://127.0.0.1:${port}`,
    requests,
    disturb(fault, { fits = /./, times = Number.POSITIVE_INFINITY } = {}) {
      disturbances.push({ fault, fits, left: times })
    },
    refuse,
    async recover() {
      disturbances = []
      if (server === undefined) await listen()
    },
    close: refuse,
  }
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, code }: { status: number; code: string },
): void {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>Injected.</Message></Error>`
  // The body is read to its end first, as stores do, so that the client receives the response.
  void buffer(request).then(() => {
    response.writeHead(status, { 'Content-Type': 'application/xml' })
    response.end(request.method === 'HEAD' ? undefined : body)
  })
}

function passBack(answered: IncomingMessage, response: ServerResponse, fault: Fault | undefined): void {
  if (fault?.kind === 'lost answer') {
    response.destroy()
    return
  }
  response.writeHead(answered.statusCode ?? 502, answered.headers)
  if (fault?.kind !== 'half an answer') {
    answered.pipe(response)
    return
  }
  void buffer(answered).then((body) => {
    response.write(body.subarray(0, Math.ceil(body.length / 2)), () => {
      if (fault.afterwards === 'end') response.destroy()
    })
  })
}
