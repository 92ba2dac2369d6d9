import {
  base64In,
  type Fields,
  isImage,
  numberOf,
  seedIn,
  textOf,
  type Wire,
  type WireResponse,
} from '../wire.ts'
import type { Job, Works } from '../works.ts'

const states = { queued: 'queued', running: 'generating', done: 'completed', cancelled: 'cancelled' } as const
const pendingMax = 64

/**
 * stable-diffusion.cpp's native API as the real server was seen to behave: sizes rounded up to 64, frames
 * down to 4n+1, errors as a text, results within the job.
 */
export const sdcpp: Wire = {
  routes: [
    {
      method: 'GET',
      path: /^\/sdcpp\/v1\/capabilities$/,
      respond: () => ({
        json: {
          model: { name: 'sd' },
          modes: ['img_gen', 'vid_gen'],
          features: { cancel_queued: true, cancel_generating: false },
          limits: { min_width: 64, max_width: 4096 },
        },
      }),
    },
    {
      method: 'POST',
      path: /^\/sdcpp\/v1\/(?<kind>img_gen|vid_gen)$/,
      on: 'start',
      respond: ({ json, groups }, works) => take(json, groups.kind === 'vid_gen', works),
    },
    {
      method: 'GET',
      path: /^\/sdcpp\/v1\/jobs\/(?<id>[^/]+)$/,
      on: 'look',
      async respond({ groups }, works) {
        const job = works.look(groups.id ?? '')
        return job === undefined ? unknown : { json: await recordOf(job, works) }
      },
    },
    {
      method: 'POST',
      path: /^\/sdcpp\/v1\/jobs\/(?<id>[^/]+)\/cancel$/,
      async respond({ groups: { id = '' } }, works) {
        const job = works.find(id)
        if (job === undefined) return unknown
        if (job.state === 'running') return { status: 409, json: { error: 'job is already generating' } }
        works.cancel(id)
        return { json: await recordOf(job, works) }
      },
    },
  ],
}

const unknown: WireResponse = { status: 404, json: { error: 'job not found' } }

function take(fields: Fields, isVideo: boolean, works: Works): WireResponse {
  const waiting = [...works.jobs.values()].filter(({ state }) => state === 'queued' || state === 'running')
  if (waiting.length >= pendingMax) return { status: 429, json: { error: 'job queue is full' } }
  const hasInput = textOf(fields.init_image) !== ''
  if (hasInput && !isImage(base64In(fields.init_image)))
    return { status: 400, json: { error: 'invalid init_image' } }
  const fps = numberOf(fields.fps, 16)
  const frames = 4 * Math.floor((numberOf(fields.video_frames, 1) - 1) / 4) + 1
  const job = works.take(
    {
      prompt: textOf(fields.prompt),
      ...seedIn(fields.seed ?? 42),
      widthPx: roundUp(numberOf(fields.width, 512)),
      heightPx: roundUp(numberOf(fields.height, 512)),
      ...(isVideo && { video: { frames, framesPerSecond: fps, container: 'webm' } as const }),
    },
    `job_${Math.floor(Date.now() / 1000).toString(16)}_${works.submissions.length.toString(16).padStart(8, '0')}`,
  )
  const { id, createdAtMs } = job
  const poll_url = `/sdcpp/v1/jobs/${id}`
  const kind = isVideo ? 'vid_gen' : 'img_gen'
  return {
    status: 202,
    json: { id, kind, status: 'queued', created: Math.floor(createdAtMs / 1000), poll_url },
  }
}

function roundUp(side: number): number {
  return 64 * Math.ceil(side / 64)
}

async function recordOf(job: Job, works: Works): Promise<unknown> {
  const { id, order, state, createdAtMs } = job
  return {
    id,
    kind: order.video === undefined ? 'img_gen' : 'vid_gen',
    status: states[state],
    created: Math.floor(createdAtMs / 1000),
    started: null,
    completed: null,
    queue_position: 0,
    result: state === 'done' ? await resultOf(job, works) : null,
    error: null,
  }
}

async function resultOf(job: Job, works: Works): Promise<unknown> {
  const { bytes } = await works.medium(job)
  const b64_json = Buffer.from(bytes).toString('base64')
  const { video } = job.order
  return video === undefined
    ? { output_format: 'png', images: [{ index: 0, b64_json }] }
    : {
        output_format: video.container,
        mime_type: `video/${video.container}`,
        fps: video.framesPerSecond,
        frame_count: video.frames,
        b64_json,
      }
}
