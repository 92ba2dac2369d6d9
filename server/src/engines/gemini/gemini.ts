import { surfaceOf } from '../../core/domain/products.ts'
import type { Provider, ProviderCheck, StartResponse } from '../../core/ports/provider.ts'
import { createEngineHttp, type EngineHttp } from '../shared/calls/engine-http.ts'
import { errorTextOf } from '../shared/calls/error-text.ts'
import { resultBytesMax } from '../shared/calls/json-limits.ts'
import { listAt, textAt } from '../shared/calls/json-path.ts'
import { readCheck, readPoll, readStart } from '../shared/calls/response-outcome.ts'
import { type EngineSettings, engineKind, providerBasics } from '../shared/engine-kind.ts'
import { type GeminiOptions, geminiOptionsSchema } from './gemini-options.ts'
import { imageIn, imageRequestOf } from './images.ts'
import { videoIn, videoRequestOf } from './veo.ts'

/**
 * Google's Gemini API: images come with the response, Veo's videos from an operation. It accepts no id of
 * ours and lists no prompts, so a start whose response is lost is not repeated.
 */
export const geminiKind = engineKind<GeminiOptions>({
  kind: 'gemini',
  defaultUrl: 'https://generativelanguage.googleapis.com/v1beta',
  apiKey: 'required',
  model: 'required',
  products: ['image.generate', 'image.transform', 'video.generate', 'video.transform'],
  options: geminiOptionsSchema,
  create: createGeminiProvider,
})

function createGeminiProvider(settings: EngineSettings<GeminiOptions>): Provider {
  const { url, apiKey, options, models } = settings
  const http = createEngineHttp({ url, headers: apiKey === undefined ? {} : { 'x-goog-api-key': apiKey } })
  return {
    ...providerBasics(settings),
    submission: 'once',
    serves: (product) => models[product] !== undefined,
    async start(job, signal) {
      const model = models[job.product]
      if (model === undefined) return { kind: 'unavailable', message: `No model is set for ${job.product}.` }
      const input = await job.input?.upright()
      const isVideo = surfaceOf(job.product) === 'video'
      const json = isVideo ? videoRequestOf(job, input, options) : imageRequestOf(job, input, options)
      const path = `models/${model}:${isVideo ? 'predictLongRunning' : 'generateContent'}`
      const call = {
        method: 'POST',
        path,
        body: { json },
        ...(!isVideo && { bytesMax: resultBytesMax }),
      } as const
      const response = await http.call(call, signal)
      return readStart(http, response, isVideo ? (body) => operationIn(body, http) : imageIn, {
        status: refusalIn,
      })
    },
    async poll(job, { signal }) {
      const response = await http.call({ path: String(job.url), bytesMax: resultBytesMax }, signal)
      return readPoll(response, (body) => videoIn(body, http, options))
    },
    // The API cannot stop a Veo operation.
    cancel: async () => 'runs-on',
    check: (signal) => check(http, Object.values(models), signal),
    close: () => http.close(),
  }
}

function operationIn(body: unknown, http: EngineHttp): StartResponse | undefined {
  const name = textAt(body, 'name')
  return name === undefined
    ? undefined
    : { kind: 'started', job: { id: name, url: http.urlOf(`/${name}`).href } }
}

/**
 * Google returns 400 for an unknown key and for an account without permission, and 503 before it takes a
 * request that exceeds its capacity; a front end's 503 has no such status in its body.
 */
function refusalIn(status: number, body: unknown): StartResponse | undefined {
  const message = errorTextOf(body) ?? 'The engine refused the request.'
  const code = textAt(body, 'error.status')
  const isAccount =
    status === 400 && (code === 'FAILED_PRECONDITION' || reasonsIn(body).includes('API_KEY_INVALID'))
  if (isAccount) return { kind: 'unavailable', message }
  const isBusy =
    (status === 503 && code === 'UNAVAILABLE') || (status === 429 && code === 'RESOURCE_EXHAUSTED')
  const retryAfterMs = retryDelayMsIn(body)
  if (isBusy && (status === 503 || retryAfterMs !== undefined))
    return { kind: 'unavailable', message, ...(retryAfterMs !== undefined && { retryAfterMs }) }
  return undefined
}

function reasonsIn(body: unknown): string[] {
  return listAt(body, 'error.details').flatMap((detail) => textAt(detail, 'reason') ?? [])
}

/** The delay of a google.rpc.RetryInfo, such as `31.5s`. */
function retryDelayMsIn(body: unknown): number | undefined {
  for (const detail of listAt(body, 'error.details')) {
    const seconds = /^(\d+(?:\.\d+)?)s$/.exec(textAt(detail, 'retryDelay') ?? '')?.[1]
    if (seconds !== undefined) return Math.ceil(Number(seconds) * 1000)
  }
  return undefined
}

/** Queries what is known of each model, which costs nothing. */
async function check(
  http: EngineHttp,
  models: readonly string[],
  signal: AbortSignal,
): Promise<ProviderCheck> {
  const found: string[] = []
  for (const model of new Set(models)) {
    const response = await http.call({ path: `models/${model}` }, signal)
    const known = readCheck(response, (body) => ({
      reachable: true,
      keyAccepted: true,
      modelFound: true,
      detail: textAt(body, 'displayName') ?? model,
    }))
    if (response.kind === 'responded' && reasonsIn(response.body).includes('API_KEY_INVALID'))
      return { ...known, keyAccepted: false }
    if (response.kind === 'responded' && response.status === 404)
      return { ...known, keyAccepted: true, modelFound: false }
    if (known.modelFound !== true) return known
    found.push(known.detail)
  }
  return { reachable: true, keyAccepted: true, modelFound: true, detail: `Models: ${found.join(', ')}` }
}
