import type { EngineHttp, EngineResponse } from '../shared/calls/engine-http.ts'
import { listBytesMax } from '../shared/calls/json-limits.ts'
import { at, listAt, textAt } from '../shared/calls/json-path.ts'
import { describe } from '../shared/calls/response-outcome.ts'

/** The server's current state of a job. */
export type JobState =
  | { readonly kind: 'queued' | 'running' | 'absent' }
  /** Node id to the output that the node reports. */
  | { readonly kind: 'succeeded'; readonly outputs: unknown }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'unreadable'; readonly message: string }

const jobBytesMax = 16 * 1024 ** 2

const interrupted = 'The job was interrupted at the engine.'
const unexplained = 'The workflow failed without a reason.'

/**
 * The state of a job by its id: from the jobs API if the server has one, otherwise from the queue and then
 * the history. In the other order, a job that ends between the two calls would seem absent.
 */
export async function readJobState(http: EngineHttp, id: string, signal: AbortSignal): Promise<JobState> {
  const known = await http.call({ path: jobPath(id), bytesMax: jobBytesMax }, signal)
  if (!isMissing(known)) return readJob(known)
  const queue = await http.call({ path: 'queue', bytesMax: listBytesMax }, signal)
  const waiting = readQueue(queue, id)
  if (waiting !== undefined) return waiting
  const history = await http.call(
    { path: `history/${encodeURIComponent(id)}`, bytesMax: jobBytesMax },
    signal,
  )
  return readHistory(history, id)
}

/** The path of a job on servers that have a jobs API. */
export function jobPath(id: string): string {
  return `api/jobs/${encodeURIComponent(id)}`
}

/** Whether a server has no such job or no jobs API at all: one status stands for both. */
export function isMissing(response: EngineResponse): boolean {
  return response.kind === 'responded' && (response.status === 404 || response.status === 405)
}

function readJob(response: EngineResponse): JobState {
  if (!isJsonResponse(response)) return unreadable(response)
  const { body } = response
  switch (textAt(body, 'status')) {
    case 'pending':
      return { kind: 'queued' }
    case 'in_progress':
      return { kind: 'running' }
    case 'completed':
      return { kind: 'succeeded', outputs: at(body, 'outputs') }
    case 'failed':
      return { kind: 'failed', message: textAt(body, 'execution_error.exception_message') ?? unexplained }
    case 'cancelled':
      return { kind: 'failed', message: interrupted }
    default:
      return unreadable(response)
  }
}

/** Undefined if the queue was read and does not contain the job. */
function readQueue(response: EngineResponse, id: string): JobState | undefined {
  if (!isJsonResponse(response) || !Array.isArray(at(response.body, 'queue_running')))
    return unreadable(response)
  const isIn = (list: string): boolean =>
    listAt(response.body, list).some((entry) => Array.isArray(entry) && entry[1] === id)
  if (isIn('queue_running')) return { kind: 'running' }
  return isIn('queue_pending') ? { kind: 'queued' } : undefined
}

function readHistory(response: EngineResponse, id: string): JobState {
  if (!isJsonResponse(response) || typeof response.body !== 'object') return unreadable(response)
  const entry = at(response.body, id)
  if (entry === undefined) return { kind: 'absent' }
  if (at(entry, 'status.status_str') !== 'error') return { kind: 'succeeded', outputs: at(entry, 'outputs') }
  const event = (name: string): unknown =>
    listAt(entry, 'status.messages').find((message) => Array.isArray(message) && message[0] === name)
  if (event('execution_interrupted') !== undefined) return { kind: 'failed', message: interrupted }
  return {
    kind: 'failed',
    message: textAt(event('execution_error'), '1.exception_message') ?? unexplained,
  }
}

type Responded = Extract<EngineResponse, { kind: 'responded' }>

function isJsonResponse(response: EngineResponse): response is Responded {
  return response.kind === 'responded' && response.status === 200 && response.isJson
}

function unreadable(response: EngineResponse): JobState {
  const message = response.kind === 'responded' ? describe(response.status, response.body) : response.message
  return { kind: 'unreadable', message }
}
