import type { GenerationJob, JobInput } from '../../core/ports/generation-job.ts'
import type { StartResponse } from '../../core/ports/provider.ts'
import { type EngineHttp, type EngineResponse, uploadMsMax } from '../shared/calls/engine-http.ts'
import { textAt } from '../shared/calls/json-path.ts'
import type { TextWithFiles } from '../shared/calls/request-body.ts'
import { readStart, refusedUpload, startedIn } from '../shared/calls/response-outcome.ts'
import { dataUrlOf } from '../shared/media/base64-media.ts'
import { fileOf, formOf } from '../shared/media/request-form.ts'
import { modelInput } from '../shared/request/model-fields.ts'
import type { ReplicateOptions } from './replicate-options.ts'

/** The vendor's limit for inputs within a request; larger ones are uploaded. */
const dataUrlBytesMax = 256_000

export interface PredictionRequest {
  readonly job: GenerationJob
  readonly model: string
  readonly options: ReplicateOptions
  /** Limits the cost of a job that has been lost track of. */
  readonly cancelAfterMs: number
}

export async function startPrediction(
  http: EngineHttp,
  { job, model, options, cancelAfterMs }: PredictionRequest,
  signal: AbortSignal,
): Promise<StartResponse> {
  const image = job.input === undefined ? undefined : await imageOf(http, job.taskId, job.input, signal)
  if (typeof image === 'object' && 'kind' in image) return image
  const response = await http.call(
    {
      method: 'POST',
      path: 'v1/predictions',
      headers: { 'Cancel-After': `${Math.ceil(cancelAfterMs / 1000)}s` },
      body: { json: { version: model, input: modelInput(job, options, image) } },
    },
    signal,
  )
  return withPause(readStart(http, response, startedIn, { status: refusedModel }), response)
}

/** The input as a data URL, or the link of its upload, or why it could not be uploaded. */
async function imageOf(
  http: EngineHttp,
  taskId: string,
  input: JobInput,
  signal: AbortSignal,
): Promise<string | TextWithFiles | StartResponse> {
  const image = await input.upright()
  if (image.bytes.byteLength <= dataUrlBytesMax) return dataUrlOf(image)
  const form = formOf({}, { field: 'content', file: fileOf(image, taskId) })
  const response = await http.call(
    { method: 'POST', path: 'v1/files', body: { form }, waitMsMax: uploadMsMax },
    signal,
  )
  const refused = refusedUpload(http, response)
  if (refused !== undefined) return refused
  const link = response.kind === 'responded' ? textAt(response.body, 'urls.get') : undefined
  return link ?? { kind: 'unavailable', message: 'The engine accepted the input but returned no address.' }
}

/** A version that does not exist is refused like a wrong input, but the operator's file is at fault. */
function refusedModel(status: number, body: unknown): StartResponse | undefined {
  const title = textAt(body, 'title') ?? ''
  if (status !== 422 || !/version|permission/i.test(title)) return undefined
  return { kind: 'unavailable', message: textAt(body, 'detail') ?? title }
}

/** The vendor's message says when its rate limit ends. */
function withPause(outcome: StartResponse, response: EngineResponse): StartResponse {
  if (outcome.kind !== 'unavailable' || response.kind !== 'responded') return outcome
  if (response.status !== 429 || response.retryAfterMs !== undefined) return outcome
  const seconds = /resets in ~?(\d{1,5})\s?s/i.exec(textAt(response.body, 'detail') ?? '')?.[1]
  return seconds === undefined ? outcome : { ...outcome, retryAfterMs: Number(seconds) * 1000 }
}
