import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenLocally } from '../../support/listen-locally.ts'
import { holdMsOf } from '../support/hold-time.ts'
import { readBody, send, sendFile, untilTime } from './responses.ts'

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
  /** Responds with the jobs whose ids are in the query instead, by `listBody`. */
  readonly listParameter?: string
  listBody?(jobs: readonly Job[]): object
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
  /** When its connection was closed without a response, by `performance.now()`. */
  readonly abandonedAtMs?: number
}

/**
 * What happens to a request instead of its response: `cut` closes its connection once it has been read, `none`
 * leaves it open. Text is a page of HTML.
 */
export type Fault =
  | 'cut'
  | 'none'
  | {
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly text?: string
    }

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
  /** Starts a job without a request, and returns its id. */
  start(prompt: string): string
  /** The most connections that were open at one time. */
  connectionsMax(): number
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
    const { pathname: path, searchParams } = new URL(request.url ?? '/', url)
    const route = wire.routes.find((one) => one.method === method && one.path.test(path))
    if (route === undefined) throw new Error(`The stand-in has no response to ${method} ${path}.`)
    const { kind } = route
    const jobId = route.path.exec(path)?.[1]
    const index = requests.filter((one) => one.kind === kind).length
    const seen: SeenRequest = { kind, atMs: performance.now(), headers, body, index, jobId }
    requests.push(seen)
    const failure = fault(seen)
    if (failure === 'cut') return void request.socket.destroy()
    if (failure === 'none')
      return void response.once('close', () => Object.assign(seen, { abandonedAtMs: performance.now() }))
    if (failure !== undefined) return send(response, failure.status, wire.errorBody(failure.status), failure)
    if (route.listParameter !== undefined) {
      const ids = searchParams.getAll(route.listParameter)
      return sendList(route, { request, response, listed: ids.flatMap((id) => jobs.get(id) ?? []) })
    }
    const job = kind === 'submit' ? startJob(body) : jobs.get(jobId ?? '')
    const waitSeconds = waitSecondsOf(headers)
    const isHeld = kind === 'poll' && wire.holdsPolls === true && waitSeconds > 0
    if (isHeld && job) await untilTime(Math.min(Date.now() + waitSeconds * 1000, job.endsAtMs))
    const shown = job ? show(job) : show({ id: '', body, startedAtMs: 0, endsAtMs: 0 })
    const applied = { headers: isHeld ? preferenceApplied(waitSeconds) : {} }
    if (route.fileBytes !== undefined) return sendFile(response, route.fileBytes)
    send(response, route.status?.(shown) ?? 200, route.body(shown), applied)
  }

  /** As the service does: held until one of them is not as `If-None-Match` says. */
  async function sendList(
    route: Route,
    { request: { headers }, response, listed }: ListRequest,
  ): Promise<void> {
    const waitSeconds = waitSecondsOf(headers)
    const tag = () => `"${listed.map((job) => show(job).state).join()}"`
    const untilMs = Date.now() + waitSeconds * 1000
    while (tag() === headers['if-none-match'] && Date.now() < untilMs) {
      const ends = listed.map(({ endsAtMs }) => endsAtMs).filter((endMs) => endMs > Date.now())
      await untilTime(Math.min(untilMs, ...ends))
    }
    const sent = { ETag: tag(), ...preferenceApplied(waitSeconds) }
    if (tag() === headers['if-none-match']) return void response.writeHead(304, sent).end()
    send(response, 200, route.listBody?.(listed.map(show)) ?? {}, { headers: sent })
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      // A benchmark of a wire that is not stood in for measures nothing.
      process.stderr.write(`${String(error)}\n`)
      process.exitCode = 1
      send(response, 404, { message: String(error) })
    })
  })
  let connectionsMax = 0
  let connections = 0
  server.on('connection', (socket) => {
    connections += 1
    connectionsMax = Math.max(connectionsMax, connections)
    socket.once('close', () => {
      connections -= 1
    })
  })
  const { url, close } = await listenLocally(server)
  return {
    url,
    requests,
    of: (kind) => requests.filter((one) => one.kind === kind),
    start: (prompt) => startJob(prompt).id,
    connectionsMax: () => connectionsMax,
    job(prompt) {
      const [found, ...others] = [...jobs.values()].filter(({ body }) => body.includes(prompt))
      if (found === undefined || others.length > 0) throw new Error(`not one job of ${prompt}`)
      return found
    },
    [Symbol.asyncDispose]: close,
  }
}

interface ListRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly listed: readonly StoredJob[]
}

function waitSecondsOf({ prefer }: IncomingHttpHeaders): number {
  return Number(/^wait=(\d+)$/.exec(String(prefer))?.[1] ?? 0)
}

function preferenceApplied(waitSeconds: number) {
  return waitSeconds > 0 ? { 'Preference-Applied': `wait=${waitSeconds}` } : {}
}
