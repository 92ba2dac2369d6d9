import type { PollAnswer, Provider, ProviderCheck, StartAnswer } from '../../ports/provider.js'
import { dataUrlOf } from '../engine/base64-media.js'
import { createEngineHttp } from '../engine/engine-http.js'
import type { EngineSettings } from '../engine/engine-kind.js'
import { textAt } from '../engine/json-path.js'
import { modelInput } from '../engine/model-fields.js'
import { refusedCheck } from '../engine/refused-poll.js'
import { refusedStart } from '../engine/start-answer.js'
import { predictionBytesMax, readPrediction } from './prediction.js'
import type { ReplicateOptions } from './replicate-options.js'

/**
 * A container of Cog's. A prediction cannot be asked about, so the whole run is one synchronous PUT under the
 * task's id, and giving it up stops the run. The same PUT while it runs is told so, and after its end it runs
 * again on the operator's own machine, which costs time and no money.
 */
export function createCogProvider(settings: EngineSettings<ReplicateOptions>): Provider {
  const { name, limits, cost, options, apiKey, models } = settings
  const http = createEngineHttp({
    url: settings.url,
    ...(apiKey !== undefined && { headers: { Authorization: `Bearer ${apiKey}` } }),
  })
  return {
    name,
    submission: 'idempotent',
    results: 'raw',
    limits,
    ...(cost !== undefined && { cost }),
    // The container has its one model; the name says only which products it is for.
    serves: (product) => models[product] !== undefined,
    async start(job, signal): Promise<StartAnswer> {
      const image = job.input === undefined ? undefined : dataUrlOf(await job.input.upright())
      const answer = await http.call(
        {
          method: 'PUT',
          path: `predictions/${job.taskId}`,
          body: { json: { input: modelInput(job, options, image) } },
          bytesMax: predictionBytesMax,
        },
        signal,
      )
      const refused = refusedStart(http, answer)
      if (refused !== undefined || answer.kind !== 'answered') return refused ?? unclear
      return startAnswerOf(readPrediction(http, answer.body, { allowedHosts: options.allowedHosts }))
    },
    // Only an earlier version of this provider can have left a job that is still to be asked about.
    poll: async () => ({ kind: 'lost' }),
    async check(signal): Promise<ProviderCheck> {
      const answer = await http.call({ path: 'health-check' }, signal)
      const refused = refusedCheck(answer)
      if (refused !== undefined || answer.kind !== 'answered')
        return refused ?? { reachable: false, detail: '' }
      const status = textAt(answer.body, 'status') ?? 'unknown'
      const isUsable = status === 'READY' || status === 'BUSY'
      return { reachable: true, modelFound: isUsable, detail: `Cog is ${status}` }
    },
    close: () => http.close(),
  }
}

const unclear: StartAnswer = {
  kind: 'ambiguous',
  message: 'The run of an earlier start may still be under way.',
}

function startAnswerOf(answer: PollAnswer): StartAnswer {
  if (answer.kind === 'succeeded') return answer
  if (answer.kind !== 'failed') return unclear
  const { code, message } = answer
  return { kind: code === 'INVALID_INPUT' ? 'rejected' : 'failed', message }
}
