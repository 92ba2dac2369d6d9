import { type ProductName, surfaceOf } from '../../core/domain/products.ts'
import type { GenerationJob, JobInput } from '../../core/ports/generation-job.ts'
import type { StartResponse } from '../../core/ports/provider.ts'
import { type EngineHttp, uploadMsMax } from '../shared/calls/engine-http.ts'
import { errorTextOf } from '../shared/calls/error-text.ts'
import { at, textAt } from '../shared/calls/json-path.ts'
import { describe, readStart, refusedUpload } from '../shared/calls/response-outcome.ts'
import { fileOf, formOf } from '../shared/media/request-form.ts'
import { fitSize } from '../shared/request/fit-size.ts'
import { framesFor } from '../shared/request/frames.ts'
import { promptsOf } from '../shared/request/prompts.ts'
import { cancelJob } from './comfyui-cancel.ts'
import type { ComfyuiOptions } from './comfyui-options.ts'
import { uuidOf } from './task-uuid.ts'
import { fillWorkflow, type PlaceholderValues, placeholdersIn } from './workflow.ts'

/** The folder of uploads within the server's input folder, so that an operator can empty it. */
const inputFolder = 'mediagen'

/** Uploads the input, if any, and submits the filled workflow under the task's own id. */
export async function startJob(
  http: EngineHttp,
  job: GenerationJob,
  model: string | undefined,
  options: ComfyuiOptions,
  signal: AbortSignal,
): Promise<StartResponse> {
  const upload = job.input === undefined ? undefined : await uploadInput(http, job.taskId, job.input, signal)
  if (upload?.kind === 'refused') return upload.response
  const values = valuesOf(job, model ?? '', upload?.name ?? '', options)
  const response = await http.call(
    {
      method: 'POST',
      path: 'prompt',
      body: {
        json: { prompt: fillWorkflow(options.workflows[job.product], values), prompt_id: uuidOf(job.taskId) },
      },
    },
    signal,
  )
  const outcome = readStart(http, response, (body) => startedIn(body, job.product), {
    status: refusedWorkflow,
  })
  const faults = response.kind === 'responded' ? nodeFaults(response.body) : undefined
  if (outcome.kind !== 'started' || response.kind !== 'responded' || faults === undefined) return outcome
  // The server runs the valid outputs and silently skips the others: the result would not be what was
  // requested.
  await cancelJob(http, String(outcome.job.id), signal)
  return judgedFaults(response.body, faults)
}

function startedIn(body: unknown, product: ProductName): StartResponse | undefined {
  const id = textAt(body, 'prompt_id')
  return id === undefined ? undefined : { kind: 'started', job: { id, product } }
}

type Upload =
  | { readonly kind: 'uploaded'; readonly name: string }
  | { readonly kind: 'refused'; readonly response: StartResponse }

/**
 * The name in the response is the one to use: the server renames a file if its name belongs to other bytes.
 */
async function uploadInput(
  http: EngineHttp,
  taskId: string,
  input: JobInput,
  signal: AbortSignal,
): Promise<Upload> {
  const file = fileOf(await input.upright(), taskId)
  const fields = { type: 'input', subfolder: inputFolder, overwrite: 'true' }
  const form = formOf(fields, { field: 'image', file })
  const response = await http.call(
    { method: 'POST', path: 'upload/image', body: { form }, waitMsMax: uploadMsMax },
    signal,
  )
  const refused = refusedUpload(http, response)
  if (refused !== undefined) return { kind: 'refused', response: refused }
  const body = response.kind === 'responded' ? response.body : undefined
  const name = textAt(body, 'name')
  if (name === undefined)
    return {
      kind: 'refused',
      response: { kind: 'unavailable', message: 'The engine accepted the input but returned no name.' },
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
  // A workflow with a strength redraws its input; one without follows instructions to edit it.
  const redraws = placeholdersIn(options.workflows[job.product]).has('strength')
  const prompts = promptsOf(job, redraws ? 'description' : 'instruction')
  const { prompt, negativePrompt = '', strength = options.strength } = prompts
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

/** Classifies a 400 about the workflow: a node or a file that this server lacks is not the input's fault. */
function refusedWorkflow(status: number, body: unknown): StartResponse | undefined {
  if (status !== 400) return undefined
  return judgedFaults(body, nodeFaults(body) ?? describe(status, body))
}

/** The types of errors that the operator must fix, on the server or in the workflow. */
const operatorFaults = new Set([
  'value_not_in_list',
  'missing_node_type',
  'invalid_prompt',
  'prompt_no_outputs',
])

function judgedFaults(body: unknown, message: string): StartResponse {
  const types = [textAt(body, 'error.type'), ...nodeErrors(body).map((error) => textAt(error, 'type'))]
  const isOperators = types.some((type) => type !== undefined && operatorFaults.has(type))
  return { kind: isOperators ? 'unavailable' : 'rejected', message }
}

/** The errors of the nodes in one line; undefined if there are none. */
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
