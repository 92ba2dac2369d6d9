import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { listenLocally } from '../../support/listen-locally.ts'
import { holdMsOf } from '../support/hold-time.ts'

export type JobState = 'running' | 'succeeded' | 'failed' | 'cancelled'

/** A job as a response shows it. */
export interface Job {
  readonly id: string
  readonly state: JobState
  readonly startedAtMs: number
  readonly endsAtMs: number
  /** Where the stand-in is. */
  readonly url: string
}

/** What a request is for; `other` is whatever else an SDK needs on the way. */
export type RequestKind = 'submit' | 'poll' | 'result' | 'cancel' | 'upload' | 'other'

/** One kind of request of a service. The first group of the path is the id of a job. */
export interface Route {
  readonly kind: RequestKind
  readonly method: string
  readonly path: RegExp
  /** @default 200 */
  status?(job: Job): number
  body(job: Job): object
  /** Responds with a file of so many bytes instead. */
  readonly fileBytes?: number
}

/** The part of a service's API that an SDK meets here. */
export interface Wire {
  readonly routes: readonly Route[]
  /** Holds polls as `Prefer: wait` asks. */
  readonly holdsPolls?: boolean
  errorBody(status: number): object
}

export interface SeenRequest {
  readonly kind: RequestKind
  /** By `performance.now()`. */
  readonly atMs: number
  readonly headers: IncomingHttpHeaders
  /** In Latin 1, so that no byte is lost; empty where the stand-in keeps none. */
  readonly body: string
  /** How many of its kind came before. */
  readonly index: number
  /** Absent where the request names no job. */
  readonly jobId?: string | undefined
}

/** What happens to a request instead of its response: `cut` closes its connection once it has been read. */
export type Fault = 'cut' | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }

export interface StandInOptions {
  /** What jobs come to. @default succeeded */
  readonly end?: Exclude<JobState, 'running'>
  /** Whether bodies are read and forgotten, which large files are for. @default false */
  readonly forgetsBodies?: boolean
  fault?(request: SeenRequest): Fault | undefined
}

/** A service on a port of its own, whose jobs take as long as their prompts say. */
export interface StandIn extends AsyncDisposable {
  readonly url: string
  readonly requests: readonly SeenRequest[]
  of(kind: RequestKind): readonly SeenRequest[]
  /** The job with this in its prompt. Throws where there is none, or more than one. */
  job(prompt: string): { readonly id: string; readonly endsAtMs: number }
}

interface StoredJob {
  readonly id: string
  readonly body: string
  readonly startedAtMs: number
  readonly endsAtMs: number
}

export async function startStandIn(wire: Wire, options: StandInOptions = {}): Promise<StandIn> {
  const { end = 'succeeded', forgetsBodies = false, fault = () => undefined } = options
  const requests: SeenRequest[] = []
  const jobs = new Map<string, StoredJob>()

  function startJob(body: string): StoredJob {
    const startedAtMs = Date.now()
    const id = `0job${String(jobs.size).padStart(20, '0')}`
    const job = { id, body, startedAtMs, endsAtMs: startedAtMs + holdMsOf(body) }
    jobs.set(id, job)
    return job
  }

  const show = ({ id, startedAtMs, endsAtMs }: StoredJob): Job => ({
    ...{ id, startedAtMs, endsAtMs, url },
    state: Date.now() < endsAtMs ? 'running' : end,
  })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request, forgetsBodies)
    const { method = '', headers } = request
    const path = new URL(request.url ?? '/', url).pathname
    const route = wire.routes.find((one) => one.method === method && one.path.test(path))
    if (route === undefined) throw new Error(`The stand-in has no response to ${method} ${path}.`)
    const { kind } = route
    const jobId = route.path.exec(path)?.[1]
    const index = requests.filter((one) => one.kind === kind).length
    const seen = { kind, atMs: performance.now(), headers, body, index, jobId }
    requests.push(seen)
    const failure = fault(seen)
    if (failure === 'cut') return void request.socket.destroy()
    if (failure !== undefined) return send(response, failure.status, wire.errorBody(failure.status), failure)
    const job = kind === 'submit' ? startJob(body) : jobs.get(jobId ?? '')
    const waitSeconds = Number(/^wait=(\d+)$/.exec(String(headers.prefer))?.[1] ?? 0)
    const isHeld = kind === 'poll' && wire.holdsPolls === true && waitSeconds > 0
    if (isHeld && job) await untilTime(Math.min(Date.now() + waitSeconds * 1000, job.endsAtMs))
    const shown = job ? show(job) : show({ id: '', body, startedAtMs: 0, endsAtMs: 0 })
    const applied = isHeld ? { headers: { 'Preference-Applied': `wait=${waitSeconds}` } } : {}
    if (route.fileBytes !== undefined) return sendFile(response, route.fileBytes)
    send(response, route.status?.(shown) ?? 200, route.body(shown), applied)
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      // A benchmark of a wire that is not stood in for measures nothing.
      process.stderr.write(`${String(error)}\n`)
      process.exitCode = 1
      send(response, 404, { message: String(error) })
    })
  })
  const { url, close } = await listenLocally(server)
  return {
    url,
    requests,
    of: (kind) => requests.filter((one) => one.kind === kind),
    job(prompt) {
      const [found, ...others] = [...jobs.values()].filter(({ body }) => body.includes(prompt))
      if (found === undefined || others.length > 0) throw new Error(`not one job of ${prompt}`)
      return found
    },
    [Symbol.asyncDispose]: close,
  }
}

/** A timer may fire a millisecond before its time. */
async function untilTime(atMs: number): Promise<void> {
  while (Date.now() < atMs) await pause(atMs - Date.now())
}

async function readBody(request: IncomingMessage, isForgotten: boolean): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (!isForgotten) chunks.push(chunk)
  return Buffer.concat(chunks).toString('latin1')
}

const filePart = Buffer.alloc(64 * 1024)

/** A file of zeros, at the pace of its reader. */
async function sendFile(response: ServerResponse, bytes: number): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': bytes })
  async function* parts() {
    for (let left = bytes; left > 0; left -= filePart.length) yield filePart.subarray(0, left)
  }
  await pipeline(parts, response)
}

function send(
  response: ServerResponse,
  status: number,
  body: object,
  { headers = {} }: { headers?: Readonly<Record<string, string>> } = {},
): void {
  const bytes = Buffer.from(JSON.stringify(body))
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': bytes.byteLength,
    ...headers,
  })
  response.end(bytes)
}
