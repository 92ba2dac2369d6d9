import { fieldsOf, numberOf, seedIn, textOf, type Wire, type WireResponse } from '../wire.ts'
import type { Job } from '../works.ts'

const states = { queued: 'waiting', running: 'working', done: 'ready', cancelled: 'stopped' } as const
const framesPerSecond = 2

/** An engine as vendors make them up: submit, poll, fetch from a link, and a list by the caller's own id. */
export const polling: Wire = {
  reject({ headers, url }) {
    if (url.pathname.startsWith('/files/') || textOf(headers['x-key']) !== '') return undefined
    return { status: 401, json: { error: { code: 'no_key', text: 'Send your key.' } } }
  },
  routes: [
    { method: 'GET', path: /^\/v1\/models$/, respond: () => ({ json: { models: [{ id: 'any' }] } }) },
    {
      method: 'POST',
      path: /^\/v1\/tasks$/,
      on: 'start',
      respond({ json }, works) {
        const { prompt, width, height, seconds, seed, reference } = json
        if (textOf(prompt) === '') return fault(422, 'bad_input', 'A prompt is needed.')
        if (textOf(prompt).includes('forbidden')) return fault(422, 'unsafe', 'This is not allowed.')
        const frames = numberOf(seconds, 0) * framesPerSecond
        const { id } = works.take({
          prompt: textOf(prompt),
          ...seedIn(seed),
          callerId: textOf(reference),
          widthPx: numberOf(width, 512),
          heightPx: numberOf(height, 512),
          ...(frames > 0 && { video: { frames, framesPerSecond, container: 'mp4' } as const }),
        })
        return { status: 202, json: { task: { id } } }
      },
    },
    {
      method: 'GET',
      path: /^\/v1\/tasks$/,
      respond(_, works) {
        const tasks = [...works.jobs.values()].map(({ id, order }) => ({ id, reference: order.callerId }))
        return { json: { tasks } }
      },
    },
    {
      method: 'GET',
      path: /^\/v1\/tasks\/(?<id>[^/]+)$/,
      on: 'look',
      respond({ groups: { id = '' }, address }, works) {
        const job = works.look(id)
        return job === undefined ? fault(404, 'no_task', 'No such task.') : { json: recordOf(job, address) }
      },
    },
    {
      method: 'DELETE',
      path: /^\/v1\/tasks\/(?<id>[^/]+)$/,
      respond({ groups: { id = '' } }, works) {
        if (works.find(id) === undefined) return fault(404, 'no_task', 'No such task.')
        return works.cancel(id) ? { status: 204 } : fault(409, 'over', 'It has ended.')
      },
    },
    {
      method: 'GET',
      path: /^\/files\/(?<id>[^/]+)$/,
      on: 'result',
      async respond({ groups }, works) {
        const job = works.find(groups.id ?? '')
        return job === undefined ? { status: 404 } : works.medium(job)
      },
    },
  ],
}

function recordOf({ id, state }: Job, address: (path: string) => string): unknown {
  return {
    task: { id, state: states[state] },
    ...(state === 'done' && { files: [{ link: address(`/files/${id}`) }] }),
  }
}

function fault(status: number, code: string, text: string): WireResponse {
  return { status, json: { error: fieldsOf({ code, text }) } }
}
