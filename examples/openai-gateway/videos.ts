import type { Generation, Task, VideoGenerationRequest } from '@mediagen/sdk'
import type { Call } from './call.ts'
import { GatewayError } from './errors.ts'
import {
  effectOf,
  fileField,
  numberField,
  ratioOf,
  rejectOthers,
  sizeField,
  textField,
  tierOf,
} from './fields.ts'
import type { Order as PaidOrder } from './paid-once.ts'
import type { Fields } from './read-fields.ts'

/** OpenAI's record of a video. */
interface Video {
  readonly id: string
  readonly object: 'video'
  readonly status: 'queued' | 'in_progress' | 'completed' | 'failed'
  readonly progress: number
  readonly created_at: number
  readonly completed_at: number | null
  readonly expires_at: null
  readonly error: { code: string; message: string } | null
  readonly model: string
  readonly seconds: string
  readonly size: string
  readonly prompt: null
  readonly remixed_from_video_id: null
}

/** What the service does not keep with a task: the id of the video has it, so the gateway keeps nothing. */
interface Order {
  readonly taskId: string
  readonly model: string
  readonly seconds: string
  readonly size: string
}

const ratios = ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9'] as const
const shortEdges = [
  ['480p', 480],
  ['512p', 512],
  ['720p', 720],
  ['1080p', 1080],
] as const
const effectRatios = ['16:9', '9:16', '4:3', '3:4', '3:2', '2:3', '1:1'] as const
const effectShortEdges = [
  ['hd', 720],
  ['fhd', 1080],
] as const

/** The fields that have an effect; others are ignored. `model` has one on an image. */
export function videoFields(fields: Fields): readonly string[] {
  const always = ['prompt', 'size', 'seconds', 'input_reference']
  return fields.input_reference === undefined ? always : [...always, 'model']
}

/** `POST /v1/videos`: from a prompt, or from `input_reference` by the effect that `model` names. */
export async function createVideo(call: Call, fields: Fields): Promise<Video> {
  const prompt = textField(fields, 'prompt')
  if (prompt === undefined)
    throw new GatewayError(400, 'missing_required_parameter', 'prompt is missing.', 'prompt')
  const { input_reference: input, ...others } = fields
  const file = fileField(fields, 'input_reference')
  if (input !== undefined && file === undefined) rejectOthers(fields, { input_reference: [] })
  const made = { model: textField(fields, 'model') ?? 'mediagen', size: textField(fields, 'size') ?? 'auto' }
  const asked = await (file === undefined
    ? fromPrompt(call, others, prompt)
    : fromImage(call, others, prompt, file))
  return call.payOnce(asked.content, async (order) => {
    const { id: taskId } = await asked.send(order)
    return recordOf({ ...made, taskId, seconds: String(asked.seconds) }, await call.client.tasks.get(taskId))
  })
}

/** A request that is valid and not sent yet. */
interface Asked {
  readonly seconds: number
  /** What tells it from others. */
  readonly content: readonly unknown[]
  readonly send: (order: PaidOrder) => Promise<Generation>
}

function fromPrompt({ client }: Call, fields: Fields, prompt: string): Asked {
  const size = sizeField(fields)
  const durationSeconds = numberField(fields, 'seconds', { min: 4, max: 15, byDefault: 4 })
  const request = {
    prompt,
    // A number that is known at run time only; the service checks it again.
    durationSeconds: durationSeconds as NonNullable<VideoGenerationRequest['durationSeconds']>,
    ...(size && {
      aspectRatio: ratioOf(size, ratios),
      resolution: tierOf(Math.min(size.widthPx, size.heightPx), shortEdges),
    }),
  }
  const send = ({ key: idempotencyKey, submit }: PaidOrder) =>
    submit(() => client.videos.generate(request, { idempotencyKey }))
  return { seconds: durationSeconds, content: [fields], send }
}

async function fromImage({ client }: Call, fields: Fields, prompt: string, file: File): Promise<Asked> {
  const effectId = effectOf(fields)
  if (effectId === undefined) {
    const effects = await client.effects({ surface: 'video' })
    const models = effects.map((effect) => `effect:${effect.id}`).join(', ')
    throw new GatewayError(
      400,
      'invalid_value',
      `With input_reference, model must be one of ${models}.`,
      'model',
    )
  }
  const size = sizeField(fields)
  const durationSeconds = textField(fields, 'seconds') === '8' ? 8 : 5
  rejectOthers(fields, { seconds: ['5', '8'] })
  const change = {
    effectId,
    prompt,
    durationSeconds,
    ...(size && {
      aspectRatio: ratioOf(size, effectRatios),
      resolution: tierOf(Math.min(size.widthPx, size.heightPx), effectShortEdges),
    }),
  } as const
  const send = async ({ key: idempotencyKey, submit, upload }: PaidOrder) => {
    const assetId = await upload(file)
    return submit(() => client.videos.transform({ assetId, ...change }, { idempotencyKey }))
  }
  return { seconds: durationSeconds, content: [fields, file], send }
}

/** `GET /v1/videos/{id}`. */
export async function retrieveVideo({ client }: Call, id: string): Promise<Video> {
  const order = orderOf(id)
  return recordOf(order, await client.tasks.get(order.taskId))
}

/** `GET /v1/videos/{id}/content`: the MP4, as it comes from the storage. */
export async function videoContent({ client, signal }: Call, id: string): Promise<Response> {
  const { taskId } = orderOf(id)
  const { status } = await client.tasks.get(taskId, { signal })
  if (status !== 'SUCCEEDED')
    throw new GatewayError(404, 'video_not_ready', `The video is not there: its task is ${status}.`)
  const result = await client.tasks.wait(taskId, { signal })
  const headers = { 'content-type': result.files[0]?.contentType ?? 'video/mp4' }
  return new Response(await result.stream({ signal }), { headers })
}

const states = {
  QUEUED: 'queued',
  PROCESSING: 'in_progress',
  SUCCEEDED: 'completed',
  FAILED: 'failed',
  CANCELLED: 'failed',
} as const

function recordOf(order: Order, task: Task): Video {
  const { model, seconds, size } = order
  const failure = task.status === 'CANCELLED' ? 'CANCELLED' : task.error?.code
  return {
    id: `video_${Buffer.from(JSON.stringify(order)).toString('base64url')}`,
    object: 'video',
    status: states[task.status],
    progress: task.status === 'SUCCEEDED' ? 100 : 0,
    created_at: secondsOf(task.createdAt),
    completed_at: task.completedAt === null ? null : secondsOf(task.completedAt),
    expires_at: null,
    error: failure
      ? { code: failure.toLowerCase(), message: `The task ended as ${failure}; it was refunded.` }
      : null,
    model,
    seconds,
    size,
    prompt: null,
    remixed_from_video_id: null,
  }
}

function orderOf(id: string): Order {
  try {
    const order: unknown = JSON.parse(Buffer.from(id.replace(/^video_/, ''), 'base64url').toString())
    if (isOrder(order)) return order
  } catch {
    // As for any other id that is none of the gateway's.
  }
  throw new GatewayError(404, 'not_found', 'There is no such video.')
}

/** Anyone can make up the id of a video, and its task becomes a part of an address. */
const taskIdPattern = /^[\w-]{1,128}$/

function isOrder(value: unknown): value is Order {
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map<string, unknown>(Object.entries(value))
  if (!taskIdPattern.test(String(fields.get('taskId')))) return false
  return ['taskId', 'model', 'seconds', 'size'].every((name) => typeof fields.get(name) === 'string')
}

function secondsOf(time: string): number {
  return Math.floor(Date.parse(time) / 1000)
}
