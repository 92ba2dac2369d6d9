import type { GenerationJob, Provider, StartAnswer } from '../../ports/provider.js'
import { nearestAspectRatio, sizeToAsk } from '../engine/asked-size.js'
import { dataUrlOf, mediaOfBase64 } from '../engine/base64-media.js'
import { mediaAt } from '../engine/download.js'
import type { EngineCall, EngineHttp } from '../engine/engine-http.js'
import type { EngineKind, EngineSettings } from '../engine/engine-kind.js'
import { errorTextOf } from '../engine/error-text.js'
import { at, textAt } from '../engine/json-path.js'
import { judgeStart } from '../engine/judge-answer.js'
import { isModelSettled } from '../engine/model-settled.js'
import { checkOpenAi, isModerationCode, openAiHttp } from '../engine/openai-wire.js'
import { promptFieldsOf } from '../engine/plain-prompt.js'
import { type InputPicture, readInput } from '../engine/read-input.js'
import { formOf } from '../engine/request-form.js'
import { type OpenAiImagesOptions, openAiImagesOptions } from './options.js'

type Settings = EngineSettings<OpenAiImagesOptions>

/** A PNG of 4096 by 4096 pixels of noise has 50 MB, as base64 67 MB. */
const answerBytesMax = 96 * 1024 ** 2

/**
 * The images API of OpenAI and of all who speak it. It is synchronous and knows no ids: the picture is in the
 * answer, and one whose answer is lost is lost.
 */
export const openaiImagesKind: EngineKind<OpenAiImagesOptions> = {
  kind: 'openai-images',
  defaultUrl: 'https://api.openai.com/v1',
  apiKey: 'optional',
  model: 'optional',
  products: ['image.generate', 'image.transform'],
  options: openAiImagesOptions,
  create: createOpenAiImages,
}

function createOpenAiImages(settings: Settings): Provider {
  const { name, limits, cost, options, models } = settings
  const http = openAiHttp(settings)
  return {
    name,
    submission: options.submission,
    results: 'raw',
    limits,
    ...(cost !== undefined && { cost }),
    serves(product) {
      const isCarried =
        product === 'image.generate' || (product === 'image.transform' && options.edits !== 'none')
      return isCarried && isModelSettled(settings, product)
    },
    async start(job, signal) {
      const read = await readInput(job)
      if (read.kind !== 'read') return read
      const call = {
        ...callFor(settings, job, read.input),
        method: 'POST',
        bytesMax: answerBytesMax,
      } as const
      const answer = await http.call(call, signal)
      return judgeStart(http, answer, (body) => resultIn(body, http, options), { status: unpaidAccount })
    },
    // A picture comes with the answer to the start; there is never a job to look at.
    poll: async () => ({ kind: 'lost' }),
    check: (signal) => checkOpenAi(http, models, signal),
    close: () => http.close(),
  }
}

function callFor(
  { models, options }: Settings,
  job: GenerationJob,
  input: InputPicture | undefined,
): EngineCall {
  const { seedField, responseFormat, fields, editFields, edits, imagePart } = options
  const model = models[job.product]
  const request = {
    ...(model !== undefined && { model }),
    ...promptFieldsOf(job, options.negativePrompt),
    n: 1,
    ...sizeFieldsOf(job, options),
    ...(responseFormat !== 'omit' && { response_format: responseFormat }),
    ...(seedField !== undefined && { [seedField]: job.seed }),
    ...fields,
    ...(input !== undefined && editFields),
  }
  if (input === undefined) return { path: 'images/generations', body: { json: request } }
  switch (edits) {
    case 'json-images':
      return editCall({ ...request, images: [{ image_url: dataUrlOf(input) }] })
    case 'json-object':
      return editCall({ ...request, image: { url: dataUrlOf(input), type: 'image_url' } })
    case 'json-image':
      return { path: 'images/generations', body: { json: { ...request, image: dataUrlOf(input) } } }
    case 'json-file':
      return { path: 'images/generations', body: { json: { ...request, file: base64Of(input) } } }
    default:
      return { path: 'images/edits', body: { form: formOf(request, { name: imagePart, picture: input }) } }
  }
}

function editCall(json: unknown): EngineCall {
  return { path: 'images/edits', body: { json } }
}

function base64Of({ bytes }: InputPicture): string {
  return Buffer.from(bytes).toString('base64')
}

function sizeFieldsOf(job: GenerationJob, options: OpenAiImagesOptions): Record<string, string> {
  if (options.aspectRatios !== undefined)
    return { aspect_ratio: nearestAspectRatio(job, options.aspectRatios) }
  const { widthPx, heightPx } = sizeToAsk(job, options)
  return { size: `${widthPx}x${heightPx}` }
}

/** The picture, in the answer or behind a link; or why there is none. */
function resultIn(body: unknown, http: EngineHttp, options: OpenAiImagesOptions): StartAnswer | undefined {
  const base64 = textAt(body, 'data.0.b64_json')
  if (base64 !== undefined) return { kind: 'succeeded', outputs: [mediaOfBase64(base64)] }
  const link = textAt(body, 'data.0.url')
  if (link?.startsWith('data:')) return { kind: 'succeeded', outputs: [mediaOfBase64(link)] }
  if (link !== undefined) return { kind: 'succeeded', outputs: [mediaAt(http, link, options)] }
  const fault = errorTextOf(at(body, 'data.0')) ?? errorTextOf(body)
  if (fault !== undefined) {
    const code = textAt(body, 'data.0.error.code') ?? textAt(body, 'error.code') ?? ''
    return { kind: isModerationCode(code) ? 'rejected' : 'failed', message: fault }
  }
  return Array.isArray(at(body, 'data'))
    ? { kind: 'failed', message: 'The engine answered without a picture.' }
    : undefined
}

/** OpenAI answers 400, as to a faulty request, where the account has reached its limit. */
function unpaidAccount(status: number, body: unknown): StartAnswer | undefined {
  if (status !== 400 || textAt(body, 'error.code') !== 'billing_hard_limit_reached') return undefined
  return { kind: 'unavailable', message: errorTextOf(body) ?? 'The limit of the account has been reached.' }
}
