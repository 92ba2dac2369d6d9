import {
  type Counterpart,
  type CounterpartRequest,
  type CounterpartResponse,
  startCounterpart,
} from './counterpart.ts'

/** The position of a job in the stand-in, and how it ended. */
export type ComfyuiJob =
  | { state: 'pending' | 'running' }
  | { state: 'success'; outputs: object }
  | { state: 'error'; message: string }
  | { state: 'interrupted' }

export interface ComfyuiServer extends Counterpart {
  /** Every job that it knows, by id; a restart empties it. */
  readonly jobs: Map<string, ComfyuiJob>
}

export interface ComfyuiServerOptions {
  /** 'new' has a jobs API; 'old' has only the queue and the history. */
  readonly age: 'old' | 'new'
  /** Its response, if any, replaces that of the stand-in. */
  readonly instead?: (request: CounterpartRequest, server: ComfyuiServer) => CounterpartResponse | undefined
}

const png = Buffer.from('pixels of a picture')

/** A stand-in for ComfyUI that keeps its jobs as the real server does: in a queue, then in a history. */
export async function startComfyui({ age, instead }: ComfyuiServerOptions): Promise<ComfyuiServer> {
  const jobs = new Map<string, ComfyuiJob>()
  const counterpart = await startCounterpart(
    (request) => instead?.(request, server) ?? responseOf(request, jobs, age),
  )
  const server = { ...counterpart, jobs }
  return server
}

function responseOf(
  request: CounterpartRequest,
  jobs: Map<string, ComfyuiJob>,
  age: 'old' | 'new',
): CounterpartResponse {
  const { pathname } = new URL(request.path, 'http://comfyui')
  const missing = { status: 404, text: '404: Not Found' }
  if (pathname.startsWith('/api/jobs/'))
    return age === 'new' ? responseOfJobs(request, pathname, jobs) : missing
  switch (`${request.method} ${pathname}`) {
    case 'POST /prompt': {
      const { prompt_id: id } = textFields(request)
      jobs.set(String(id), { state: 'pending' })
      return { json: { prompt_id: id, number: 1, node_errors: {} } }
    }
    case 'POST /upload/image':
      return { json: { name: 'in (1).png', subfolder: 'mediagen', type: 'input' } }
    case 'GET /queue':
      return { json: { queue_running: entries(jobs, 'running'), queue_pending: entries(jobs, 'pending') } }
    case 'POST /queue':
      for (const [id, { state }] of jobs) if (state === 'pending' && names(request, id)) jobs.delete(id)
      return { status: 200 }
    case 'POST /interrupt':
      for (const [id, { state }] of jobs)
        if (state === 'running' && names(request, id)) jobs.set(id, { state: 'interrupted' })
      return { status: 200 }
    case 'GET /view':
      return { bytes: png, headers: { 'Content-Type': 'image/png' } }
    case 'GET /system_stats':
      return { json: { system: { comfyui_version: '0.3.64' }, devices: [{ name: 'cuda:0 L40S' }] } }
    case 'GET /models/checkpoints':
      return { json: ['sdxl.safetensors'] }
    default:
      return pathname.startsWith('/history/') ? { json: historyOf(pathname.slice(9), jobs) } : missing
  }
}

function responseOfJobs(
  { method }: CounterpartRequest,
  pathname: string,
  jobs: Map<string, ComfyuiJob>,
): CounterpartResponse {
  const id = pathname.split('/')[3] ?? ''
  const job = jobs.get(id)
  if (method === 'POST') {
    const stops = job?.state === 'pending' || job?.state === 'running'
    if (stops) jobs.set(id, { state: 'interrupted' })
    return { json: { cancelled: stops } }
  }
  if (job === undefined) return { status: 404, json: { error: 'Job not found' } }
  switch (job.state) {
    case 'success':
      return { json: { id, status: 'completed', outputs: job.outputs } }
    case 'error':
      return { json: { id, status: 'failed', execution_error: { exception_message: job.message } } }
    case 'interrupted':
      return { json: { id, status: 'cancelled' } }
    default:
      return { json: { id, status: job.state === 'running' ? 'in_progress' : 'pending' } }
  }
}

function entries(jobs: Map<string, ComfyuiJob>, state: string): unknown[] {
  return [...jobs].filter(([, job]) => job.state === state).map(([id], place) => [place, id, {}, {}, []])
}

function historyOf(id: string, jobs: Map<string, ComfyuiJob>): object {
  const job = jobs.get(id)
  switch (job?.state) {
    case 'success':
      return {
        [id]: { outputs: job.outputs, status: { status_str: 'success', completed: true, messages: [] } },
      }
    case 'error':
    case 'interrupted': {
      const event =
        job.state === 'error'
          ? ['execution_error', { exception_type: 'RuntimeError', exception_message: job.message }]
          : ['execution_interrupted', { node_id: 'sampler' }]
      const messages = [['execution_start', {}], event]
      return { [id]: { outputs: {}, status: { status_str: 'error', completed: false, messages } } }
    }
    default:
      return {}
  }
}

/** Whether the request's body names the job. */
function names(request: CounterpartRequest, id: string): boolean {
  return request.body.includes(id)
}

function textFields(request: CounterpartRequest): Record<string, unknown> {
  const json = request.json()
  return typeof json === 'object' && json !== null ? { ...json } : {}
}
