import type { GenerationJob, Provider, ProviderCheck, StartAnswer } from '../../ports/provider.js'
import { sizeToAsk } from '../engine/asked-size.js'
import { mediaOfBase64 } from '../engine/base64-media.js'
import { createEngineHttp, type EngineHttp } from '../engine/engine-http.js'
import type { EngineKind, EngineSettings } from '../engine/engine-kind.js'
import { errorTextOf } from '../engine/error-text.js'
import { at, textAt } from '../engine/json-path.js'
import { judgeStart } from '../engine/judge-answer.js'
import { isModelSettled } from '../engine/model-settled.js'
import { promptFieldsOf } from '../engine/plain-prompt.js'
import { type InputPicture, readInput } from '../engine/read-input.js'
import { describe } from '../engine/start-answer.js'
import { type SdapiOptions, sdapiOptions } from './options.js'

/**
 * The API of AUTOMATIC1111's web UI and of those who took it over: Forge, SD.Next, koboldcpp. It is
 * synchronous; a start is repeated where its answer was lost, for the hardware is the operator's own and the
 * seed makes the same picture.
 */
export const sdapiKind: EngineKind<SdapiOptions> = {
  kind: 'sdapi',
  apiKey: 'optional',
  model: 'optional',
  products: ['image.generate', 'image.transform'],
  options: sdapiOptions,
  create: createSdapi,
}

/** A PNG of the largest size that the options allow, as base64. */
const answerBytesMax = 96 * 1024 ** 2

function createSdapi(settings: EngineSettings<SdapiOptions>): Provider {
  const { name, url, apiKey, limits, cost, options, models } = settings
  const http = createEngineHttp({
    url,
    headers: apiKey === undefined ? {} : { Authorization: authorizationOf(apiKey) },
    ...(options.gateway !== undefined && { isBehindGateway: options.gateway }),
  })
  return {
    name,
    submission: options.submission,
    results: 'raw',
    limits,
    ...(cost !== undefined && { cost }),
    serves: (product) => sdapiKind.products.includes(product) && isModelSettled(settings, product),
    async start(job, signal) {
      const read = await readInput(job)
      if (read.kind !== 'read') return read
      const path = read.input === undefined ? 'sdapi/v1/txt2img' : 'sdapi/v1/img2img'
      const json = requestOf(settings, job, read.input)
      const call = { method: 'POST', path, body: { json }, bytesMax: answerBytesMax } as const
      return judgeStart(http, await http.call(call, signal), pictureIn, { status: failureIn })
    },
    // A picture comes with the answer to the start; there is never a job to look at.
    poll: async () => ({ kind: 'lost' }),
    check: (signal) => check(http, Object.values(models), signal),
    close: () => http.close(),
  }
}

/** The server knows users and passwords; a gateway in front of it, tokens. */
function authorizationOf(key: string): string {
  return key.includes(':') ? `Basic ${Buffer.from(key).toString('base64')}` : `Bearer ${key}`
}

/** Nothing is kept on the server: neither the picture nor a model that was loaded for it alone. */
function requestOf(
  { models, options }: EngineSettings<SdapiOptions>,
  job: GenerationJob,
  input: InputPicture | undefined,
): unknown {
  const { widthPx: width, heightPx: height } = sizeToAsk(job, options)
  const model = models[job.product]
  const overrides = {
    ...(model !== undefined && { sd_model_checkpoint: model }),
    ...objectAt(options.fields, 'override_settings'),
  }
  return {
    ...promptFieldsOf(job, 'field'),
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
      init_images: [Buffer.from(input.bytes).toString('base64')],
      denoising_strength: job.effect?.strength ?? options.strength,
      // Scales the input and cuts what is too much, in the place of squeezing it.
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

function pictureIn(body: unknown): StartAnswer | undefined {
  const picture = textAt(body, 'images.0')
  if (picture !== undefined) return { kind: 'succeeded', outputs: [mediaOfBase64(picture)] }
  return Array.isArray(at(body, 'images'))
    ? { kind: 'failed', message: 'The engine answered without a picture; it may have been interrupted.' }
    : undefined
}

/**
 * An exception of the generation itself is told as 500 with its text in `errors`: the work is over, and
 * failed.
 */
function failureIn(status: number, body: unknown): StartAnswer | undefined {
  const text = textAt(body, 'errors')
  if (status !== 500 || text === undefined) return undefined
  return { kind: 'failed', message: errorTextOf({ message: text }) ?? 'The engine failed.' }
}

/** Asks for the list of checkpoints; an engine without that route may still answer with its options. */
async function check(
  http: EngineHttp,
  models: readonly string[],
  signal: AbortSignal,
): Promise<ProviderCheck> {
  const answer = await http.call({ path: 'sdapi/v1/sd-models' }, signal)
  if (answer.kind !== 'answered') return { reachable: false, detail: answer.message }
  const { status, body } = answer
  if (status === 401 || status === 403)
    return { reachable: true, keyAccepted: false, detail: describe(status, body) }
  if (status !== 200 || !Array.isArray(body)) return checkOptions(http, signal)
  const names = body.map((model) => [textAt(model, 'title'), textAt(model, 'model_name')])
  return {
    reachable: true,
    keyAccepted: true,
    ...(models.length > 0 && {
      modelFound: models.every((model) => names.some((known) => known.includes(model))),
    }),
    detail: `Models: ${names
      .flatMap(([title]) => title ?? [])
      .slice(0, 10)
      .join(', ')}`,
  }
}

async function checkOptions(http: EngineHttp, signal: AbortSignal): Promise<ProviderCheck> {
  const answer = await http.call({ path: 'sdapi/v1/options' }, signal)
  if (answer.kind !== 'answered') return { reachable: false, detail: answer.message }
  const { status, body } = answer
  if (status !== 200) return { reachable: true, detail: describe(status, body) }
  return {
    reachable: true,
    keyAccepted: true,
    detail: `Model: ${textAt(body, 'sd_model_checkpoint') ?? 'not told'}`,
  }
}
