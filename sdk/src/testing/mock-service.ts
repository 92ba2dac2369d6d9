import type { Clock } from '../core/clock.js'
import { multiplyAmount } from '../generations/decimal.js'
import { pricingDefaults } from '../generations/estimate.js'
import type { Effect, Pricing, Product, Task } from '../types.js'
import { createFaults, type Faults } from './faults.js'
import { contractExamples } from './generated/contract-examples.js'
import { errorResponse, jsonResponse } from './mock-responses.js'
import { createMockTasks } from './mock-tasks.js'
import { createMockUploads } from './mock-uploads.js'
import { createVirtualClock } from './virtual-clock.js'

/** Settings of a mock. Every one has a default. */
export interface MockServiceOptions {
  /** What the account can spend at first, as a decimal. @default '100.00' */
  readonly balance?: string | undefined
  /** How long a task waits, in milliseconds of the clock. @default 200 */
  readonly queuedMs?: number | undefined
  /** How long a task runs, in milliseconds of the clock. @default 1000 */
  readonly processingMs?: number | undefined
  /** Generation requests that are let through in any minute of the clock. @default 60 */
  readonly requestsPerMinute?: number | undefined
  /** Uploads that may be open at once. @default 100 */
  readonly openUploadsMax?: number | undefined
  /** Bytes of the uploads that are READY, each counted as 4096 at least. @default 10 GB */
  readonly keptUploadsBytesMax?: number | undefined
  /** The clock that tasks, links and windows go by. @default a virtual one */
  readonly clock?: Clock | undefined
  /**
   * The address that the mock stands for; links lead to where a request was sent to. @default
   * 'https://mediagen.test'
   */
  readonly baseUrl?: string | undefined
}

/** An in-memory mediagen service with tasks, uploads and a balance. */
export interface MockService {
  /** The address that it stands for; give it to the client. */
  readonly baseUrl: string
  /** The clock of the mock; pass a virtual one to the client, too. */
  readonly clock: Clock
  /** A fetch that reaches this service and nothing else. */
  readonly fetch: typeof globalThis.fetch
  /** Fault injection. */
  readonly faults: Faults
  /** What the account can spend by now, as a decimal. */
  balance(): string
  /** How many tasks were accepted. */
  taskCount(): number
  /** Responds to one request; undefined stands for a broken connection. */
  handle(request: Request): Promise<Response | undefined>
}

const products: Readonly<Record<string, Product>> = {
  '/api/v1/images/generations': 'image.generate',
  '/api/v1/images/transformations': 'image.transform',
  '/api/v1/videos/generations': 'video.generate',
  '/api/v1/videos/transformations': 'video.transform',
}
const pricing: Pricing = contractExamples.getPricing.examples.pricing.body
const effects: Effect[] = contractExamples.listEffects.examples.effects.body.effects

/** Makes a stateful mock of the service. Prices, effects and gallery are the contract's examples. */
export function createMockService(options: MockServiceOptions = {}): MockService {
  const { balance = '100.00', queuedMs = 200, processingMs = 1000, requestsPerMinute = 60 } = options
  const { clock = createVirtualClock(), baseUrl = 'https://mediagen.test' } = options
  let micros = microsOf(balance)
  const refund = (price: bigint) => {
    micros += price
  }
  const tasks = createMockTasks(clock, { queuedMs, processingMs }, refund)
  const { openUploadsMax = 100, keptUploadsBytesMax = 10 * 1024 ** 3 } = options
  const uploads = createMockUploads(clock, { openUploadsMax, keptUploadsBytesMax })
  const faults = createFaults(tasks.expireLinks)
  const accepted = new Map<string, { readonly request: string; readonly task: AcceptedByMock }>()
  let recentMs: number[] = []

  const balanceText = () => {
    tasks.settleAll()
    return multiplyAmount('0.000001', Number(micros))
  }

  function generate(
    product: Product,
    body: Record<string, unknown>,
    key: string | null,
  ): Response | undefined {
    const now = clock.now()
    recentMs = recentMs.filter((atMs) => atMs > now - 60_000)
    const injected = faults.takeRateLimit()
    if (injected !== undefined || recentMs.length >= requestsPerMinute) {
      const seconds = injected ?? Math.ceil(((recentMs[0] ?? now) + 60_000 - now) / 1000)
      return errorResponse('RATE_LIMITED', { 'retry-after': String(seconds) })
    }
    recentMs.push(now)
    const request = JSON.stringify([product, body])
    const before = key === null ? undefined : accepted.get(key)
    if (before !== undefined && before.request !== request) return errorResponse('IDEMPOTENCY_CONFLICT')
    if (before === undefined) {
      const problem = validationError(product, body, uploads.isReady)
      if (problem !== undefined) return errorResponse(problem)
      const price = priceOf(product, body)
      tasks.settleAll()
      if (price > micros) return errorResponse('INSUFFICIENT_BALANCE')
      micros -= price
      const task = tasks.add(product, price, faults.takeFailure())
      if (key !== null) accepted.set(key, { request, task })
      return faults.takeDrop() ? undefined : acceptance(task)
    }
    return faults.takeDrop() ? undefined : acceptance(before.task, { 'idempotency-replayed': 'true' })
  }

  function files(request: Request, kind: string, id: string, bytes: Uint8Array): Response | undefined {
    if (kind === 'uploads') return uploads.put(id, request.headers.get('content-type'), bytes)
    const result = tasks.open(id, new URL(request.url).searchParams.get('link'))
    if (result === undefined) return new Response(null, { status: 403 })
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.get('range') ?? '')?.[1] ?? 0)
    if (from >= result.length) {
      return new Response(null, { status: 416, headers: { 'content-range': `bytes */${result.length}` } })
    }
    const rest = result.slice(from)
    // Half of what is left comes, then the connection ends.
    const sent = faults.takeBreak() ? rest.slice(0, Math.ceil(rest.length / 2)) : rest
    const range = `bytes ${from}-${result.length - 1}/${result.length}`
    return from > 0
      ? new Response(sent, { status: 206, headers: { 'content-range': range } })
      : new Response(sent)
  }

  async function handle(request: Request): Promise<Response | undefined> {
    const { origin, pathname: path } = new URL(request.url)
    const [, root = '', , kind = '', id = '', action = ''] = path.split('/')
    const bytes = new Uint8Array(await request.arrayBuffer())
    if (root === 'files') return files(request, path.split('/')[2] ?? '', path.split('/')[3] ?? '', bytes)
    const fault = faults.takeError()
    if (fault !== undefined) return errorResponse(fault)
    const route = `${request.method} ${kind}`
    if (route === 'GET pricing') return jsonResponse(pricing)
    const surface = new URL(request.url).searchParams.get('surface')
    if (route === 'GET effects') {
      return jsonResponse({ effects: effects.filter((one) => surface === null || one.surface === surface) })
    }
    if (route === 'GET examples') return jsonResponse(contractExamples.listExamples.examples.examples.body)
    if (!request.headers.get('authorization')?.startsWith('Bearer ')) return errorResponse('UNAUTHENTICATED')
    if (route === 'GET me')
      return jsonResponse({ id: 'mock-account', balance: balanceText(), currency: 'USD' })
    const body = bytes.length === 0 ? {} : parseObject(bytes)
    if (body === undefined) return errorResponse('INVALID_JSON')
    const product = products[path]
    if (request.method === 'POST' && product !== undefined) {
      return generate(product, body, request.headers.get('idempotency-key'))
    }
    if (kind === 'tasks' && id !== '') return action === 'cancel' ? cancel(id) : view(id, origin)
    if (route === 'POST uploads')
      return id === '' ? uploads.create(body.contentType, origin) : uploads.complete(id)
    if (route === 'GET uploads') return uploads.read(id)
    return jsonResponse(
      { status: 404, code: 'NOT_FOUND', message: 'No such address', requestId: 'mock' },
      404,
    )
  }

  function view(id: string, origin: string): Response {
    const task = tasks.view(id, origin)
    return task === undefined ? errorResponse('TASK_NOT_FOUND') : jsonResponse(task)
  }

  function cancel(id: string): Response {
    const isCancelled = tasks.cancel(id)
    if (isCancelled === undefined) return errorResponse('TASK_NOT_FOUND')
    return isCancelled ? jsonResponse({ id, status: 'CANCELLED' }) : errorResponse('TASK_NOT_CANCELLABLE')
  }

  return {
    baseUrl,
    clock,
    faults,
    handle,
    balance: balanceText,
    taskCount: tasks.size,
    async fetch(input, init) {
      const request = new Request(input, init)
      request.signal.throwIfAborted()
      const response = await handle(request)
      if (response === undefined)
        throw new TypeError('fetch failed', { cause: new Error('the mock hung up') })
      return response
    },
  }
}

type AcceptedByMock = Pick<Task, 'id' | 'createdAt'>

function acceptance({ id, createdAt }: AcceptedByMock, headers: Record<string, string> = {}): Response {
  return jsonResponse({ id, status: 'QUEUED', createdAt }, 200, headers)
}

/** The error code of a request that the mock rejects by its state; field formats are left to the types. */
function validationError(product: Product, body: Record<string, unknown>, isReady: (id: string) => boolean) {
  const needsPrompt =
    product.endsWith('generate') || (product === 'image.transform' && body.effectId === undefined)
  if (needsPrompt && (typeof body.prompt !== 'string' || body.prompt === '')) return 'INVALID_REQUEST'
  if (product.endsWith('generate')) return undefined
  if (typeof body.assetId !== 'string' || !isReady(body.assetId)) return 'ASSET_NOT_USABLE'
  const surface = product === 'image.transform' ? 'image' : 'video'
  const isKnown = effects.some((effect) => effect.id === body.effectId && effect.surface === surface)
  return isKnown || (body.effectId === undefined && surface === 'image') ? undefined : 'EFFECT_NOT_USABLE'
}

function priceOf(product: Product, body: Record<string, unknown>): bigint {
  const presets = effects.find(({ id }) => id === body.effectId)?.defaults ?? {}
  const input = { ...pricingDefaults[product], ...presets, ...body }
  const priced = pricing.products.find((one) => one.product === product)
  const unitPrice = priced?.tiers.find(({ tier }) => tier === input.resolution)?.unitPrice ?? '0.00'
  return microsOf(multiplyAmount(unitPrice, priced?.unit === 'second' ? Number(input.durationSeconds) : 1))
}

function microsOf(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(6, '0'))
}

/** The JSON object that a body is; undefined where it is none. */
function parseObject(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
