import { type Fields, sizeIn, textOf, type Wire, type WireResponse } from '../wire.ts'
import type { Job } from '../works.ts'

const framesPerSecond = 2
const states = { queued: 'queued', running: 'in_progress', done: 'completed', cancelled: 'failed' } as const

/** The videos dialect as self-hosted servers keep it: a form, a record, and the video behind /content. */
export const openaiVideos: Wire = {
  routes: [
    { method: 'GET', path: /^\/v1\/models$/, respond: () => ({ json: { data: [{ id: 'wan' }] } }) },
    {
      method: 'POST',
      path: /^\/v1\/videos$/,
      on: 'start',
      async respond(call, works) {
        const isForm = (call.headers['content-type'] ?? '').startsWith('multipart/')
        const fields: Fields = isForm ? Object.fromEntries(await call.form()) : call.json
        const prompt = textOf(fields.prompt)
        if (prompt === '') return { status: 400, json: { error: { message: 'prompt is required' } } }
        const seconds = Number(fields.seconds ?? 4)
        const video = { frames: seconds * framesPerSecond, framesPerSecond, container: 'mp4' } as const
        const seed = fields.seed === undefined ? {} : { seed: Number(fields.seed) }
        const job = works.take({ prompt, ...seed, ...sizeIn(fields.size, 480), video })
        return { json: recordOf(job) }
      },
    },
    {
      method: 'GET',
      path: /^\/v1\/videos$/,
      respond: (_, works) => ({ json: { object: 'list', data: [...works.jobs.values()].map(recordOf) } }),
    },
    {
      method: 'GET',
      path: /^\/v1\/videos\/(?<id>[^/]+)$/,
      on: 'look',
      respond({ groups }, works) {
        const job = works.look(groups.id ?? '')
        return job === undefined ? unknown : { json: recordOf(job) }
      },
    },
    {
      method: 'GET',
      path: /^\/v1\/videos\/(?<id>[^/]+)\/content$/,
      on: 'result',
      async respond({ groups }, works) {
        const job = works.find(groups.id ?? '')
        return job?.state === 'done' ? works.medium(job) : unknown
      },
    },
    {
      method: 'DELETE',
      path: /^\/v1\/videos\/(?<id>[^/]+)$/,
      respond({ groups: { id = '' } }, works) {
        if (works.find(id) === undefined) return unknown
        works.cancel(id)
        return { json: { id, object: 'video.deleted', deleted: true } }
      },
    },
  ],
}

const unknown: WireResponse = { status: 404, json: { error: { message: 'Video not found', code: 404 } } }

function recordOf({ id, order, state, createdAtMs }: Job): unknown {
  return {
    id,
    object: 'video',
    model: 'wan',
    status: states[state],
    progress: state === 'done' ? 100 : 0,
    created_at: Math.floor(createdAtMs / 1000),
    size: `${order.widthPx}x${order.heightPx}`,
    prompt: order.prompt,
    error: state === 'cancelled' ? { code: 'cancelled', message: 'cancelled' } : null,
  }
}
