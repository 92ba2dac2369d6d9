import { productNames } from '../../domain/generation/products.js'
import type {
  CancelAnswer,
  FindAnswer,
  GenerationJob,
  PollAnswer,
  Provider,
  ProviderCheck,
  StartAnswer,
} from '../../ports/provider.js'
import { dataUrlOf } from '../engine/base64-media.js'
import { createEngineHttp, type EngineAnswer, type EngineHttp } from '../engine/engine-http.js'
import type { EngineKind, EngineSettings } from '../engine/engine-kind.js'
import { at, listAt, textAt } from '../engine/json-path.js'
import { isInputOf, modelInput } from '../engine/model-fields.js'
import { refusedPoll } from '../engine/refused-poll.js'
import { describe, refusedStart } from '../engine/start-answer.js'
import { submittedAfter } from '../engine/task-id.js'
import { addressesOf, falJob } from './fal-job.js'
import { type FalOptions, falOptionsSchema } from './fal-options.js'
import { readResult } from './fal-result.js'

const queueUrl = 'https://queue.fal.run'
const queueListUrl = 'https://api.fal.ai/v1/models/requests/by-endpoint'

/** Results may carry a file as a data URL. */
const resultBytesMax = 128 * 1024 ** 2
/** A page of a hundred requests with their inputs, pictures included. */
const listBytesMax = 64 * 1024 ** 2

/** The models of fal, through its queue. */
export const falKind: EngineKind<FalOptions> = {
  kind: 'fal',
  defaultUrl: queueUrl,
  apiKey: 'required',
  model: 'required',
  products: productNames,
  options: falOptionsSchema,
  create: createFalProvider,
}

function createFalProvider(settings: EngineSettings<FalOptions>): Provider {
  const { name, limits, cost, options, models, apiKey } = settings
  const headers = { Authorization: `Key ${apiKey ?? ''}` }
  const http = createEngineHttp({ url: settings.url, headers })
  const listUrl = options.listUrl ?? (http.url.origin === queueUrl ? queueListUrl : undefined)
  const list = listUrl === undefined ? undefined : createEngineHttp({ url: listUrl, headers })
  return {
    name,
    // The queue takes no id of ours.
    submission: list === undefined ? 'once' : 'findable',
    results: 'raw',
    limits,
    ...(cost !== undefined && { cost }),
    serves: (product) => models[product] !== undefined,
    start: (job, signal) => startRequest(http, job, models[job.product], options, signal),
    ...(list !== undefined && {
      find: (job, signal) =>
        findRequest(list, http, job, { model: models[job.product] ?? '', options }, signal),
    }),
    async poll(job, { signal }): Promise<PollAnswer> {
      const { statusUrl, responseUrl } = addressesOf(job)
      const pending = readStatus(await http.call({ path: statusUrl }, signal))
      if (pending !== undefined) return pending
      const result = await http.call({ path: responseUrl, bytesMax: resultBytesMax }, signal)
      return readResult(http, result, options.allowedHosts)
    },
    async cancel(job, signal) {
      return cancelAnswerOf(await http.call({ method: 'PUT', path: addressesOf(job).cancelUrl }, signal))
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
): Promise<StartAnswer> {
  if (model === undefined) return { kind: 'unavailable', message: 'No model is set for the product.' }
  const image = job.input === undefined ? undefined : dataUrlOf(await job.input.upright())
  const answer = await http.call(
    {
      method: 'POST',
      path: model,
      // The queue would run a request up to ten times by itself.
      headers: { 'x-fal-no-retry': '1' },
      body: { json: modelInput(job, options, image) },
    },
    signal,
  )
  const refused = refusedStart(http, answer)
  if (refused !== undefined) return refused
  const body = answer.kind === 'answered' ? answer.body : undefined
  const id = textAt(body, 'request_id')
  return id === undefined
    ? { kind: 'ambiguous', message: 'The engine accepted the job without an id.' }
    : { kind: 'started', job: falJob(http, model, id, body) }
}

/** Undefined for a request that has ended, well or badly: its result tells which. */
function readStatus(answer: EngineAnswer): PollAnswer | undefined {
  const refused = refusedPoll(answer)
  if (refused !== undefined || answer.kind !== 'answered')
    return refused ?? { kind: 'unavailable', message: '' }
  switch (textAt(answer.body, 'status')) {
    case 'IN_QUEUE':
      return { kind: 'pending', stage: 'queued' }
    case 'IN_PROGRESS':
      return { kind: 'pending', stage: 'running' }
    case 'COMPLETED':
      return undefined
    default:
      return { kind: 'unavailable', message: 'The engine named no known state of the job.' }
  }
}

/**
 * One look at the requests since the task was accepted. Not to be among them proves nothing: the list lags
 * behind.
 */
async function findRequest(
  list: EngineHttp,
  http: EngineHttp,
  job: GenerationJob,
  { model, options }: { readonly model: string; readonly options: FalOptions },
  signal: AbortSignal,
): Promise<FindAnswer> {
  const start = submittedAfter(job.taskId, Date.now()).toISOString()
  const query = new URLSearchParams({ endpoint_id: model, start, expand: 'payloads', limit: '100' })
  const path = `${list.url.href}?${query}`
  const answer = await list.call({ path, bytesMax: listBytesMax }, signal)
  if (answer.kind !== 'answered') return { kind: 'unknown', message: answer.message }
  const request = listAt(answer.body, 'items').find((item) => isInputOf(at(item, 'json_input'), job, options))
  const id = textAt(request, 'request_id')
  return id === undefined
    ? { kind: 'unknown', message: 'The job is not among the listed requests.' }
    : { kind: 'found', job: falJob(http, model, id) }
}

/** 202 says only that the model was asked to stop; many run to their end. */
function cancelAnswerOf(answer: EngineAnswer): CancelAnswer {
  if (answer.kind !== 'answered') return 'unknown'
  if (answer.status === 200) return 'cancelled'
  if (answer.status === 202) return 'runs-on'
  return answer.status === 400 ? 'finished' : 'unknown'
}

/** Asks for a request that does not exist: the queue judges the key first, and nothing is started. */
async function checkKey(http: EngineHttp, model: string, signal: AbortSignal): Promise<ProviderCheck> {
  const { statusUrl } = addressesOf(falJob(http, model, '00000000-0000-4000-8000-000000000000'))
  const answer = await http.call({ path: statusUrl }, signal)
  if (answer.kind !== 'answered') return { reachable: false, detail: answer.message }
  const keyAccepted = answer.status !== 401 && answer.status !== 403
  const isUsual = answer.status < 500 && keyAccepted
  return {
    reachable: true,
    keyAccepted,
    detail: isUsual ? 'the queue answers' : describe(answer.status, answer.body),
  }
}
