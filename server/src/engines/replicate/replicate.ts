import { productNames } from '../../core/domain/products.ts'
import type { GenerationJob } from '../../core/ports/generation-job.ts'
import type { CancelResponse, FindResponse, Provider, ProviderCheck } from '../../core/ports/provider.ts'
import { createEngineHttp, type EngineHttp, type EngineResponse } from '../shared/calls/engine-http.ts'
import { listBytesMax, resultBytesMax } from '../shared/calls/json-limits.ts'
import { at, listAt, textAt } from '../shared/calls/json-path.ts'
import { readCheck, readPoll } from '../shared/calls/response-outcome.ts'
import { bearerHeader, type EngineSettings, engineKind, providerBasics } from '../shared/engine-kind.ts'
import type { DownloadRules } from '../shared/media/download.ts'
import { isInputOf } from '../shared/request/model-fields.ts'
import { submittedAfter } from '../shared/request/submitted-after.ts'
import { createCogProvider } from './cog.ts'
import { readPrediction } from './prediction.ts'
import { type ReplicateOptions, replicateOptionsSchema } from './replicate-options.ts'
import { startPrediction } from './replicate-start.ts'

/** Replicate, and Cog containers, which use the same API of predictions. */
export const replicateKind = engineKind<ReplicateOptions>({
  kind: 'replicate',
  defaultUrl: 'https://api.replicate.com',
  apiKey: 'optional',
  model: 'required',
  products: productNames,
  options: replicateOptionsSchema,
  create: (settings) =>
    settings.options.mode === 'cog' ? createCogProvider(settings) : createReplicateProvider(settings),
})

const deliveryHosts = ['replicate.delivery', '*.replicate.delivery'] as const
/** The hosts that may have the key: nothing else receives it, whatever a model's output links to. */
const keyHosts = ['api.replicate.com', ...deliveryHosts] as const

const cancelAfterMsMax = 30 * 60_000

function createReplicateProvider(settings: EngineSettings<ReplicateOptions>): Provider {
  const { jobMsMax, options, models, apiKey } = settings
  const http = createEngineHttp({
    url: settings.url,
    headers: bearerHeader(apiKey),
  })
  const cancelAfterMs = jobMsMax ?? cancelAfterMsMax
  const rules: DownloadRules = { allowedHosts: [...keyHosts, ...options.allowedHosts], keyHosts }
  return {
    ...providerBasics(settings),
    submission: 'findable',
    serves: (product) => models[product] !== undefined,
    async start(job, signal) {
      const model = models[job.product]
      if (model === undefined) return { kind: 'unavailable', message: 'No model is set for the product.' }
      return startPrediction(http, { job, model, options, cancelAfterMs }, signal)
    },
    find: (job, signal) => findPrediction(http, job, options, signal),
    async poll({ id }, { signal }) {
      const response = await http.call({ path: pathOf(id), bytesMax: resultBytesMax }, signal)
      return readPoll(response, (body) => readPrediction(http, body, rules))
    },
    async cancel({ id }, signal) {
      const path = `${pathOf(id)}/cancel`
      return cancelResponseOf(await http.call({ method: 'POST', path, bytesMax: resultBytesMax }, signal))
    },
    check: (signal) => checkAccount(http, [...new Set(Object.values(models))], signal),
    close: () => http.close(),
  }
}

function pathOf(id: unknown): string {
  return `v1/predictions/${encodeURIComponent(String(id))}`
}

/** Searches the newest predictions since the task was accepted, once. Absence proves nothing. */
async function findPrediction(
  http: EngineHttp,
  job: GenerationJob,
  options: ReplicateOptions,
  signal: AbortSignal,
): Promise<FindResponse> {
  const after = submittedAfter(job.taskId, Date.now()).toISOString()
  const path = `v1/predictions?${new URLSearchParams({ created_after: after })}`
  const response = await http.call({ path, bytesMax: listBytesMax }, signal)
  if (response.kind !== 'responded') return { kind: 'unknown', message: response.message }
  const prediction = listAt(response.body, 'results').find((entry) =>
    isInputOf(at(entry, 'input'), job, options),
  )
  const id = textAt(prediction, 'id')
  return id === undefined
    ? { kind: 'unknown', message: 'The job is not among the newest predictions.' }
    : { kind: 'found', job: { id } }
}

/** A prediction that is stopping is returned with its previous state. */
function cancelResponseOf(response: EngineResponse): CancelResponse {
  if (response.kind !== 'responded' || response.status < 200 || response.status > 299) return 'unknown'
  const status = textAt(response.body, 'status')
  if (status === 'succeeded' || status === 'failed') return 'finished'
  return status === undefined ? 'unknown' : 'cancelled'
}

async function checkAccount(
  http: EngineHttp,
  models: readonly string[],
  signal: AbortSignal,
): Promise<ProviderCheck> {
  const account = await http.call({ path: 'v1/account' }, signal)
  const checked = readCheck(account, (body) => ({
    reachable: true,
    keyAccepted: true,
    detail: `account ${textAt(body, 'username') ?? 'unknown'}`,
  }))
  if (checked.keyAccepted !== true) return checked
  // A version alone, 64 hexadecimal digits, cannot be queried without its model.
  const named = models.filter((model) => model.includes('/'))
  const responses = await Promise.all(
    named.map((model) => http.call({ path: `v1/models/${model.split(':')[0]}` }, signal)),
  )
  const missing = named.filter((_, place) => {
    const response = responses[place]
    return response?.kind === 'responded' && response.status === 404
  })
  return {
    ...checked,
    ...(named.length > 0 && { modelFound: missing.length === 0 }),
    detail: `${checked.detail}${missing.length > 0 ? `; no such model: ${missing.join(', ')}` : ''}`,
  }
}
