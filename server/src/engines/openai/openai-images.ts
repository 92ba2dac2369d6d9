import type { GenerationJob } from '../../core/ports/generation-job.ts'
import type { UprightImage } from '../../core/ports/media-finisher.ts'
import type { Provider, StartResponse } from '../../core/ports/provider.ts'
import type { EngineCall, EngineHttp } from '../shared/calls/engine-http.ts'
import { errorTextOf } from '../shared/calls/error-text.ts'
import { resultBytesMax } from '../shared/calls/json-limits.ts'
import { at, textAt } from '../shared/calls/json-path.ts'
import { matchesPattern } from '../shared/calls/matches-pattern.ts'
import { readStart } from '../shared/calls/response-outcome.ts'
import { type EngineSettings, engineKind, providerBasics, servesProduct } from '../shared/engine-kind.ts'
import { base64Of, dataUrlOf, mediaOfBase64 } from '../shared/media/base64-media.ts'
import { mediaAt } from '../shared/media/download.ts'
import { fileOf, formOf } from '../shared/media/request-form.ts'
import { nearestAspectRatio } from '../shared/request/fit-size.ts'
import { promptFieldsOf } from '../shared/request/prompt-fields.ts'
import { sizeToAsk } from '../shared/request/size-options.ts'
import { type OpenAiImagesOptions, openAiImagesOptionsSchema } from './openai-images-options.ts'
import { checkOpenAi, isModerationCode, openAiHttp } from './openai-protocol.ts'

type Settings = EngineSettings<OpenAiImagesOptions>

/**
 * The images API of OpenAI and of all engines that implement it. It is synchronous and has no ids: the
 * response contains the image, and an image whose response is lost is lost.
 */
export const openaiImagesKind = engineKind<OpenAiImagesOptions>({
  kind: 'openai-images',
  defaultUrl: 'https://api.openai.com/v1',
  apiKey: 'optional',
  model: 'optional',
  products: ['image.generate', 'image.transform'],
  options: openAiImagesOptionsSchema,
  create: createOpenAiImagesProvider,
})

function createOpenAiImagesProvider(settings: Settings): Provider {
  const { options, models } = settings
  const http = openAiHttp(settings)
  return {
    ...providerBasics(settings),
    submission: options.submission,
    serves(product) {
      const isCarried =
        product === 'image.generate' || (product === 'image.transform' && options.edits !== 'none')
      return isCarried && servesProduct(settings, product)
    },
    async start(job, signal) {
      const input = await job.input?.upright()
      const call = {
        ...callFor(settings, job, input),
        method: 'POST',
        bytesMax: resultBytesMax,
      } as const
      const response = await http.call(call, signal)
      return readStart(http, response, (body) => resultIn(body, http, options), {
        status: (status, body) => accountFault(status, body, options),
      })
    },
    // The response to the start contains the image; there is never a job to poll.
    poll: async () => ({ kind: 'lost' }),
    check: (signal) =>
      checkOpenAi(http, models, signal, (status, body) => accountFault(status, body, options) !== undefined),
    close: () => http.close(),
  }
}

function callFor(
  { models, options }: Settings,
  job: GenerationJob,
  input: UprightImage | undefined,
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
      return {
        path: 'images/edits',
        body: { form: formOf(request, { field: imagePart, file: fileOf(input) }) },
      }
  }
}

function editCall(json: unknown): EngineCall {
  return { path: 'images/edits', body: { json } }
}

function sizeFieldsOf(job: GenerationJob, options: OpenAiImagesOptions): Record<string, string> {
  if (options.aspectRatios !== undefined)
    return { aspect_ratio: nearestAspectRatio(job, options.aspectRatios) }
  const { widthPx, heightPx } = sizeToAsk(job, options)
  return { size: `${widthPx}x${heightPx}` }
}

/** The image, in the response or at a link; or why there is none. */
function resultIn(body: unknown, http: EngineHttp, options: OpenAiImagesOptions): StartResponse | undefined {
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
    ? { kind: 'failed', message: 'The engine returned no image.' }
    : undefined
}

/** Some engines return 400, as for an invalid request, if the key or the account is at fault. */
function accountFault(
  status: number,
  body: unknown,
  { accountErrors }: OpenAiImagesOptions,
): StartResponse | undefined {
  const told = [textAt(body, 'error.code'), errorTextOf(body)]
  const isAccounts = told.some((text) => accountErrors.some((pattern) => matchesPattern(pattern, text ?? '')))
  if (status !== 400 || !isAccounts) return undefined
  return { kind: 'unavailable', message: errorTextOf(body) ?? 'The engine refuses the key or the account.' }
}
