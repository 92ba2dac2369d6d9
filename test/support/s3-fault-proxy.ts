import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type InterruptibleServer, listenInterruptibly } from './listen-locally.ts'

/** What happens to a request on its way to the store. */
export type Fault =
  /** Returned instead of the store's response, which does not receive it. */
  | { readonly kind: 'error'; readonly status: number; readonly code: string }
  /** Accepted, and never gets a response. */
  | { readonly kind: 'silence' }
  /**
   * Reaches the store; of its response only the head and half of the body come back, and then nothing or the
   * end.
   */
  | { readonly kind: 'half a response'; readonly afterwards: 'silence' | 'end' }
  /** Reaches the store; its response is lost with the connection. */
  | { readonly kind: 'lost response' }

/** Overload, after which the SDK makes longer pauses than after any other fault. */
export const slowDown: Fault = { kind: 'error', status: 503, code: 'SlowDown' }
export const unavailable: Fault = { kind: 'error', status: 503, code: 'ServiceUnavailable' }
export const silence: Fault = { kind: 'silence' }

/** A proxy of a store that passes everything on, unless it is asked to inject faults. */
export interface FaultProxy extends Pick<InterruptibleServer, 'refuse' | 'close'> {
  readonly endpoint: string
  /** `METHOD /path?query` of every request that was taken, in order. */
  readonly requests: readonly string[]
  /**
   * Injects a fault into matching requests, by `METHOD /path?query`; only into that many if a number is
   * given.
   */
  disturb(fault: Fault, which?: { readonly fits?: RegExp; readonly times?: number }): void
  /** Restores normal operation: no faults, and connections are accepted. */
  recover(): Promise<void>
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
      case 'error':
        sendError(request, response, disturbance.fault)
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
    forwarded.on('response', (passed) => passBack(passed, response, fault))
    request.pipe(forwarded)
  }

  const { url, refuse, restore, close } = await listenInterruptibly(() => createServer(handle))
  return {
    ...{ endpoint: url, requests, refuse, close },
    disturb(fault, { fits = /./, times = Number.POSITIVE_INFINITY } = {}) {
      disturbances.push({ fault, fits, left: times })
    },
    async recover() {
      disturbances = []
      await restore()
    },
  }
}

function sendError(
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

function passBack(passed: IncomingMessage, response: ServerResponse, fault: Fault | undefined): void {
  if (fault?.kind === 'lost response') {
    response.destroy()
    return
  }
  response.writeHead(passed.statusCode ?? 502, passed.headers)
  if (fault?.kind !== 'half a response') {
    passed.pipe(response)
    return
  }
  void buffer(passed).then((body) => {
    response.write(body.subarray(0, Math.ceil(body.length / 2)), () => {
      if (fault.afterwards === 'end') response.destroy()
    })
  })
}
