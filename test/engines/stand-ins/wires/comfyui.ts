import {
  type Fields,
  fieldsOf,
  numberOf,
  textOf,
  type Wire,
  type WireResponse,
  type WireRoute,
} from '../wire.ts'
import type { Job } from '../works.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const states = {
  queued: 'pending',
  running: 'in_progress',
  done: 'completed',
  cancelled: 'cancelled',
} as const

/**
 * What servers of every age have. A second submission under one id runs again, as it does in the real one.
 */
const commonRoutes: readonly WireRoute[] = [
  {
    method: 'GET',
    path: /^\/(api\/)?system_stats$/,
    respond: () => ({ json: { system: { comfyui_version: '0.3.64' }, devices: [] } }),
  },
  {
    method: 'GET',
    path: /^\/(api\/)?object_info(\/[^/]+)?$/,
    respond: () => ({ json: {} }),
  },
  {
    method: 'POST',
    path: /^\/(api\/)?upload\/image$/,
    async respond(call) {
      const form = await call.form()
      const image = form.get('image')
      if (image === null || typeof image === 'string') return { status: 400 }
      const subfolder = textOf(form.get('subfolder'))
      return { json: { name: image.name, subfolder, type: 'input' } }
    },
  },
  {
    method: 'POST',
    path: /^\/(api\/)?prompt$/,
    on: 'start',
    respond({ json }, works) {
      const id = textOf(json.prompt_id)
      if (!uuid.test(id)) return rejection('invalid_prompt_id', 'prompt_id must be a canonical UUID')
      const nodes = nodesOf(json.prompt)
      if (nodes.length === 0) return rejection('prompt_no_outputs', 'Prompt has no outputs')
      const job = works.take({ ...orderIn(nodes, textOf(JSON.stringify(json.prompt))), callerId: id }, id)
      return { json: { prompt_id: job.id, number: works.submissions.length, node_errors: {} } }
    },
  },
  {
    method: 'GET',
    path: /^\/(api\/)?queue$/,
    respond(_, works) {
      // Older servers are asked for the queue until the job has left it.
      for (const id of works.jobs.keys()) works.look(id)
      const entries = (state: Job['state']): unknown[] =>
        [...works.jobs.values()].filter((job) => job.state === state).map((job) => [1, job.id, {}, {}, []])
      return { json: { queue_running: entries('running'), queue_pending: entries('queued') } }
    },
  },
  {
    method: 'GET',
    path: /^\/(api\/)?history\/(?<id>[^/]+)$/,
    on: 'look',
    respond({ groups: { id = '' } }, works) {
      const job = works.look(id)
      if (job?.state !== 'done') return { json: {} }
      const status = { status_str: 'success', completed: true, messages: [] }
      return { json: { [id]: { prompt: [], outputs: outputsOf(job), status } } }
    },
  },
  {
    method: 'GET',
    path: /^\/(api\/)?view$/,
    on: 'result',
    async respond({ url }, works) {
      const id = (url.searchParams.get('filename') ?? '').replace(/_00001_\.\w+$/, '')
      const job = works.find(id)
      return job === undefined ? { status: 404 } : works.medium(job)
    },
  },
  {
    method: 'POST',
    path: /^\/(api\/)?queue$/,
    respond({ json }, works) {
      for (const id of Array.isArray(json.delete) ? json.delete : []) works.cancel(textOf(id))
      return {}
    },
  },
  { method: 'POST', path: /^\/(api\/)?interrupt$/, respond: () => ({}) },
]

const jobsRoutes: readonly WireRoute[] = [
  {
    method: 'GET',
    path: /^\/api\/jobs\/(?<id>[^/]+)$/,
    on: 'look',
    respond({ groups: { id = '' } }, works) {
      const job = works.look(id)
      if (job === undefined) return { status: 404, json: { error: 'Job not found' } }
      const outputs = job.state === 'done' ? outputsOf(job) : {}
      return { json: { id, status: states[job.state], create_time: job.createdAtMs, outputs } }
    },
  },
  {
    method: 'POST',
    path: /^\/api\/jobs\/(?<id>[^/]+)\/cancel$/,
    respond({ groups: { id = '' } }, works) {
      if (works.find(id) === undefined) return { status: 404, json: { error: 'Job not found' } }
      return { json: { cancelled: works.cancel(id) } }
    },
  },
]

/** ComfyUI of 2026, with its API for jobs. */
export const comfyui: Wire = { routes: [...jobsRoutes, ...commonRoutes] }

/** ComfyUI before it: queue and history are all there is. */
export const comfyuiBeforeJobs: Wire = { routes: commonRoutes }

interface GraphNode {
  readonly type: string
  readonly inputs: Fields
}

function nodesOf(graph: unknown): GraphNode[] {
  return Object.values(fieldsOf(graph)).map((node) => {
    const { class_type: type, inputs } = fieldsOf(node)
    return { type: textOf(type), inputs: fieldsOf(inputs) }
  })
}

/** The size of the canvas and the length of the video, wherever the graph has them as numbers. */
function orderIn(nodes: readonly GraphNode[], prompt: string) {
  const first = (names: readonly string[], fallback: number): number =>
    nodes
      .flatMap(({ inputs }) => names.map((name) => numberOf(inputs[name], Number.NaN)))
      .find((value) => !Number.isNaN(value)) ?? fallback
  const isVideo = nodes.some(({ type }) => /^(Save(Video|WEBM|Animated)|VHS_)/.test(type))
  return {
    prompt,
    seed: first(['seed', 'noise_seed'], 0),
    widthPx: first(['width'], 512),
    heightPx: first(['height'], 512),
    ...(isVideo && {
      video: {
        frames: first(['length', 'frames', 'video_frames'], 33),
        framesPerSecond: first(['fps', 'frame_rate'], 16),
        container: 'mp4',
      } as const,
    }),
  }
}

/** The native nodes put videos under `images`, too. */
function outputsOf({ id, order }: Job): unknown {
  const filename = `${id}_00001_.${order.video?.container ?? 'png'}`
  const saved = { images: [{ filename, subfolder: '', type: 'output' }] }
  return { result: order.video === undefined ? saved : { ...saved, animated: [true] } }
}

function rejection(type: string, message: string): WireResponse {
  const error = { type, message, details: message, extra_info: {} }
  return { status: 400, json: { error, node_errors: {} } }
}
