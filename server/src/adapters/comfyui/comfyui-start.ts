import { FormData } from 'undici'
import { surfaceOf } from '../../domain/generation/products.js'
import type { GenerationJob, JobInput, StartAnswer } from '../../ports/provider.js'
import type { EngineHttp } from '../engine/engine-http.js'
import { errorTextOf } from '../engine/error-text.js'
import { fitSize } from '../engine/fit-size.js'
import { framesFor } from '../engine/frames.js'
import { at, textAt } from '../engine/json-path.js'
import { refusedUpload } from '../engine/refused-upload.js'
import { describe, refusedStart } from '../engine/start-answer.js'
import { uuidOf } from '../engine/task-id.js'
import { wordingOf } from '../engine/wording.js'
import { cancelJob } from './comfyui-cancel.js'
import type { ComfyuiOptions } from './comfyui-options.js'
import { fillWorkflow, type PlaceholderValues } from './workflow.js'

/** The folder of uploads within the server's input folder, so that an operator can empty it. */
const inputFolder = 'mediagen'

/** Uploads the input where there is one, and hands the filled workflow in under the task's own id. */
export async function startJob(
  http: EngineHttp,
  job: GenerationJob,
  model: string | undefined,
  options: ComfyuiOptions,
  signal: AbortSignal,
): Promise<StartAnswer> {
  const upload = job.input === undefined ? undefined : await uploadInput(http, job.taskId, job.input, signal)
  if (upload?.kind === 'refused') return upload.answer
  const values = valuesOf(job, model ?? '', upload?.name ?? '', options)
  const answer = await http.call(
    {
      method: 'POST',
      path: 'prompt',
      body: {
        json: { prompt: fillWorkflow(options.workflows[job.product], values), prompt_id: uuidOf(job.taskId) },
      },
    },
    signal,
  )
  const refused = refusedStart(http, answer, { status: refusedWorkflow })
  if (refused !== undefined || answer.kind !== 'answered') return refused ?? noId
  const id = textAt(answer.body, 'prompt_id')
  if (id === undefined) return noId
  const faults = nodeFaults(answer.body)
  if (faults === undefined) return { kind: 'started', job: { id, product: job.product } }
  // The server runs the outputs that are valid and skips the others in silence: the result would not be what
  // was asked.
  await cancelJob(http, id, signal)
  return judgedFaults(answer.body, faults)
}

const noId: StartAnswer = { kind: 'ambiguous', message: 'The engine accepted the workflow without an id.' }

type Upload =
  | { readonly kind: 'uploaded'; readonly name: string }
  | { readonly kind: 'refused'; readonly answer: StartAnswer }

/** The name in the answer is the one to use: the server renames a file whose name is taken by other bytes. */
async function uploadInput(
  http: EngineHttp,
  taskId: string,
  input: JobInput,
  signal: AbortSignal,
): Promise<Upload> {
  const { contentType, bytes } = await input.upright()
  const form = new FormData()
  const extension = contentType === 'image/jpeg' ? 'jpg' : 'png'
  form.set('image', new Blob([Buffer.from(bytes)], { type: contentType }), `${taskId}.${extension}`)
  form.set('type', 'input')
  form.set('subfolder', inputFolder)
  form.set('overwrite', 'true')
  const answer = await http.call({ method: 'POST', path: 'upload/image', body: { form } }, signal)
  const refused = refusedUpload(http, answer)
  if (refused !== undefined) return { kind: 'refused', answer: refused }
  const body = answer.kind === 'answered' ? answer.body : undefined
  const name = textAt(body, 'name')
  if (name === undefined)
    return {
      kind: 'refused',
      answer: { kind: 'unavailable', message: 'The engine took the input without a name.' },
    }
  const folder = textAt(body, 'subfolder')
  return { kind: 'uploaded', name: folder === undefined ? name : `${folder}/${name}` }
}

function valuesOf(
  job: GenerationJob,
  model: string,
  input: string,
  options: ComfyuiOptions,
): PlaceholderValues {
  const { prompt, negativePrompt = '', strength = options.strength } = wordingOf(job)
  const rule = surfaceOf(job.product) === 'video' ? options.videoSizeRule : options.sizeRule
  const { widthPx, heightPx } = fitSize(job, rule)
  const durationSeconds = job.durationSeconds ?? 0
  return {
    prompt,
    negativePrompt,
    strength,
    seed: job.seed,
    width: widthPx,
    height: heightPx,
    fps: options.fps,
    frames: framesFor(durationSeconds, options),
    durationSeconds,
    input,
    model,
    taskId: job.taskId,
  }
}

/** What a 400 says of the workflow: a node or a file that this server lacks is no fault of the input. */
function refusedWorkflow(status: number, body: unknown): StartAnswer | undefined {
  if (status !== 400) return undefined
  return judgedFaults(body, nodeFaults(body) ?? describe(status, body))
}

/** The types of faults that the operator has to mend, at the server or in the workflow. */
const operatorFaults = new Set([
  'value_not_in_list',
  'missing_node_type',
  'invalid_prompt',
  'prompt_no_outputs',
])

function judgedFaults(body: unknown, message: string): StartAnswer {
  const types = [textAt(body, 'error.type'), ...nodeErrors(body).map((error) => textAt(error, 'type'))]
  const isOperators = types.some((type) => type !== undefined && operatorFaults.has(type))
  return { kind: isOperators ? 'unavailable' : 'rejected', message }
}

/** The faults of the nodes in one line; undefined where there are none. */
function nodeFaults(body: unknown): string | undefined {
  const faults = at(body, 'node_errors')
  if (typeof faults !== 'object' || faults === null || Object.keys(faults).length === 0) return undefined
  const told = nodeErrors(body).map((error) =>
    [textAt(error, 'message'), textAt(error, 'details')].filter((text) => text !== undefined).join(': '),
  )
  return errorTextOf(told.join('; ')) ?? 'The engine refused nodes of the workflow.'
}

function nodeErrors(body: unknown): readonly unknown[] {
  const faults = at(body, 'node_errors')
  if (typeof faults !== 'object' || faults === null) return []
  return Object.values(faults).flatMap((node) => {
    const errors = at(node, 'errors')
    return Array.isArray(errors) ? errors : []
  })
}
