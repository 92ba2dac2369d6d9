import { productNames } from '../../core/domain/products.ts'
import type { GenerationJob } from '../../core/ports/generation-job.ts'
import type {
  CancelResponse,
  FindResponse,
  PollResponse,
  Provider,
  ProviderCheck,
  StartResponse,
} from '../../core/ports/provider.ts'
import { createEngineHttp, type EngineHttp, type EngineResponse } from '../shared/calls/engine-http.ts'
import { listBytesMax, resultBytesMax } from '../shared/calls/json-limits.ts'
import { at, listAt, textAt } from '../shared/calls/json-path.ts'
import { isSuccess, readCheck, readPoll, readStart } from '../shared/calls/response-outcome.ts'
import { type EngineSettings, engineKind, providerBasics } from '../shared/engine-kind.ts'
import { dataUrlOf } from '../shared/media/base64-media.ts'
import { isInputOf, modelInput } from '../shared/request/model-fields.ts'
import { submittedAfter } from '../shared/request/submitted-after.ts'
import { addressesOf, falJob } from './fal-job.ts'
import { type FalOptions, falOptionsSchema } from './fal-options.ts'
import { readResult } from './fal-result.ts'

const queueUrl = 'https://queue.fal.run'
const queueListUrl = 'https://api.fal.ai/v1/models/requests/by-endpoint'

/** The models of fal, through its queue. */
export const falKind = engineKind<FalOptions>({
  kind: 'fal',
  defaultUrl: queueUrl,
  apiKey: 'required',
  model: 'required',
  products: productNames,
  options: falOptionsSchema,
  create: createFalProvider,
})

function createFalProvider(settings: EngineSettings<FalOptions>): Provider {
  const { options, models, apiKey } = settings
  const headers = { Authorization: `Key ${apiKey ?? ''}` }
  const http = createEngineHttp({ url: settings.url, headers })
  const listUrl = options.listUrl ?? (http.url.origin === queueUrl ? queueListUrl : undefined)
  const list = listUrl === undefined ? undefined : createEngineHttp({ url: listUrl, headers })
  return {
    ...providerBasics(settings),
    // The queue accepts no id of ours.
    submission: list === undefined ? 'once' : 'findable',
    serves: (product) => models[product] !== undefined,
    start: (job, signal) => startRequest(http, job, models[job.product], options, signal),
    ...(list !== undefined && {
      find: (job, signal) =>
        findRequest(list, http, job, { model: models[job.product] ?? '', options }, signal),
    }),
    async poll(job, { signal }): Promise<PollResponse> {
      const { statusUrl, responseUrl } = addressesOf(job)
      const status = await http.call({ path: statusUrl }, signal)
      if (!isCompleted(status)) return readPoll(status, pendingIn)
      const result = await http.call({ path: responseUrl, bytesMax: resultBytesMax }, signal)
      return readResult(http, result, options.allowedHosts)
    },
    async cancel(job, signal) {
      return cancelResponseOf(await http.call({ method: 'PUT', path: addressesOf(job).cancelUrl }, signal))
    },
    check: (signal) => checkKey(http, Object.values(models)[0] ?? '', signal),
    async close() {
      await http.close()
      await list?.close()
    },
  }
}

async function startRequest(
  http: EngineHttp,
  job: GenerationJob,
  model: string | undefined,
  options: FalOptions,
  signal: AbortSignal,
): Promise<StartResponse> {
  if (model === undefined) return { kind: 'unavailable', message: 'No model is set for the product.' }
  const image = job.input === undefined ? undefined : dataUrlOf(await job.input.upright())
  const response = await http.call(
    {
      method: 'POST',
      path: model,
      // Otherwise the queue would retry a request up to ten times by itself.
      headers: { 'x-fal-no-retry': '1' },
      body: { json: modelInput(job, options, image) },
    },
    signal,
  )
  return readStart(http, response, (body) => {
    const id = textAt(body, 'request_id')
    return id === undefined ? undefined : { kind: 'started', job: falJob(http, model, id, body) }
  })
}

/** Whether a request has ended, with or without success: its result says which. */
function isCompleted(response: EngineResponse): boolean {
  return (
    response.kind === 'responded' &&
    isSuccess(response.status) &&
    textAt(response.body, 'status') === 'COMPLETED'
  )
}

function pendingIn(body: unknown): PollResponse | undefined {
  switch (textAt(body, 'status')) {
    case 'IN_QUEUE':
      return { kind: 'pending', stage: 'queued' }
    case 'IN_PROGRESS':
      return { kind: 'pending', stage: 'running' }
    default:
      return undefined
  }
}

/**
 * Searches the requests since the task was accepted, once. Absence proves nothing, because the list lags
 * behind.
 */
async function findRequest(
  list: EngineHttp,
  http: EngineHttp,
  job: GenerationJob,
  { model, options }: { readonly model: string; readonly options: FalOptions },
  signal: AbortSignal,
): Promise<FindResponse> {
  const start = submittedAfter(job.taskId, Date.now()).toISOString()
  const query = new URLSearchParams({ endpoint_id: model, start, expand: 'payloads', limit: '100' })
  const path = `${list.url.href}?${query}`
  const response = await list.call({ path, bytesMax: listBytesMax }, signal)
  if (response.kind !== 'responded') return { kind: 'unknown', message: response.message }
  const request = listAt(response.body, 'items').find((item) =>
    isInputOf(at(item, 'json_input'), job, options),
  )
  const id = textAt(request, 'request_id')
  return id === undefined
    ? { kind: 'unknown', message: 'The job is not among the listed requests.' }
    : { kind: 'found', job: falJob(http, model, id) }
}

/** 202 only means that the model was asked to stop; many run to their end. */
function cancelResponseOf(response: EngineResponse): CancelResponse {
  if (response.kind !== 'responded') return 'unknown'
  if (response.status === 200) return 'cancelled'
  if (response.status === 202) return 'runs-on'
  return response.status === 400 ? 'finished' : 'unknown'
}

/** Queries a request that does not exist: the queue checks the key first, and nothing is started. */
async function checkKey(http: EngineHttp, model: string, signal: AbortSignal): Promise<ProviderCheck> {
  const { statusUrl } = addressesOf(falJob(http, model, '00000000-0000-4000-8000-000000000000'))
  const response = await http.call({ path: statusUrl }, signal)
  const checked = readCheck(response, () => undefined)
  const isKeyAccepted =
    response.kind === 'responded' && response.status < 500 && checked.keyAccepted !== false
  return isKeyAccepted ? { reachable: true, keyAccepted: true, detail: 'the queue responds' } : checked
}
