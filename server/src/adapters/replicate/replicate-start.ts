import { FormData } from 'undici'
import type { GenerationJob, JobInput, StartAnswer } from '../../ports/provider.js'
import { dataUrlOf } from '../engine/base64-media.js'
import type { EngineAnswer, EngineHttp } from '../engine/engine-http.js'
import { textAt } from '../engine/json-path.js'
import { modelInput } from '../engine/model-fields.js'
import { refusedUpload } from '../engine/refused-upload.js'
import { refusedStart } from '../engine/start-answer.js'
import type { ReplicateOptions } from './replicate-options.js'

/** The vendor's bound for inputs within a request; larger ones are uploaded. */
const dataUrlBytesMax = 256_000

export interface PredictionRequest {
  readonly job: GenerationJob
  readonly model: string
  readonly options: ReplicateOptions
  /** Bounds what a job costs that nobody knows of any more. */
  readonly cancelAfterMs: number
}

export async function startPrediction(
  http: EngineHttp,
  { job, model, options, cancelAfterMs }: PredictionRequest,
  signal: AbortSignal,
): Promise<StartAnswer> {
  const image = job.input === undefined ? undefined : await imageOf(http, job.taskId, job.input, signal)
  if (typeof image === 'object') return image
  const answer = await http.call(
    {
      method: 'POST',
      path: 'v1/predictions',
      headers: { 'Cancel-After': `${Math.ceil(cancelAfterMs / 1000)}s` },
      body: { json: { version: model, input: modelInput(job, options, image) } },
    },
    signal,
  )
  const refused = refusedStart(http, answer, { status: refusedModel })
  if (refused !== undefined) return withPause(refused, answer)
  const id = answer.kind === 'answered' ? textAt(answer.body, 'id') : undefined
  if (id === undefined) return { kind: 'ambiguous', message: 'The engine accepted the job without an id.' }
  return { kind: 'started', job: { id } }
}

/** The input as a data URL, or the link of its upload, or why it could not be uploaded. */
async function imageOf(
  http: EngineHttp,
  taskId: string,
  input: JobInput,
  signal: AbortSignal,
): Promise<string | StartAnswer> {
  const picture = await input.upright()
  if (picture.bytes.byteLength <= dataUrlBytesMax) return dataUrlOf(picture)
  const form = new FormData()
  const extension = picture.contentType === 'image/jpeg' ? 'jpg' : 'png'
  form.set(
    'content',
    new Blob([Buffer.from(picture.bytes)], { type: picture.contentType }),
    `${taskId}.${extension}`,
  )
  const answer = await http.call({ method: 'POST', path: 'v1/files', body: { form } }, signal)
  const refused = refusedUpload(http, answer)
  if (refused !== undefined) return refused
  const link = answer.kind === 'answered' ? textAt(answer.body, 'urls.get') : undefined
  return link ?? { kind: 'unavailable', message: 'The engine took the input without an address.' }
}

/**
 * A version that does not exist is answered like a wrong input, but it is the operator's file that is wrong.
 */
function refusedModel(status: number, body: unknown): StartAnswer | undefined {
  const title = textAt(body, 'title') ?? ''
  if (status !== 422 || !/version|permission/i.test(title)) return undefined
  return { kind: 'unavailable', message: textAt(body, 'detail') ?? title }
}

/** The vendor says in words when its limit of requests ends. */
function withPause(refused: StartAnswer, answer: EngineAnswer): StartAnswer {
  if (refused.kind !== 'unavailable' || answer.kind !== 'answered') return refused
  if (answer.status !== 429 || answer.retryAfterMs !== undefined) return refused
  const seconds = /resets in ~?(\d{1,5})\s?s/i.exec(textAt(answer.body, 'detail') ?? '')?.[1]
  return seconds === undefined ? refused : { ...refused, retryAfterMs: Number(seconds) * 1000 }
}
