import type { GenerationJob } from '../../core/ports/generation-job.ts'
import type { UprightImage } from '../../core/ports/media-finisher.ts'
import type { Provider, ProviderCheck, StartResponse } from '../../core/ports/provider.ts'
import { createEngineHttp, type EngineHttp } from '../shared/calls/engine-http.ts'
import { errorTextOf } from '../shared/calls/error-text.ts'
import { resultBytesMax } from '../shared/calls/json-limits.ts'
import { at, textAt } from '../shared/calls/json-path.ts'
import { readCheck, readStart } from '../shared/calls/response-outcome.ts'
import { type EngineSettings, engineKind, providerBasics, servesProduct } from '../shared/engine-kind.ts'
import { base64Of, mediaOfBase64 } from '../shared/media/base64-media.ts'
import { promptFieldsOf } from '../shared/request/prompt-fields.ts'
import { sizeToAsk } from '../shared/request/size-options.ts'
import { type SdapiOptions, sdapiOptionsSchema } from './sdapi-options.ts'

/**
 * The API of AUTOMATIC1111's web UI, also implemented by Forge, SD.Next and koboldcpp. It is synchronous; a
 * start whose response was lost is repeated, because the hardware is the operator's own and the seed yields
 * the same image.
 */
export const sdapiKind = engineKind<SdapiOptions>({
  kind: 'sdapi',
  apiKey: 'optional',
  model: 'optional',
  products: ['image.generate', 'image.transform'],
  options: sdapiOptionsSchema,
  create: createSdapiProvider,
})

function createSdapiProvider(settings: EngineSettings<SdapiOptions>): Provider {
  const { url, apiKey, options, models } = settings
  const http = createEngineHttp({
    url,
    headers: apiKey === undefined ? {} : { Authorization: authorizationOf(apiKey) },
    isBehindGateway: options.isBehindGateway,
  })
  return {
    ...providerBasics(settings),
    submission: options.submission,
    serves: (product) => sdapiKind.products.includes(product) && servesProduct(settings, product),
    async start(job, signal) {
      const input = await job.input?.upright()
      const path = input === undefined ? 'sdapi/v1/txt2img' : 'sdapi/v1/img2img'
      const json = requestOf(settings, job, input)
      const call = { method: 'POST', path, body: { json }, bytesMax: resultBytesMax } as const
      return readStart(http, await http.call(call, signal), imageIn, { status: failureIn })
    },
    // The response to the start contains the image; there is never a job to poll.
    poll: async () => ({ kind: 'lost' }),
    check: (signal) => check(http, Object.values(models), signal),
    close: () => http.close(),
  }
}

/** The server supports users and passwords; a gateway in front of it, tokens. */
function authorizationOf(key: string): string {
  return key.includes(':') ? `Basic ${Buffer.from(key).toString('base64')}` : `Bearer ${key}`
}

/** The server keeps nothing: neither the image nor a model that was loaded only for it. */
function requestOf(
  { models, options }: EngineSettings<SdapiOptions>,
  job: GenerationJob,
  input: UprightImage | undefined,
): unknown {
  const { widthPx: width, heightPx: height } = sizeToAsk(job, options)
  const model = models[job.product]
  const overrides = {
    ...(model !== undefined && { sd_model_checkpoint: model }),
    ...objectAt(options.fields, 'override_settings'),
  }
  return {
    ...promptFieldsOf(job, 'field', 'description'),
    width,
    height,
    seed: job.seed,
    batch_size: 1,
    n_iter: 1,
    send_images: true,
    save_images: false,
    do_not_save_samples: true,
    do_not_save_grid: true,
    ...(input !== undefined && {
      init_images: [base64Of(input)],
      denoising_strength: job.effect?.strength ?? options.strength,
      // Scales the input and crops the excess, instead of squeezing it.
      resize_mode: 1,
      include_init_images: false,
    }),
    ...options.fields,
    ...(Object.keys(overrides).length > 0 && { override_settings: overrides }),
  }
}

function objectAt(value: unknown, path: string): object {
  const found = at(value, path)
  return typeof found === 'object' && found !== null ? found : {}
}

function imageIn(body: unknown): StartResponse | undefined {
  const image = textAt(body, 'images.0')
  if (image !== undefined) return { kind: 'succeeded', outputs: [mediaOfBase64(image)] }
  return Array.isArray(at(body, 'images'))
    ? { kind: 'failed', message: 'The engine returned no image; it may have been interrupted.' }
    : undefined
}

/**
 * An exception during the generation is returned as 500 with its text in `errors`: the work has ended and
 * failed.
 */
function failureIn(status: number, body: unknown): StartResponse | undefined {
  const text = textAt(body, 'errors')
  if (status !== 500 || text === undefined) return undefined
  return { kind: 'failed', message: errorTextOf({ message: text }) ?? 'The engine failed.' }
}

/** Requests the list of checkpoints; an engine without that route may still return its options. */
async function check(
  http: EngineHttp,
  models: readonly string[],
  signal: AbortSignal,
): Promise<ProviderCheck> {
  const list = await http.call({ path: 'sdapi/v1/sd-models' }, signal)
  const listed = readCheck(list, (body) => checkpointsIn(body, models))
  if (!listed.reachable || listed.keyAccepted !== undefined) return listed
  const options = await http.call({ path: 'sdapi/v1/options' }, signal)
  return readCheck(options, (body) => ({
    reachable: true,
    keyAccepted: true,
    detail: `Model: ${textAt(body, 'sd_model_checkpoint') ?? 'not reported'}`,
  }))
}

const modelsShownMax = 10

function checkpointsIn(body: unknown, models: readonly string[]): ProviderCheck | undefined {
  if (!Array.isArray(body)) return undefined
  const names = body.map((model) => [textAt(model, 'title'), textAt(model, 'model_name')])
  const titles = names.flatMap(([title]) => title ?? [])
  return {
    reachable: true,
    keyAccepted: true,
    ...(models.length > 0 && {
      modelFound: models.every((model) => names.some((known) => known.includes(model))),
    }),
    detail: `Models: ${titles.slice(0, modelsShownMax).join(', ')}`,
  }
}
