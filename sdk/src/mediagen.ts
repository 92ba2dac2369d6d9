import { checkKey } from './core/api-key.js'
import { checkSpelling } from './core/check-names.js'
import { type Clock, systemClock } from './core/clock.js'
import type { FetchFunction } from './core/fetch.js'
import type { Hooks } from './core/hooks.js'
import { type CallInit, type Context, callApi, createHttp, type MediagenHttp } from './core/http.js'
import { keyHeader } from './core/idempotency-key.js'
import { reliedOn } from './core/relied-on.js'
import {
  checkBaseUrl,
  checkInput,
  checkNumbers,
  checkPlatform,
  defaultBaseUrl,
  readEnvironment,
  readHeaders,
} from './core/settings.js'
import { activeTraceparent } from './core/traceparent.js'
import { MediagenError } from './errors/mediagen-error.js'
import { estimate } from './generations/estimate.js'
import { generateMany } from './generations/generate-many.js'
import { createGenerations, type Images, type Videos } from './generations/generations.js'
import { createTasks, type Tasks } from './generations/tasks.js'
import type {
  Account,
  BatchOptions,
  BatchOutcome,
  CallOptions,
  CustomHeaders,
  Effect,
  Estimate,
  FinishedTask,
  GalleryExample,
  Pricing,
  PricingInput,
  Surface,
  TaskHandle,
  Usage,
  UsageOptions,
} from './types/index.js'
import { createUploads, type Uploads } from './uploads/uploads.js'

/** Settings of a client. Every one has a default. */
export interface MediagenOptions {
  /**
   * Your account's API key, or a function that returns it, called before each request: for keys that change.
   * Without a key only `pricing`, `effects` and `examples` work. @default the environment variable
   * MEDIAGEN_API_KEY, if there is an environment
   */
  readonly apiKey?: string | (() => string | undefined | Promise<string | undefined>) | undefined
  /**
   * Where the service is, without `/api`.
   * @default the environment variable MEDIAGEN_BASE_URL, else http://127.0.0.1:3000
   */
  readonly baseUrl?: string | undefined
  /**
   * The fetch that sends all requests, for proxies and tests: that of undici, node-fetch, cross-fetch or your
   * own. It is called with a string URL and plain options. @default globalThis.fetch
   */
  readonly fetch?: FetchFunction | undefined
  /**
   * Headers for every request to the service, such as those of a gateway; signed URLs get none. @default none
   */
  readonly headers?: CustomHeaders | undefined
  /** How long to wait for one response of the service, in milliseconds. @default 30000 */
  readonly timeoutMs?: number | undefined
  /** How long a file transfer may stall, in either direction, in milliseconds. @default 120000 */
  readonly transferTimeoutMs?: number | undefined
  /**
   * How long a request may take including all retries, in milliseconds; no pause exceeds it. @default 120000
   */
  readonly totalTimeoutMs?: number | undefined
  /** How often to retry after a lost connection, 408, 429, 500, 502, 503, 504 or 520 to 524. @default 4 */
  readonly maxRetries?: number | undefined
  /**
   * Generations to send per minute, including retries; later ones wait, so that a batch gets no 429. At least
   * 1: divide the account's number among processes that share it, or set `Infinity`.
   * @default what the service tells with each accepted generation; 60 before the first
   */
  readonly requestsPerMinute?: number | undefined
  /**
   * Returns the trace that the next generation belongs to, as a `traceparent` of W3C Trace Context: the
   * service stores it with the task, logs it and passes it on to the engine.
   * @default the active span of `@opentelemetry/api`, outside of pages and where the application has set
   * OpenTelemetry up
   */
  readonly traceparent?: (() => string | undefined) | undefined
  /** Called for each request, response and retry; `logHooks` creates hooks that write a log. @default none */
  readonly hooks?: Hooks | undefined
  /** The clock for waits and timeouts, for tests. @default the system clock */
  readonly clock?: Clock | undefined
  /** Returns a number from 0 to below 1 that spreads retries, for tests. @default Math.random */
  readonly random?: (() => number) | undefined
}

const clientOptions = {
  apiKey: true,
  baseUrl: true,
  fetch: true,
  headers: true,
  hooks: true,
  timeoutMs: true,
  transferTimeoutMs: true,
  totalTimeoutMs: true,
  maxRetries: true,
  requestsPerMinute: true,
  traceparent: true,
  clock: true,
  random: true,
} as const satisfies Record<keyof MediagenOptions, true>

/** A client of one mediagen service. Its properties work on their own and can be passed around. */
export class Mediagen {
  /** Text to image, and image to image. */
  readonly images: Images
  /** Text to video, and image to video. */
  readonly videos: Videos
  /** Lists the account's tasks; polls, cancels and waits for them by id. */
  readonly tasks: Tasks
  /** Uploads your own images. */
  readonly uploads: Uploads
  /** The typed openapi-fetch client underneath, for operations without a method: same key, same retries. */
  readonly http: MediagenHttp
  readonly #context: Context

  /** Throws a MediagenError for an invalid key, URL or limit. */
  constructor(options: MediagenOptions = {}) {
    checkInput(options, 'apiKey')
    const {
      apiKey = readEnvironment('MEDIAGEN_API_KEY'),
      baseUrl = defaultBaseUrl(),
      fetch,
      headers,
      hooks = {},
      timeoutMs = 30_000,
      transferTimeoutMs = 120_000,
      totalTimeoutMs = 120_000,
      maxRetries = 4,
      requestsPerMinute,
      traceparent = activeTraceparent,
      clock = systemClock,
      random = Math.random,
    } = options
    checkPlatform()
    // The service of the testing kit is given whole, which has more.
    checkSpelling(options, clientOptions)
    const readApiKey = typeof apiKey === 'function' ? apiKey : () => apiKey
    const address = checkBaseUrl(baseUrl)
    if (typeof apiKey === 'string') checkKey(apiKey)
    checkNumbers({ timeoutMs, transferTimeoutMs, totalTimeoutMs, maxRetries })
    const ownHeaders = readHeaders(headers)
    if (ownHeaders.has(keyHeader))
      throw new MediagenError('headers of a client cannot have an Idempotency-Key')
    if (requestsPerMinute !== undefined && !(requestsPerMinute >= 1))
      throw new MediagenError('requestsPerMinute must be 1 at least')
    const times = { timeoutMs, transferTimeoutMs, totalTimeoutMs }
    const sending = { fetch, hooks, clock, random, maxRetries, requestsPerMinute }
    const transport = { ...times, ...sending, readApiKey, readTraceparent: traceparent }
    this.http = createHttp(transport, { baseUrl: address, headers: ownHeaders })
    const context = { transport, http: this.http, isParticular: ownHeaders.has('prefer') }
    this.#context = context
    const { uploads, upload } = createUploads(context)
    this.uploads = uploads
    const { images, videos } = createGenerations(context, upload)
    this.images = images
    this.videos = videos
    this.tasks = createTasks(context)
  }

  /**
   * The account that the key belongs to, with its available balance.
   * @example
   * const { balance, currency } = await client.account()
   */
  account(options?: CallOptions): Promise<Account> {
    return callApi(this.#context, reliedOn.account, options, (init) => this.http.GET('/api/v1/me', init))
  }

  /**
   * How many tasks ended on each day, by product and key, and what was charged: this month so far, or up to
   * 92 days.
   * @example
   * const { charged, days } = await client.usage({ from: '2026-03-01', to: '2026-03-31' })
   */
  async usage({ from, to, ...options }: UsageOptions = {}): Promise<Usage> {
    checkSpelling(options, { from, to })
    const query = {
      ...(from !== undefined && { from: dayOf(from) }),
      ...(to !== undefined && { to: dayOf(to) }),
    }
    return callApi(this.#context, reliedOn.usage, options, (init) =>
      this.http.GET('/api/v1/usage', { params: { query }, ...init }),
    )
  }

  /**
   * The price list, in exact decimal strings.
   * @example
   * const { products } = await client.pricing()
   */
  pricing(options?: CallOptions): Promise<Pricing> {
    return callApi(this.#context, reliedOn.pricing, options, (init) => this.http.GET('/api/v1/pricing', init))
  }

  /**
   * What a generation would cost, including its effect's presets. Prices and effects are read at most once a
   * minute. Also takes a complete request: `{ product: 'video.generate', ...request }`.
   * @example
   * const { amount } = await client.estimate({ product: 'video.generate', durationSeconds: 8 })
   */
  estimate(pricingInput: PricingInput, options?: CallOptions): Promise<Estimate> {
    return estimate(this.#context, pricingInput, options)
  }

  /**
   * Orders one generation for each input and waits for them, 100 at a time. Resolves to the outcomes in the
   * order of the inputs and rejects for none of them: a failure ends no other, except that nothing more is
   * ordered once the account or its key is rejected, as for want of balance. `order` gets the batch's signal.
   * Rejects with a MediagenError for an invalid `concurrency`.
   * @example
   * const outcomes = await client.generateMany(prompts, (prompt, call) => client.images.generate({ prompt }, call))
   * for (const { input, error } of outcomes) if (error) console.error(input, error)
   */
  generateMany<Input, Handle extends TaskHandle, Result = FinishedTask>(
    inputs: readonly Input[],
    order: (input: Input, call: Pick<CallOptions, 'signal'>, index: number) => Handle | Promise<Handle>,
    options?: BatchOptions<Input, Handle, Result>,
  ): Promise<BatchOutcome<Input, Handle, Result>[]> {
    return generateMany(inputs, order, options)
  }

  /**
   * The result of a call with its last response, which has its headers and an unread body; undefined if
   * nothing had to be sent.
   * @example
   * const { data, response } = await client.withResponse((call) => client.account(call))
   */
  async withResponse<Data>(
    work: (call: Pick<CallOptions, 'onResponse'>) => Promise<Data>,
  ): Promise<{ data: Data; response: Response | undefined }> {
    let response: Response | undefined
    const onResponse = (received: Response) => {
      response = received
    }
    return { data: await work({ onResponse }), response }
  }

  /**
   * The effects that transformations can apply, for one surface or for both.
   * @example
   * const effects = await client.effects({ surface: 'video' })
   */
  async effects(options?: CatalogueOptions): Promise<Effect[]> {
    const params = { query: queryOf(options) }
    const call = (init: CallInit) => this.http.GET('/api/v1/effects', { params, ...init })
    return (await callApi(this.#context, reliedOn.effects, options, call)).effects
  }

  /**
   * Examples of what effects do, for one surface or for both.
   * @example
   * const examples = await client.examples()
   */
  async examples(options?: CatalogueOptions): Promise<GalleryExample[]> {
    const params = { query: queryOf(options) }
    const call = (init: CallInit) => this.http.GET('/api/v1/examples', { params, ...init })
    return (await callApi(this.#context, reliedOn.examples, options, call)).examples
  }
}

/** Which part of the catalogue to read. */
export interface CatalogueOptions extends CallOptions {
  /** @default both */
  readonly surface?: Surface | undefined
}

function queryOf({ surface, ...others }: CatalogueOptions = {}): { surface?: Surface } {
  checkSpelling(others, { surface })
  return surface ? { surface } : {}
}

function dayOf(day: Date | string): string {
  return typeof day === 'string' ? day : day.toISOString().slice(0, 'YYYY-MM-DD'.length)
}
