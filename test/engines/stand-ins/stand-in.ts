import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listenLocally } from '../../support/listen-locally.ts'
import { type Control, createFaults, type Faults, type Misdeed } from './faults.ts'
import { fieldsOf, type Wire, type WireCall, type WireResponse, type WireRoute } from './wire.ts'
import { type WireName, wires } from './wires.ts'
import { createWorks, type Submission, type Works } from './works.ts'

/** A fake engine on the loopback. */
export interface StandIn {
  readonly url: string
  readonly works: Works
  tell(control: Control): void
  /** The submissions with this text in their prompt. */
  submissionsOf(text: string): readonly Submission[]
  close(): Promise<void>
}

interface Parts {
  readonly wire: Wire
  readonly works: Works
  readonly faults: Faults
}

/**
 * Starts an engine with one API. In addition there are `POST /control`, which takes a Control, and `GET
 * /submissions`, which lists what was taken; neither ever fails.
 */
export async function startStandIn(name: WireName, port = 0): Promise<StandIn> {
  const faults = createFaults()
  const works = createWorks(faults)
  const parts: Parts = { wire: wires[name], works, faults }
  const tell = (control: Control): void => {
    faults.tell(control)
    if (control.looks !== undefined) works.setLooks(control.looks)
  }
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    void buffer(request)
      .then((body) => serve(parts, tell, { request, response, body }))
      .catch((error: unknown) => {
        if (!response.headersSent) response.writeHead(500)
        response.end(String(error))
      })
  })
  const { url, close } = await listenLocally(server, port)
  return {
    url,
    works,
    tell,
    submissionsOf: (text) => works.submissions.filter(({ prompt }) => prompt.includes(text)),
    close,
  }
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly body: Buffer
}

async function serve(parts: Parts, tell: (control: Control) => void, exchange: Exchange): Promise<void> {
  const { request, response, body } = exchange
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
  if (url.pathname === '/control') {
    tell(JSON.parse(body.toString()))
    return send(response, { json: {} })
  }
  if (url.pathname === '/submissions') return send(response, { json: parts.works.submissions })
  const found = findRoute(parts.wire, request.method ?? 'GET', url.pathname)
  if (found === undefined) return send(response, { status: 404, json: { detail: 'Not Found' } })
  const call = callOf(exchange, url, found.groups)
  const rejected = parts.wire.reject?.(call)
  if (rejected !== undefined) return send(response, rejected)
  await respondWithFaults(parts, found.route, call, response)
}

function findRoute(
  wire: Wire,
  method: string,
  path: string,
): { route: WireRoute; groups: Record<string, string> } | undefined {
  for (const route of wire.routes) {
    const match = route.method === method ? route.path.exec(path) : null
    if (match !== null) return { route, groups: { ...match.groups } }
  }
  return undefined
}

function callOf({ request, body }: Exchange, url: URL, groups: Record<string, string>): WireCall {
  const type = request.headers['content-type'] ?? ''
  return {
    url,
    headers: request.headers,
    groups,
    json: type.startsWith('application/json') ? fieldsOf(JSON.parse(body.toString())) : {},
    form: () => new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData(),
    address: (path) => `${url.origin}${path}`,
  }
}

async function respondWithFaults(
  { works, faults }: Parts,
  route: WireRoute,
  call: WireCall,
  response: ServerResponse,
): Promise<void> {
  // Results are broken when they are created, because many APIs return them within another response.
  const misdeed = route.on === undefined || route.on === 'result' ? undefined : faults.next(route.on)
  if (misdeed?.do === 'resetBefore') return reset(response)
  if (misdeed?.do === 'status' && misdeed.isTaken !== true) return sendStatus(response, misdeed)
  if (misdeed?.do === 'lose') works.loseAll()
  const content = await route.respond(call, works)
  if (misdeed?.do === 'slow') await new Promise((resolve) => setTimeout(resolve, misdeed.ms))
  if (misdeed?.do === 'resetAfter') return reset(response)
  if (misdeed?.do === 'status') return sendStatus(response, misdeed)
  send(response, content)
}

function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy()
}

function sendStatus(
  response: ServerResponse,
  { status, retryAfterSeconds }: Extract<Misdeed, { do: 'status' }>,
): void {
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', retryAfterSeconds)
  send(response, { status, json: { error: { message: `This engine is set to respond with ${status}.` } } })
}

function send(response: ServerResponse, { status = 200, json, bytes, contentType }: WireResponse): void {
  const body = bytes ?? (json === undefined ? '' : JSON.stringify(json))
  const type = contentType ?? (json === undefined ? undefined : 'application/json')
  response.writeHead(status, {
    ...(type !== undefined && { 'Content-Type': type }),
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}
