import { type ProductName, productNames, surfaceOf } from '../../core/domain/products.ts'
import type {
  FindResponse,
  PollResponse,
  Provider,
  ProviderCheck,
  ProviderJob,
} from '../../core/ports/provider.ts'
import { createEngineHttp, type EngineHttp } from '../shared/calls/engine-http.ts'
import { errorTextOf } from '../shared/calls/error-text.ts'
import { textAt } from '../shared/calls/json-path.ts'
import { failed, isSuccess, readCheck } from '../shared/calls/response-outcome.ts'
import { type EngineSettings, engineKind, providerBasics } from '../shared/engine-kind.ts'
import { cancelJob } from './comfyui-cancel.ts'
import { type ComfyuiOptions, comfyuiOptionsSchema } from './comfyui-options.ts'
import { type JobState, readJobState } from './comfyui-poll.ts'
import { resultOf } from './comfyui-result.ts'
import { startJob } from './comfyui-start.ts'
import { uuidOf } from './task-uuid.ts'
import { placeholdersIn } from './workflow.ts'

/** ComfyUI, driven by workflows with placeholders. */
export const comfyuiKind = engineKind<ComfyuiOptions>({
  kind: 'comfyui',
  apiKey: 'optional',
  model: 'optional',
  products: productNames,
  options: comfyuiOptionsSchema,
  create: createComfyuiProvider,
})

function createComfyuiProvider(settings: EngineSettings<ComfyuiOptions>): Provider {
  const { options, models } = settings
  const http = createEngineHttp({ url: settings.url, headers: headersOf(settings) })
  const served = new Set(
    productNames.filter(
      (product) => models[product] !== undefined || !placeholdersIn(options.workflows[product]).has('model'),
    ),
  )
  return {
    ...providerBasics(settings),
    // The job has the task's id, but the server runs a second submission of it again.
    submission: 'findable',
    serves: (product) => served.has(product),
    start: (job, signal) => startJob(http, job, models[job.product], options, signal),
    async find(job, signal) {
      return findResponseOf(await readJobState(http, uuidOf(job.taskId), signal), job)
    },
    async poll(job, { signal }) {
      return pollResponseOf(http, await readJobState(http, String(job.id), signal), job, options)
    },
    cancel: (job, signal) => cancelJob(http, String(job.id), signal),
    check: (signal) => checkServer(http, new Set(Object.values(models)), signal),
    close: () => http.close(),
  }
}

/** The server needs no key; a proxy in front of it, or a hosted one, may. */
function headersOf({ apiKey, options }: EngineSettings<ComfyuiOptions>): Record<string, string> {
  if (apiKey === undefined) return {}
  const isBearer = options.apiKeyHeader.toLowerCase() === 'authorization'
  return { [options.apiKeyHeader]: isBearer ? `Bearer ${apiKey}` : apiKey }
}

/** A job that the server knows, in any state, is not submitted again. */
function findResponseOf(
  state: JobState,
  { taskId, product }: { readonly taskId: string; readonly product: ProductName },
): FindResponse {
  if (state.kind === 'unreadable') return { kind: 'unknown', message: state.message }
  if (state.kind === 'absent') return { kind: 'absent' }
  return { kind: 'found', job: { id: uuidOf(taskId), product } }
}

function pollResponseOf(
  http: EngineHttp,
  state: JobState,
  job: ProviderJob,
  options: ComfyuiOptions,
): PollResponse {
  switch (state.kind) {
    case 'queued':
    case 'running':
      return { kind: 'pending', stage: state.kind }
    case 'succeeded': {
      const product = productNames.find((name) => name === job.product) ?? 'image.generate'
      const media = resultOf(http, state.outputs, {
        surface: surfaceOf(product),
        outputNode: options.outputNodes[product],
        allowedHosts: options.allowedHosts,
      })
      return media === undefined
        ? failed('The workflow ended without a saved file.')
        : { kind: 'succeeded', outputs: [media] }
    }
    case 'failed':
      return failed(errorTextOf(state.message) ?? 'The workflow failed.')
    case 'absent':
      return { kind: 'lost' }
    case 'unreadable':
      return { kind: 'unavailable', message: state.message }
  }
}

async function checkServer(
  http: EngineHttp,
  models: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ProviderCheck> {
  const stats = await http.call({ path: 'system_stats' }, signal)
  const checked = readCheck(stats, versionIn)
  if (stats.kind !== 'responded') return checked
  // Every ComfyUI has this route.
  if (stats.status === 404) return { reachable: false, detail: `${checked.detail} Is it a ComfyUI?` }
  if (!isSuccess(stats.status) || !stats.isJson || models.size === 0) return checked
  const installed = await installedModels(http, signal)
  if (installed === undefined) return { ...checked, detail: `${checked.detail}; it lists no models` }
  const missing = [...models].filter((model) => !installed.has(model))
  return {
    ...checked,
    modelFound: missing.length === 0,
    detail: `${checked.detail}${missing.length > 0 ? `; missing: ${missing.join(', ')}` : ''}`,
  }
}

function versionIn(body: unknown): ProviderCheck {
  const version = textAt(body, 'system.comfyui_version') ?? 'unknown version'
  const device = textAt(body, 'devices.0.name') ?? 'unknown device'
  return { reachable: true, detail: `ComfyUI ${version} on ${device}` }
}

/** The names of the checkpoints and diffusion models; undefined where the server does not list them. */
async function installedModels(
  http: EngineHttp,
  signal: AbortSignal,
): Promise<ReadonlySet<unknown> | undefined> {
  const folders = ['checkpoints', 'diffusion_models', 'unet']
  const responses = await Promise.all(
    folders.map((folder) => http.call({ path: `models/${folder}` }, signal)),
  )
  const lists = responses.flatMap((response) =>
    response.kind === 'responded' && response.status === 200 && Array.isArray(response.body)
      ? [response.body]
      : [],
  )
  return lists.length === 0 ? undefined : new Set(lists.flat())
}
