import { type ProductName, productNames } from '../../core/domain/products.ts'
import type { GenerationJob } from '../../core/ports/generation-job.ts'
import type { PollResponse, Provider, ProviderJob, StartResponse } from '../../core/ports/provider.ts'
import { createEngineHttp } from '../shared/calls/engine-http.ts'
import { messageBytesMax } from '../shared/calls/json-limits.ts'
import { type EngineSettings, engineKind, providerBasics } from '../shared/engine-kind.ts'
import { createEngineCalls, type EngineCalls } from '../shared/templates/engine-calls.ts'
import { keyHeader } from '../shared/templates/key-header.ts'
import { placeholdersOf, renderHeaders, type Values } from '../shared/templates/template.ts'
import type { HttpOptions } from './http-options.ts'
import { httpOptionsSchema } from './http-schema.ts'
import { inputValueOf } from './input-value.ts'
import { valuesOf } from './job-values.ts'
import { cancelResponseOf, checkResponseOf, foundIdOf, pollResponseOf } from './poll-reading.ts'
import { mayHaveKey, pollingAddressOf } from './polling-address.ts'
import { jobOf, startResponseOf } from './start-reading.ts'

/**
 * Any engine whose protocol is submit, poll and fetch, or a single synchronous call, defined in the providers
 * file.
 */
export const httpKind = engineKind<HttpOptions>(
  {
    kind: 'http',
    apiKey: 'optional',
    model: 'optional',
    products: productNames,
    options: httpOptionsSchema,
    create: createHttpProvider,
  },
  ({ headers }) => Object.values(headers),
)

function createHttpProvider(settings: EngineSettings<HttpOptions>): Provider {
  const { options, models } = settings
  const { cancel, find, check } = options
  const calls = createCalls(settings)
  const valuesOfJob = (job: ProviderJob): Values => {
    const model = models[productOf(job)]
    return {
      ...(typeof job.id === 'string' && { jobId: job.id }),
      ...(model !== undefined && { model }),
    }
  }
  return {
    ...providerBasics(settings),
    submission: options.idempotent ? 'idempotent' : find === undefined ? 'once' : 'findable',
    serves: (product, tier) => serves(settings, product, tier),
    takesUpright: (product) => options.products[product]?.input !== 'link',
    start: async (job, signal) => await start(calls, settings, job, signal),
    poll: async (job, { signal }) => await poll(calls, options, job, valuesOfJob(job), signal),
    ...(cancel !== undefined && {
      cancel: async (job, signal) =>
        cancelResponseOf(cancel, await calls.send(cancel, valuesOfJob(job), signal)),
    }),
    ...(find !== undefined && {
      async find(job, signal) {
        const product = options.products[job.product]
        const values = product === undefined ? {} : valuesOf(job, product, models[job.product])
        const found = foundIdOf(find, await calls.send(find, values, signal), values)
        return found.kind === 'id' ? { kind: 'found', job: jobOf(job.product, found.id, undefined) } : found
      },
    }),
    async check(signal) {
      const call = { method: 'GET', path: check?.path ?? '/', headers: {} } as const
      const response = await calls.send(call, {}, signal, { bytesMax: messageBytesMax })
      return checkResponseOf(options, response, Object.values(models))
    },
    close: () => calls.http.close(),
  }
}

function createCalls({ url, apiKey, options }: EngineSettings<HttpOptions>): EngineCalls {
  const isFixed = ([, template]: [string, string]) => placeholdersOf(template).length === 0
  const headers = Object.entries(options.headers)
  const keyHeaders = {
    ...keyHeader(options.auth, apiKey),
    ...renderHeaders(Object.fromEntries(headers.filter(isFixed)), {}),
  }
  const http = createEngineHttp({
    url,
    headers: keyHeaders,
    isBehindGateway: options.isBehindGateway,
  })
  return createEngineCalls({
    http,
    keyHeaders,
    headers: Object.fromEntries(headers.filter((header) => !isFixed(header))),
    answerBytesMax: options.answerBytesMax,
    mayHaveKey: (address) => mayHaveKey(http, options, address),
  })
}

function serves(
  { options, models }: EngineSettings<HttpOptions>,
  product: ProductName,
  tier: string,
): boolean {
  const submission = options.products[product]
  if (submission === undefined || submission.tiers?.includes(tier) === false) return false
  return models[product] !== undefined || !placeholdersOf(submission).includes('model')
}

async function start(
  calls: EngineCalls,
  { options, models }: EngineSettings<HttpOptions>,
  job: GenerationJob,
  signal: AbortSignal,
): Promise<StartResponse> {
  const product = options.products[job.product]
  if (product === undefined) return { kind: 'unavailable', message: `It does not serve ${job.product}.` }
  let values = valuesOf(job, product, models[job.product])
  if (job.input !== undefined) {
    const input = await inputValueOf(calls, job.input, product.input, options.upload, values, signal)
    if (input.kind !== 'input') return input
    values = { ...values, input: input.value }
  }
  // Only the response of a synchronous engine contains a result; it comes when the result is done.
  const limits = {
    waitMsMax: Number.POSITIVE_INFINITY,
    ...(options.job !== undefined && { bytesMax: messageBytesMax }),
  }
  const response = await calls.send(product, values, signal, limits)
  if (response === undefined)
    return { kind: 'unavailable', message: 'The path of the submission has no value.' }
  return startResponseOf(calls, options, response, job.product, values)
}

async function poll(
  calls: EngineCalls,
  options: HttpOptions,
  job: ProviderJob,
  values: Values,
  signal: AbortSignal,
): Promise<PollResponse> {
  if (typeof job.pollUrl === 'string') {
    // Checked again, because the file may have changed since the job was started.
    const address = pollingAddressOf(calls.http, options, job.pollUrl)
    if (address.kind === 'refused') return { kind: 'unavailable', message: address.message }
    const response = await calls.follow(address.url, options.poll, values, signal)
    return pollResponseOf(calls, options, response, values, signal)
  }
  const response = options.poll === undefined ? undefined : await calls.send(options.poll, values, signal)
  if (response === undefined) return { kind: 'unavailable', message: 'The path of the poll has no value.' }
  return pollResponseOf(calls, options, response, values, signal)
}

function productOf(job: ProviderJob): ProductName {
  return productNames.find((name) => name === job.product) ?? 'image.generate'
}
