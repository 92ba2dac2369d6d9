import { type ProductName, productNames, surfaceOf } from '../../domain/generation/products.js'
import type { FindAnswer, PollAnswer, Provider, ProviderCheck, ProviderJob } from '../../ports/provider.js'
import { createEngineHttp, type EngineHttp } from '../engine/engine-http.js'
import type { EngineKind, EngineSettings } from '../engine/engine-kind.js'
import { errorTextOf } from '../engine/error-text.js'
import { textAt } from '../engine/json-path.js'
import { refusedCheck } from '../engine/refused-poll.js'
import { uuidOf } from '../engine/task-id.js'
import { cancelJob } from './comfyui-cancel.js'
import { type JobLook, lookForJob } from './comfyui-look.js'
import { type ComfyuiOptions, comfyuiOptionsSchema } from './comfyui-options.js'
import { resultOf } from './comfyui-result.js'
import { startJob } from './comfyui-start.js'
import { placeholdersIn } from './workflow.js'

/** ComfyUI, by workflows with placeholders. */
export const comfyuiKind: EngineKind<ComfyuiOptions> = {
  kind: 'comfyui',
  apiKey: 'optional',
  model: 'optional',
  products: productNames,
  options: comfyuiOptionsSchema,
  create: createComfyuiProvider,
}

function createComfyuiProvider(settings: EngineSettings<ComfyuiOptions>): Provider {
  const { name, limits, cost, options, models } = settings
  const http = createEngineHttp({ url: settings.url, headers: headersOf(settings) })
  const served = new Set(
    productNames.filter(
      (product) => models[product] !== undefined || !placeholdersIn(options.workflows[product]).has('model'),
    ),
  )
  return {
    name,
    // The task's id is the job's, but a second submission of it runs again.
    submission: 'findable',
    results: 'raw',
    limits,
    ...(cost !== undefined && { cost }),
    serves: (product) => served.has(product),
    start: (job, signal) => startJob(http, job, models[job.product], options, signal),
    async find(job, signal) {
      return findAnswerOf(await lookForJob(http, uuidOf(job.taskId), signal), job)
    },
    async poll(job, { signal }) {
      return pollAnswerOf(http, await lookForJob(http, String(job.id), signal), job, options)
    },
    cancel: (job, signal) => cancelJob(http, String(job.id), signal),
    check: (signal) => checkServer(http, new Set(Object.values(models)), signal),
    close: () => http.close(),
  }
}

/** The server asks for no key; a proxy before it, or a hosted one, does. */
function headersOf({ apiKey, options }: EngineSettings<ComfyuiOptions>): Record<string, string> {
  if (apiKey === undefined) return {}
  const isBearer = options.apiKeyHeader.toLowerCase() === 'authorization'
  return { [options.apiKeyHeader]: isBearer ? `Bearer ${apiKey}` : apiKey }
}

/** In whatever state it is, a job that the server knows is not submitted again. */
function findAnswerOf(
  look: JobLook,
  { taskId, product }: { readonly taskId: string; readonly product: ProductName },
): FindAnswer {
  if (look.kind === 'unanswered') return { kind: 'unknown', message: look.message }
  if (look.kind === 'absent') return { kind: 'absent' }
  return { kind: 'found', job: { id: uuidOf(taskId), product } }
}

function pollAnswerOf(
  http: EngineHttp,
  look: JobLook,
  job: ProviderJob,
  options: ComfyuiOptions,
): PollAnswer {
  switch (look.kind) {
    case 'queued':
    case 'running':
      return { kind: 'pending', stage: look.kind }
    case 'succeeded': {
      const product = productNames.find((name) => name === job.product) ?? 'image.generate'
      const media = resultOf(http, look.outputs, {
        surface: surfaceOf(product),
        outputNode: options.outputNodes[product],
        allowedHosts: options.allowedHosts,
      })
      return media === undefined
        ? failed('The workflow ended without a saved file.')
        : { kind: 'succeeded', outputs: [media] }
    }
    case 'failed':
      return failed(errorTextOf(look.message) ?? 'The workflow failed.')
    case 'absent':
      return { kind: 'lost' }
    case 'unanswered':
      return { kind: 'unavailable', message: look.message }
  }
}

function failed(message: string): PollAnswer {
  return { kind: 'failed', code: 'GENERATION_FAILED', message }
}

async function checkServer(
  http: EngineHttp,
  models: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ProviderCheck> {
  const stats = await http.call({ path: 'system_stats' }, signal)
  const refused = refusedCheck(stats)
  if (refused !== undefined || stats.kind !== 'answered') return refused ?? { reachable: false, detail: '' }
  const version = textAt(stats.body, 'system.comfyui_version') ?? 'unknown version'
  const device = textAt(stats.body, 'devices.0.name') ?? 'unknown device'
  const installed = await installedModels(http, signal)
  const missing = [...models].filter((model) => !installed.has(model))
  return {
    reachable: true,
    ...(models.size > 0 && installed.size > 0 && { modelFound: missing.length === 0 }),
    detail: `ComfyUI ${version} on ${device}${missing.length > 0 ? `; missing: ${missing.join(', ')}` : ''}`,
  }
}

/** The names of the checkpoints and diffusion models; none where the server does not list them. */
async function installedModels(http: EngineHttp, signal: AbortSignal): Promise<ReadonlySet<unknown>> {
  const folders = ['checkpoints', 'diffusion_models', 'unet']
  const answers = await Promise.all(folders.map((folder) => http.call({ path: `models/${folder}` }, signal)))
  return new Set(
    answers.flatMap((answer) =>
      answer.kind === 'answered' && answer.status === 200 && Array.isArray(answer.body) ? answer.body : [],
    ),
  )
}
