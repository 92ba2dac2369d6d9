import { type Clock, systemClock } from './clock.js'
import { createImages, createVideos, type Images, type Videos } from './generations.js'
import { type Context, createHttp, initOf, type MediagenHttp, unwrap } from './http.js'
import { createLimiter } from './limiter.js'
import { createTasks, type Tasks } from './tasks.js'
import type {
  Account,
  CallOptions,
  Effect,
  Estimate,
  GalleryExample,
  Order,
  Pricing,
  Surface,
} from './types.js'
import { createUploads, type Uploads } from './uploads.js'

/** Settings of a client. Every one has a default. */
export interface MediagenOptions {
  /**
   * The key of your account. Without one only `pricing`, `effects` and `examples` are answered.
   * @default the environment variable MEDIAGEN_API_KEY, where there is an environment
   */
  readonly apiKey?: string | undefined
  /**
   * Where the service is, without `/api`.
   * @default the environment variable MEDIAGEN_BASE_URL, else http://127.0.0.1:3000
   */
  readonly baseUrl?: string | undefined
  /** The fetch to send everything with, for proxies and tests. @default globalThis.fetch */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** How long to wait for one answer of the service, in milliseconds. @default 30000 */
  readonly timeoutMs?: number | undefined
  /** How long the bytes of one file may take, in either direction, in milliseconds. @default 120000 */
  readonly transferTimeoutMs?: number | undefined
  /** How long a request may take with all its retries, in milliseconds; no pause goes beyond it. @default 120000 */
  readonly totalTimeoutMs?: number | undefined
  /** How often to try again where that may help: after no answer, 408, 429, 500, 502, 503 and 504. @default 4 */
  readonly maxRetries?: number | undefined
  /**
   * How many generations to send in a minute, tries counted; later ones wait for their turn, so that a batch meets no
   * 429. Share out the account's 60 where several processes use it, or set `Infinity`. @default 60
   */
  readonly requestsPerMinute?: number | undefined
  /** The clock to wait by, for tests. @default the computer's */
  readonly clock?: Clock | undefined
  /** A number from 0 to below 1 that spreads retries, for tests. @default Math.random */
  readonly random?: (() => number) | undefined
}

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

  constructor(options: MediagenOptions = {}) {
    const clock = options.clock ?? systemClock
    const transport = {
      // Looked up for each request, so that a fetch which is put in place later counts.
      fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
      clock,
      random: options.random ?? Math.random,
      timeoutMs: options.timeoutMs ?? 30_000,
      transferTimeoutMs: options.transferTimeoutMs ?? 120_000,
      totalTimeoutMs: options.totalTimeoutMs ?? 120_000,
      maxRetries: options.maxRetries ?? 4,
      admit: createLimiter(clock, options.requestsPerMinute ?? 60),
    } satisfies Context['transport']
    const baseUrl = options.baseUrl ?? readEnvironment('MEDIAGEN_BASE_URL') ?? 'http://127.0.0.1:3000'
    const apiKey = options.apiKey ?? readEnvironment('MEDIAGEN_API_KEY')
    this.http = createHttp(transport, { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey })
    this.#context = { transport, http: this.http }
    this.uploads = createUploads(this.#context)
    this.images = createImages(this.#context, this.uploads)
    this.videos = createVideos(this.#context, this.uploads)
    this.tasks = createTasks(this.#context)
  }

  /** The account that the key belongs to, with what it can still spend. */
  async account(options?: CallOptions): Promise<Account> {
    return unwrap(this.#context, await this.http.GET('/api/v1/me', initOf(this.#context, options)))
  }

  /** What everything costs, in exact decimal strings. */
  async pricing(options?: CallOptions): Promise<Pricing> {
    return unwrap(this.#context, await this.http.GET('/api/v1/pricing', initOf(this.#context, options)))
  }

  /**
   * What a generation would cost. Presets of its effect are heeded; prices and effects are read once a minute at most.
   * Takes a whole request, too: `{ product: 'video.generate', ...request }`.
   */
  async estimate(order: Order, options?: CallOptions): Promise<Estimate> {
    const { estimate } = await import('./estimate.js')
    return estimate(this.#context, order, options)
  }

  /** The effects that transformations can apply, of one surface or of both. */
  async effects({ surface, ...options }: CatalogueOptions = {}): Promise<Effect[]> {
    const call = {
      params: { query: surface === undefined ? {} : { surface } },
      ...initOf(this.#context, options),
    }
    return unwrap(this.#context, await this.http.GET('/api/v1/effects', call)).effects
  }

  /** What effects have made of some pictures, of one surface or of both. */
  async examples({ surface, ...options }: CatalogueOptions = {}): Promise<GalleryExample[]> {
    const call = {
      params: { query: surface === undefined ? {} : { surface } },
      ...initOf(this.#context, options),
    }
    return unwrap(this.#context, await this.http.GET('/api/v1/examples', call)).examples
  }
}

/** What part of the catalogue to read. */
export interface CatalogueOptions extends CallOptions {
  /** @default both */
  readonly surface?: Surface | undefined
}

function readEnvironment(name: string): string | undefined {
  return typeof process === 'object' ? process.env?.[name] : undefined
}
