import { describe } from '../shared/calls/answer-outcome.ts'
import type { EngineAnswer, EngineHttp } from '../shared/calls/engine-http.ts'
import { listBytesMax } from '../shared/calls/json-limits.ts'
import { at, listAt, textAt } from '../shared/calls/json-path.ts'

/** The server's current state of a job. */
export type JobState =
  | { readonly kind: 'queued' | 'running' | 'absent' }
  /** Node id to the output that the node reports. */
  | { readonly kind: 'succeeded'; readonly outputs: unknown }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'unanswered'; readonly message: string }

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
export function isMissing(answer: EngineAnswer): boolean {
  return answer.kind === 'answered' && (answer.status === 404 || answer.status === 405)
}

function readJob(answer: EngineAnswer): JobState {
  if (!isJsonAnswer(answer)) return unanswered(answer)
  const { body } = answer
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
      return unanswered(answer)
  }
}

/** Undefined if the queue was read and does not contain the job. */
function readQueue(answer: EngineAnswer, id: string): JobState | undefined {
  if (!isJsonAnswer(answer) || !Array.isArray(at(answer.body, 'queue_running'))) return unanswered(answer)
  const isIn = (list: string): boolean =>
    listAt(answer.body, list).some((entry) => Array.isArray(entry) && entry[1] === id)
  if (isIn('queue_running')) return { kind: 'running' }
  return isIn('queue_pending') ? { kind: 'queued' } : undefined
}

function readHistory(answer: EngineAnswer, id: string): JobState {
  if (!isJsonAnswer(answer) || typeof answer.body !== 'object') return unanswered(answer)
  const entry = at(answer.body, id)
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

type Answered = Extract<EngineAnswer, { kind: 'answered' }>

function isJsonAnswer(answer: EngineAnswer): answer is Answered {
  return answer.kind === 'answered' && answer.status === 200 && answer.isJson
}

function unanswered(answer: EngineAnswer): JobState {
  const message = answer.kind === 'answered' ? describe(answer.status, answer.body) : answer.message
  return { kind: 'unanswered', message }
}
