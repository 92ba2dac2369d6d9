import { surfaceOf } from '../../core/domain/products.ts'
import type { Provider, StartResponse } from '../../core/ports/provider.ts'
import { createEngineHttp } from '../shared/calls/engine-http.ts'
import { resultBytesMax } from '../shared/calls/json-limits.ts'
import { listAt, textAt } from '../shared/calls/json-path.ts'
import { readCheck, readStart, startedIn } from '../shared/calls/response-outcome.ts'
import { bearerHeader, type EngineSettings, engineKind, providerBasics } from '../shared/engine-kind.ts'
import { cancelResponseOf, pollResponseOf } from './sdcpp-job.ts'
import { type SdcppOptions, sdcppOptionsSchema } from './sdcpp-options.ts'
import { requestOf } from './sdcpp-request.ts'

/** stable-diffusion.cpp's server, through its native asynchronous API. */
export const sdcppKind = engineKind<SdcppOptions>({
  kind: 'sdcpp',
  apiKey: 'optional',
  model: 'none',
  products: ['image.generate', 'image.transform', 'video.generate', 'video.transform'],
  options: sdcppOptionsSchema,
  create: createSdcppProvider,
})

function createSdcppProvider(settings: EngineSettings<SdcppOptions>): Provider {
  const { options, apiKey } = settings
  const http = createEngineHttp({
    url: settings.url,
    // The server needs no key; a proxy in front of it may.
    headers: bearerHeader(apiKey),
  })
  return {
    ...providerBasics(settings),
    // The server accepts no id of ours and has no list of its jobs.
    submission: 'once',
    serves: (product) => surfaceOf(product) === options.mode,
    async start(job, signal) {
      const response = await http.call(await requestOf(job, options), signal)
      return readStart(http, response, startedIn, { status: refusedMode })
    },
    async poll(job, { signal }) {
      return pollResponseOf(await http.call({ path: pathOf(job.id), bytesMax: resultBytesMax }, signal))
    },
    async cancel(job, signal) {
      const path = `${pathOf(job.id)}/cancel`
      // The response for a finished job contains its result.
      return cancelResponseOf(await http.call({ method: 'POST', path, bytesMax: resultBytesMax }, signal))
    },
    async check(signal) {
      const response = await http.call({ path: 'sdcpp/v1/capabilities' }, signal)
      return readCheck(response, (body) => ({ reachable: true, ...capabilitiesOf(body, options.mode) }))
    },
    close: () => http.close(),
  }
}

/** A job of the other mode is also refused with 400: the operator's file is at fault, not the input. */
function refusedMode(status: number, body: unknown): StartResponse | undefined {
  return status === 400 && /does not support/i.test(textAt(body, 'error') ?? '')
    ? { kind: 'unavailable', message: 'The loaded model does not support this mode.' }
    : undefined
}

function pathOf(id: unknown): string {
  return `sdcpp/v1/jobs/${encodeURIComponent(String(id))}`
}

function capabilitiesOf(
  body: unknown,
  mode: SdcppOptions['mode'],
): { readonly modelFound: boolean; readonly detail: string } {
  const wanted = mode === 'image' ? 'img_gen' : 'vid_gen'
  const modes = supportedModes(body)
  const model = textAt(body, 'model.name') ?? textAt(body, 'model.stem') ?? 'unnamed'
  return {
    modelFound: modes.includes(wanted),
    detail: `model ${model}, modes ${modes.join(', ') || 'none'}${modes.includes(wanted) ? '' : `; ${wanted} is missing`}`,
  }
}

function supportedModes(body: unknown): readonly string[] {
  const modes = listAt(body, 'supported_modes').filter((mode) => typeof mode === 'string')
  const current = textAt(body, 'current_mode')
  return modes.length > 0 || current === undefined ? modes : [current]
}
