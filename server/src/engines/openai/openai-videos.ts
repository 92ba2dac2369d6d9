import type {
  CancelResponse,
  FindResponse,
  PollResponse,
  Provider,
  StartResponse,
} from '../../core/ports/provider.ts'
import type { EngineHttp } from '../shared/calls/engine-http.ts'
import { errorTextOf } from '../shared/calls/error-text.ts'
import { at, listAt, numberAt, textAt } from '../shared/calls/json-path.ts'
import { describe, readPoll, readStart } from '../shared/calls/response-outcome.ts'
import { type EngineSettings, engineKind, providerBasics, servesProduct } from '../shared/engine-kind.ts'
import { mediaAt } from '../shared/media/download.ts'
import { checkOpenAi, isModerationCode, openAiHttp } from './openai-protocol.ts'
import { type OpenAiVideosOptions, openAiVideosOptionsSchema } from './openai-videos-options.ts'
import { callFor, promptOf } from './openai-videos-start.ts'

/**
 * The videos API that OpenAI designed and has discontinued; vLLM-Omni, SGLang, LiteLLM and new-api still
 * implement it. The address of a job is kept with it, so that a job is always polled where it was started.
 */
export const openaiVideosKind = engineKind<OpenAiVideosOptions>({
  kind: 'openai-videos',
  apiKey: 'optional',
  model: 'optional',
  products: ['video.generate', 'video.transform'],
  options: openAiVideosOptionsSchema,
  create: createOpenAiVideosProvider,
})

function createOpenAiVideosProvider(settings: EngineSettings<OpenAiVideosOptions>): Provider {
  const { options, models } = settings
  const http = openAiHttp(settings)
  return {
    ...providerBasics(settings),
    submission: options.submission,
    serves: (product) =>
      (product === 'video.generate' || product === 'video.transform') && servesProduct(settings, product),
    async start(job, signal) {
      const input = await job.input?.upright()
      const response = await http.call(callFor(settings, job, input), signal)
      return readStart(http, response, (body) => startedIn(body, http))
    },
    ...(options.submission === 'findable' && {
      find: (job, signal) => find(http, promptOf(job, options).prompt, signal),
    }),
    async poll(job, { signal }) {
      const response = await http.call({ path: String(job.url) }, signal)
      return readPoll(response, (body) => stateIn(body, String(job.url), http, options))
    },
    cancel: (job, signal) =>
      options.cancel === 'none' ? Promise.resolve('runs-on') : cancel(http, String(job.url), signal),
    check: (signal) => checkOpenAi(http, models, signal),
    close: () => http.close(),
  }
}

function startedIn(body: unknown, http: EngineHttp): StartResponse | undefined {
  const id = textAt(body, 'id')
  if (id === undefined) return undefined
  return { kind: 'started', job: { id, url: http.urlOf(`videos/${encodeURIComponent(id)}`).href } }
}

/** OpenAI's statuses, and the equivalents of gateways in front of other vendors. */
const stages: Readonly<Record<string, 'queued' | 'running' | 'succeeded' | 'failed'>> = {
  queued: 'queued',
  pending: 'queued',
  in_progress: 'running',
  processing: 'running',
  completed: 'succeeded',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'failed',
  canceled: 'failed',
  expired: 'failed',
}

/** The state of a job in its record. */
function stateIn(
  body: unknown,
  url: string,
  http: EngineHttp,
  options: OpenAiVideosOptions,
): PollResponse | undefined {
  const status = textAt(body, 'status')?.toLowerCase() ?? ''
  const stage = Object.hasOwn(stages, status) ? stages[status] : undefined
  switch (stage) {
    case 'queued':
    case 'running': {
      const percent = numberAt(body, 'progress')
      const progress = percent === undefined ? {} : { progress: Math.min(Math.max(percent / 100, 0), 1) }
      return { kind: 'pending', stage, ...progress }
    }
    case 'succeeded': {
      const link = options.download === 'url' ? textAt(body, 'url') : `${url}/content`
      const missing = {
        kind: 'failed',
        code: 'GENERATION_FAILED',
        message: 'The engine returned no link.',
      } as const
      return link === undefined ? missing : { kind: 'succeeded', outputs: [mediaAt(http, link, options)] }
    }
    case 'failed': {
      const code = isModerationCode(textAt(body, 'error.code') ?? '') ? 'INVALID_INPUT' : 'GENERATION_FAILED'
      return {
        kind: 'failed',
        code,
        message: errorTextOf(body) ?? `The engine reports the job as ${status}.`,
      }
    }
    default:
      return undefined
  }
}

/** As many as the engines return at once; a job beyond them is old, and an earlier search has found it. */
const listedMax = 100

/**
 * Finds the job by its prompt, which its mark makes unique. Absence from the list proves nothing: engines
 * forget jobs, and one of several instances may have responded.
 */
async function find(http: EngineHttp, prompt: string, signal: AbortSignal): Promise<FindResponse> {
  const response = await http.call({ path: `videos?limit=${listedMax}&order=desc` }, signal)
  if (response.kind !== 'responded') return { kind: 'unknown', message: response.message }
  if (response.status !== 200) return { kind: 'unknown', message: describe(response.status, response.body) }
  const record = listAt(response.body, 'data').find((listed) => at(listed, 'prompt') === prompt)
  const started = startedIn(record, http)
  if (started?.kind === 'started') return { kind: 'found', job: started.job }
  return { kind: 'unknown', message: 'The engine does not list the job.' }
}

/** DELETE stops a running job but deletes the record of one that has ended, so the state is read first. */
async function cancel(http: EngineHttp, url: string, signal: AbortSignal): Promise<CancelResponse> {
  const record = await http.call({ path: url }, signal)
  if (record.kind !== 'responded' || record.status !== 200) return 'unknown'
  const stage = stages[textAt(record.body, 'status')?.toLowerCase() ?? '']
  if (stage === 'succeeded' || stage === 'failed') return 'finished'
  const response = await http.call({ method: 'DELETE', path: url }, signal)
  if (response.kind !== 'responded') return 'unknown'
  if (response.status === 200 || response.status === 204) return 'cancelled'
  return response.status === 405 || response.status === 409 ? 'runs-on' : 'unknown'
}
