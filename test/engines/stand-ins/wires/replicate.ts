import {
  type Fields,
  fieldsOf,
  numberOf,
  seedIn,
  sizeOfShape,
  textOf,
  type Wire,
  type WireResponse,
} from '../wire.ts'
import type { Job, Works } from '../works.ts'

const states = {
  queued: 'starting',
  running: 'processing',
  done: 'succeeded',
  cancelled: 'canceled',
} as const
const framesPerSecond = 2

/** Replicate: predictions of a model whose inputs are width, height, duration and the like. */
export const replicate: Wire = {
  reject({ headers }) {
    if (/^Bearer \S+$/.test(headers.authorization ?? '')) return undefined
    return problem(401, 'Unauthenticated', 'You did not pass an authentication token')
  },
  routes: [
    {
      method: 'GET',
      path: /^\/v1\/account$/,
      respond: () => ({ json: { type: 'organization', username: 'acme', name: 'Acme' } }),
    },
    {
      method: 'GET',
      path: /^\/v1\/models\/(?<owner>[^/]+)\/(?<name>[^/]+)$/,
      respond: ({ groups }) => ({ json: groups }),
    },
    {
      method: 'POST',
      path: /^\/v1\/files$/,
      respond: ({ address }) => ({
        status: 201,
        json: { id: 'file', urls: { get: address('/v1/files/file') } },
      }),
    },
    {
      method: 'POST',
      path: /^\/v1\/(models\/[^/]+\/[^/]+\/)?predictions$/,
      on: 'start',
      respond({ json, url, address }, works) {
        const unknown = Object.keys(json).find((key) => !allowedFields.has(key))
        if (unknown !== undefined) return problem(422, 'Input validation failed', `${unknown} is not allowed`)
        if (url.pathname === '/v1/predictions' && textOf(json.version) === '')
          return problem(422, 'Input validation failed', '- version is required')
        const order = orderIn(fieldsOf(json.input))
        if (order.prompt === '') return problem(422, 'Input validation failed', '- input.prompt is required')
        return { status: 201, json: recordOf(works.take(order), address) }
      },
    },
    {
      method: 'GET',
      path: /^\/v1\/predictions$/,
      respond({ url, address }, works) {
        const after = Date.parse(url.searchParams.get('created_after') ?? '1970-01-01T00:00:00Z')
        const newest = [...works.jobs.values()].filter((job) => job.createdAtMs >= after).reverse()
        const results = newest.slice(0, 100).map((job) => recordOf(job, address))
        return { json: { next: null, previous: null, results } }
      },
    },
    {
      method: 'GET',
      path: /^\/v1\/predictions\/(?<id>[^/]+)$/,
      on: 'look',
      respond: ({ groups, address }, works) => responseFor(works.look(groups.id ?? ''), address),
    },
    {
      method: 'POST',
      path: /^\/v1\/predictions\/(?<id>[^/]+)\/cancel$/,
      respond({ groups: { id = '' }, address }, works) {
        works.cancel(id)
        return responseFor(works.find(id), address)
      },
    },
    {
      method: 'GET',
      path: /^\/delivery\/(?<id>[^/.]+)\.\w+$/,
      on: 'result',
      respond: ({ groups }, works) => deliver(groups.id ?? '', works),
    },
  ],
}

const allowedFields = new Set(['version', 'input', 'webhook', 'webhook_events_filter', 'stream'])

function orderIn(input: Fields) {
  const { width, height, aspect_ratio: ratio, duration, prompt, seed } = input
  const size =
    width === undefined || height === undefined
      ? sizeOfShape(ratio ?? '1:1', 720)
      : { widthPx: numberOf(width, 512), heightPx: numberOf(height, 512) }
  const seconds = Number(duration ?? 0)
  const video = { frames: seconds * framesPerSecond, framesPerSecond, container: 'mp4' } as const
  return { prompt: textOf(prompt), ...seedIn(seed), ...size, ...(seconds > 0 && { video }), fields: input }
}

function responseFor(job: Job | undefined, address: (path: string) => string): WireResponse {
  return job === undefined
    ? problem(404, 'Not found', 'The requested resource could not be found.')
    : { json: recordOf(job, address) }
}

async function deliver(id: string, works: Works): Promise<WireResponse> {
  const job = works.find(id)
  return job === undefined ? { status: 404, json: { detail: 'gone' } } : works.medium(job)
}

function recordOf({ id, order, state, createdAtMs }: Job, address: (path: string) => string): unknown {
  const file = address(`/delivery/${id}.${order.video?.container ?? 'png'}`)
  return {
    id,
    model: 'acme/model',
    version: 'hidden',
    status: states[state],
    input: order.fields ?? {},
    output: state === 'done' ? [file] : null,
    error: null,
    logs: '',
    metrics: {},
    created_at: new Date(createdAtMs).toISOString(),
    urls: { get: address(`/v1/predictions/${id}`), cancel: address(`/v1/predictions/${id}/cancel`) },
  }
}

function problem(status: number, title: string, detail: string): WireResponse {
  return { status, json: { title, detail, status } }
}
