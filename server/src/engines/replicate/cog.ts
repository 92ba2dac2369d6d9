import type { PollResponse, Provider, ProviderCheck, StartResponse } from '../../core/ports/provider.ts'
import { createEngineHttp } from '../shared/calls/engine-http.ts'
import { resultBytesMax } from '../shared/calls/json-limits.ts'
import { textAt } from '../shared/calls/json-path.ts'
import { readCheck, readStart } from '../shared/calls/response-outcome.ts'
import { bearerHeader, type EngineSettings, providerBasics } from '../shared/engine-kind.ts'
import { dataUrlOf } from '../shared/media/base64-media.ts'
import { modelInput } from '../shared/request/model-fields.ts'
import { readPrediction } from './prediction.ts'
import type { ReplicateOptions } from './replicate-options.ts'

/**
 * A Cog container. Predictions cannot be queried, so the whole run is one synchronous PUT under the task's
 * id, and aborting it stops the run. The same PUT during the run is refused, and after its end it runs again
 * on the operator's own machine, which costs time and no money.
 */
export function createCogProvider(settings: EngineSettings<ReplicateOptions>): Provider {
  const { options, apiKey, models } = settings
  const http = createEngineHttp({
    url: settings.url,
    headers: bearerHeader(apiKey),
  })
  return {
    ...providerBasics(settings),
    submission: 'idempotent',
    // The container has a single model; the name only says which products it is for.
    serves: (product) => models[product] !== undefined,
    async start(job, signal): Promise<StartResponse> {
      const image = job.input === undefined ? undefined : dataUrlOf(await job.input.upright())
      const response = await http.call(
        {
          method: 'PUT',
          path: `predictions/${job.taskId}`,
          body: { json: { input: modelInput(job, options, image) } },
          bytesMax: resultBytesMax,
        },
        signal,
      )
      return readStart(http, response, (body) =>
        startResponseOf(readPrediction(http, body, { allowedHosts: options.allowedHosts })),
      )
    },
    // Only an earlier version of this provider can have left a job that still has to be polled.
    poll: async () => ({ kind: 'lost' }),
    async check(signal): Promise<ProviderCheck> {
      const response = await http.call({ path: 'health-check' }, signal)
      return readCheck(response, (body) => {
        const status = textAt(body, 'status') ?? 'unknown'
        const isUsable = status === 'READY' || status === 'BUSY'
        return { reachable: true, modelFound: isUsable, detail: `Cog is ${status}` }
      })
    },
    close: () => http.close(),
  }
}

const unclear: StartResponse = {
  kind: 'ambiguous',
  message: 'The run of an earlier start may still be under way.',
}

function startResponseOf(response: PollResponse | undefined): StartResponse {
  if (response === undefined) return unclear
  if (response.kind === 'succeeded') return response
  if (response.kind !== 'failed') return unclear
  const { code, message } = response
  return { kind: code === 'INVALID_INPUT' ? 'rejected' : 'failed', message }
}
