import { checkKey } from './core/api-key.js'
import { type Clock, systemClock } from './core/clock.js'
import type { FetchFunction } from './core/fetch.js'
import type { Hooks } from './core/hooks.js'
import { type CallInit, type Context, callApi, createHttp, type MediagenHttp } from './core/http.js'
import { checkBaseUrl, checkHeaders, checkNumbers } from './core/settings.js'
import { MediagenError } from './errors/mediagen-error.js'
import { generationRequestsPerMinute } from './generated/limits.js'
import { createGenerations, type Images, type Videos } from './generations/generations.js'
import { createTasks, type Tasks } from './generations/tasks.js'
import type {
  Account,
  CallOptions,
  CustomHeaders,
  Effect,
  Estimate,
  GalleryExample,
  Pricing,
  PricingInput,
  Surface,
} from './types.js'
import { createUploads, type Uploads } from './uploads/uploads.js'

/** Settings of a client. Every one has a default. */
export interface MediagenOptions {
  /**
   * The key of your account, or a function that gives it, asked before each call: for keys that change.
   * Without one only `pricing`, `effects` and `examples` are answered.
   * @default the environment variable MEDIAGEN_API_KEY, where there is an environment
   */
  readonly apiKey?: string | (() => string | undefined | Promise<string | undefined>) | undefined
  /**
   * Where the service is, without `/api`.
   * @default the environment variable MEDIAGEN_BASE_URL, else http://127.0.0.1:3000
   */
  readonly baseUrl?: string | undefined
  /**
   * The fetch to send everything with, for proxies and tests: that of undici, node-fetch, cross-fetch or your
   * own. It is called with an address as text and plain options. @default globalThis.fetch
   */
  readonly fetch?: FetchFunction | undefined
  /** Headers for every request to the service, such as those of a gateway; files get none. @default none */
  readonly headers?: CustomHeaders | undefined
  /** How long to wait for one answer of the service, in milliseconds. @default 30000 */
  readonly timeoutMs?: number | undefined
  /** How long the bytes of one file may stand still, in either direction, in milliseconds. @default 120000 */
  readonly transferTimeoutMs?: number | undefined
  /**
   * How long a request may take with all its retries, in milliseconds; no pause goes beyond it. @default
   * 120000
   */
  readonly totalTimeoutMs?: number | undefined
  /**
   * How often to try again where that may help: after no answer, 408, 429, 500, 502, 503 and 504. @default 4
   */
  readonly maxRetries?: number | undefined
  /**
   * How many generations to send in a minute, tries counted; later ones wait for their turn, so that a batch
   * meets no
   * 429. From 1 up: share out the account's 60 where several processes use it, or set `Infinity`. @default 60
   */
  readonly requestsPerMinute?: number | undefined
  /** Told of each request, answer and retry; `logHooks` makes some that write a log. @default none */
  readonly hooks?: Hooks | undefined
  /** The clock to wait by, for tests. @default the computer's */
  readonly clock?: Clock | undefined
  /** A number from 0 to below 1 that spreads retries, for tests. @default Math.random */
  readonly random?: (() => number) | undefined
}

/** Whatever constructing a client does not need. A page that only starts a client stays small. */
const loadCalls = () => import('./calls.js')

/** A client of one mediagen service. Its parts may be taken out of it and passed around on their own. */
export class Mediagen {
  /** Text to image, and image to image. */
  readonly images: Images
  /** Text to video, and image to video. */
  readonly videos: Videos
  /** Reads, cancels and waits for tasks by their ids. */
  readonly tasks: Tasks
  /** Brings in images of your own. */
  readonly uploads: Uploads
  /** The typed openapi-fetch client underneath, for what has no method of its own: same key, same retries. */
  readonly http: MediagenHttp
  readonly #context: Context

  /** Throws MediagenError for a key, an address or a limit that cannot be meant. */
  constructor({
    apiKey = readEnvironment('MEDIAGEN_API_KEY'),
    baseUrl = readEnvironment('MEDIAGEN_BASE_URL') ?? 'http://127.0.0.1:3000',
    fetch,
    headers = {},
    hooks = {},
    timeoutMs = 30_000,
    transferTimeoutMs = 120_000,
    totalTimeoutMs = 120_000,
    maxRetries = 4,
    requestsPerMinute = generationRequestsPerMinute,
    clock = systemClock,
    random = Math.random,
  }: MediagenOptions = {}) {
    const readApiKey = typeof apiKey === 'function' ? apiKey : () => apiKey
    const address = checkBaseUrl(baseUrl)
    if (typeof apiKey === 'string') checkKey(apiKey)
    checkNumbers({ timeoutMs, transferTimeoutMs, totalTimeoutMs, maxRetries })
    checkHeaders(headers)
    if (!(requestsPerMinute >= 1)) throw new MediagenError('requestsPerMinute must be 1 at least')
    const times = { timeoutMs, transferTimeoutMs, totalTimeoutMs }
    const transport = { ...times, fetch, hooks, clock, random, maxRetries, readApiKey, requestsPerMinute }
    this.http = createHttp({ transport, load: loadCalls }, { baseUrl: address, headers })
    const context = { transport, http: this.http, load: loadCalls }
    this.#context = context
    this.uploads = createUploads(context, loadCalls)
    const { images, videos } = createGenerations(context, loadCalls, this.uploads)
    this.images = images
    this.videos = videos
    this.tasks = createTasks(context, loadCalls)
  }

  /**
   * The account that the key belongs to, with what it can still spend.
   * @example
   * const { balance, currency } = await client.account()
   */
  account(options?: CallOptions): Promise<Account> {
    return callApi(this.#context, options, (init) => this.http.GET('/api/v1/me', init))
  }

  /**
   * What everything costs, in exact decimal strings.
   * @example
   * const { products } = await client.pricing()
   */
  pricing(options?: CallOptions): Promise<Pricing> {
    return callApi(this.#context, options, (init) => this.http.GET('/api/v1/pricing', init))
  }

  /**
   * What a generation would cost. Presets of its effect are heeded; prices and effects are read once a minute
   * at most. Takes a whole request, too: `{ product: 'video.generate', ...request }`.
   * @example
   * const { amount } = await client.estimate({ product: 'video.generate', durationSeconds: 8 })
   */
  async estimate(pricingInput: PricingInput, options?: CallOptions): Promise<Estimate> {
    const { estimate } = await loadCalls()
    return estimate(this.#context, pricingInput, options)
  }

  /**
   * What a call resolves to, together with the answer that it came from: its last one, with headers and an
   * unread body; undefined where nothing had to be sent.
   * @example
   * const { data, response } = await client.withResponse((call) => client.account(call))
   */
  async withResponse<Data>(
    work: (call: Pick<CallOptions, 'onResponse'>) => Promise<Data>,
  ): Promise<{ data: Data; response: Response | undefined }> {
    let response: Response | undefined
    const onResponse = (answer: Response) => {
      response = answer
    }
    return { data: await work({ onResponse }), response }
  }

  /**
   * The effects that transformations can apply, of one surface or of both.
   * @example
   * const effects = await client.effects({ surface: 'video' })
   */
  async effects(options?: CatalogueOptions): Promise<Effect[]> {
    const params = { query: queryOf(options) }
    const call = (init: CallInit) => this.http.GET('/api/v1/effects', { params, ...init })
    return (await callApi(this.#context, options, call)).effects
  }

  /**
   * What effects have made of some pictures, of one surface or of both.
   * @example
   * const examples = await client.examples()
   */
  async examples(options?: CatalogueOptions): Promise<GalleryExample[]> {
    const params = { query: queryOf(options) }
    const call = (init: CallInit) => this.http.GET('/api/v1/examples', { params, ...init })
    return (await callApi(this.#context, options, call)).examples
  }
}

/** What part of the catalogue to read. */
export interface CatalogueOptions extends CallOptions {
  /** @default both */
  readonly surface?: Surface | undefined
}

function queryOf({ surface }: CatalogueOptions = {}): { surface?: Surface } {
  return surface ? { surface } : {}
}

function readEnvironment(name: string): string | undefined {
  return typeof process === 'object' ? process.env?.[name] || undefined : undefined
}
