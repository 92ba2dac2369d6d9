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
import type { Job } from '../works.ts'

const states = {
  queued: 'IN_QUEUE',
  running: 'IN_PROGRESS',
  done: 'COMPLETED',
  cancelled: 'COMPLETED',
} as const
const framesPerSecond = 2

/**
 * fal's queue, with its list of requests beside it. Status, result and cancellation leave the sub-path out.
 */
export const fal: Wire = {
  reject({ headers, url }) {
    const needsNone = url.pathname.startsWith('/files/')
    if (needsNone || /^Key \S+$/.test(headers.authorization ?? '')) return undefined
    return { status: 401, json: { detail: 'Authentication is required', error_type: 'unauthorized' } }
  },
  routes: [
    {
      method: 'GET',
      path: /^\/v1\/models\/requests\/by-endpoint$/,
      respond(_, works) {
        const items = [...works.jobs.values()].map(({ id, order }) => ({
          request_id: id,
          json_input: order.fields ?? {},
        }))
        return { json: { items, has_more: false, next_cursor: null } }
      },
    },
    {
      method: 'GET',
      path: /^\/files\/(?<id>[^/.]+)\.\w+$/,
      on: 'result',
      async respond({ groups }, works) {
        const job = works.find(groups.id ?? '')
        return job === undefined ? { status: 404 } : works.medium(job)
      },
    },
    {
      method: 'GET',
      path: /^\/(?<app>[^/]+\/[^/]+)\/requests\/(?<id>[^/]+)\/status$/,
      on: 'look',
      respond({ groups: { app = '', id = '' }, address }, works) {
        const job = works.look(id)
        if (job === undefined) return unknown
        const status = job.state === 'done' || job.state === 'cancelled' ? 200 : 202
        return { status, json: { ...linksOf(app, id, address), status: states[job.state] } }
      },
    },
    {
      method: 'GET',
      path: /^\/[^/]+\/[^/]+\/requests\/(?<id>[^/]+)$/,
      on: 'look',
      respond({ groups: { id = '' }, address }, works) {
        const job = works.find(id)
        if (job === undefined) return unknown
        if (job.state !== 'done') return { status: 400, json: { detail: 'Request is still in progress' } }
        return { json: resultOf(job, address) }
      },
    },
    {
      method: 'PUT',
      path: /^\/[^/]+\/[^/]+\/requests\/(?<id>[^/]+)\/cancel$/,
      respond({ groups: { id = '' } }, works) {
        const job = works.find(id)
        if (job === undefined) return { status: 404, json: { status: 'NOT_FOUND' } }
        const wasQueued = job.state === 'queued'
        if (!works.cancel(id)) return { status: 400, json: { status: 'ALREADY_COMPLETED' } }
        return wasQueued
          ? { status: 200, json: { status: 'OK' } }
          : { status: 202, json: { status: 'CANCELLATION_REQUESTED' } }
      },
    },
    {
      method: 'POST',
      path: /^\/(?<app>[^/]+\/[^/]+)(\/[^?]*)?$/,
      on: 'start',
      respond({ json, groups: { app = '' }, address }, works) {
        const order = orderIn(json)
        if (order.prompt === '')
          return {
            status: 422,
            json: { detail: [{ loc: ['body', 'prompt'], msg: 'Field required', type: 'missing' }] },
          }
        const { id } = works.take(order)
        return { json: { ...linksOf(app, id, address), status: 'IN_QUEUE', queue_position: 0 } }
      },
    },
  ],
}

const unknown: WireResponse = { status: 404, json: { detail: 'Request not found' } }

function linksOf(app: string, id: string, address: (path: string) => string): Fields {
  const response_url = address(`/${app}/requests/${id}`)
  return {
    request_id: id,
    response_url,
    status_url: `${response_url}/status`,
    cancel_url: `${response_url}/cancel`,
  }
}

function orderIn(input: Fields) {
  const asked = fieldsOf(input.image_size)
  const size =
    asked.width === undefined
      ? sizeOfShape(input.aspect_ratio ?? '1:1', 720)
      : { widthPx: numberOf(asked.width, 512), heightPx: numberOf(asked.height, 512) }
  const seconds = Number(input.duration ?? 0)
  const video = { frames: seconds * framesPerSecond, framesPerSecond, container: 'mp4' } as const
  const prompt = textOf(input.prompt)
  return { prompt, ...seedIn(input.seed), ...size, ...(seconds > 0 && { video }), fields: input }
}

function resultOf({ id, order }: Job, address: (path: string) => string): unknown {
  if (order.video !== undefined)
    return { video: { url: address(`/files/${id}.mp4`), content_type: 'video/mp4' }, seed: order.seed }
  const { widthPx: width, heightPx: height } = order
  return {
    images: [{ url: address(`/files/${id}.png`), content_type: 'image/png', width, height }],
    seed: order.seed,
    has_nsfw_concepts: [false],
  }
}
