import type { Clock } from '../core/clock.js'
import * as limits from '../generated/limits.js'
import type { Effect, Pricing, Product, RemovedResult } from '../types/index.js'
import { createFaults, type Faults } from './faults.js'
import { contractExamples } from './generated/contract-examples.js'
import { createMockAccount, createMockGenerations } from './mock-generations.js'
import { createMockHistory } from './mock-history.js'
import { holdWhile } from './mock-hold.js'
import { countedId, randomId } from './mock-ids.js'
import { type MockRequest, readMockRequest } from './mock-request.js'
import { emptyResponse, errorResponse, jsonResponse } from './mock-responses.js'
import { createMockTasks, type MockTask, type TaskTime } from './mock-tasks.js'
import { createMockUploads } from './mock-uploads.js'
import { preferredExample } from './preferred-example.js'
import { exampleFile } from './sample-file.js'
import { serveFile } from './serve-file.js'
import { seenBy, tagOf } from './state-tags.js'
import { createVirtualClock } from './virtual-clock.js'

/** Settings of a mock. Every one has a default. */
export interface MockServiceOptions {
  /** The account's initial balance, as a decimal. @default '100.00' */
  readonly balance?: string | undefined
  /** How long tasks wait, in milliseconds of the clock, or a function for each task. @default 200 */
  readonly queuedMs?: TaskTime | undefined
  /** How long tasks run, in milliseconds of the clock, or a function for each task. @default 1000 */
  readonly processingMs?: TaskTime | undefined
  /** Whether a task that runs for more than two seconds tells its progress. @default true */
  readonly progress?: boolean | undefined
  /** Generation requests that are admitted in any minute of the clock. @default 60 */
  readonly requestsPerMinute?: number | undefined
  /** Limit for unfinished tasks. @default none */
  readonly tasksOpenMax?: number | undefined
  /** Limit for open uploads. @default 100 */
  readonly openUploadsMax?: number | undefined
  /** Limit for the bytes of all READY uploads, each counted as at least 4096. @default 10 GB */
  readonly keptUploadsBytesMax?: number | undefined
  /** The available effects. @default those of the contract's examples */
  readonly effects?: readonly Effect[] | undefined
  /** The price list. @default that of the contract's examples */
  readonly pricing?: Pricing | undefined
  /**
   * The result of a task, with its content type; undefined for the default. @default a small PNG or MP4 that
   * names its task in its metadata
   */
  readonly result?: ((task: MockTask) => Blob | undefined) | undefined
  /**
   * How tasks and uploads are named: `task1` and so on, or randomly as the service does, so that an id that a page has
   * kept means nothing to another mock. @default 'counted', and 'random' for a mock server
   */
  readonly ids?: 'counted' | 'random' | undefined
  /** The clock for tasks, links and upload windows. @default a virtual one */
  readonly clock?: Clock | undefined
  /**
   * The mock's base URL; links lead to the address that the request was sent to.
   * @default 'https://mediagen.test'
   */
  readonly baseUrl?: string | undefined
}

/** An in-memory mediagen service with tasks, uploads and a balance. */
export interface MockService {
  /** The mock's base URL; give it to the client. */
  readonly baseUrl: string
  /** The clock of the mock; pass a virtual one to the client, too. */
  readonly clock: Clock
  /** A fetch that reaches this service and nothing else. */
  readonly fetch: typeof globalThis.fetch
  /** Fault injection. */
  readonly faults: Faults
  /** The account's current balance, as a decimal. */
  balance(): string
  /** How many tasks were accepted. */
  taskCount(): number
  /**
   * Removes the result of a succeeded task, as a service does that keeps results for a limited time.
   * @default code: RESULT_EXPIRED
   */
  removeResult(taskId: string, code?: RemovedResult['code']): void
  /** Responds to one request; undefined means a broken connection. */
  handle(request: Request): Promise<Response | undefined>
}

const products = {
  generateImage: 'image.generate',
  transformImage: 'image.transform',
  generateVideo: 'video.generate',
  transformVideo: 'video.transform',
} as const satisfies Record<string, Product>

/** Creates a stateful mock of the service, which validates requests with the contract's validators. */
export function createMockService(options: MockServiceOptions = {}): MockService {
  const { balance = '100.00', queuedMs = 200, processingMs = 1000, progress = true } = options
  const { requestsPerMinute = limits.generationRequestsPerMinute } = options
  const { clock = createVirtualClock(), baseUrl = 'https://mediagen.test', result } = options
  const makeId = options.ids === 'random' ? randomId : countedId
  const { pricing = contractExamples.getPricing.examples.pricing.body } = options
  const { effects = contractExamples.listEffects.examples.effects.body.effects } = options
  const { tasksOpenMax = Infinity, openUploadsMax = limits.openUploadsMax } = options
  const { keptUploadsBytesMax = limits.keptUploadsBytesMax } = options
  const account = createMockAccount(balance)
  const tasks = createMockTasks(clock, { queuedMs, processingMs, progress, result, makeId }, account.refund)
  const faults = createFaults(tasks.expireLinks)
  const uploads = createMockUploads(
    clock,
    { openUploadsMax, keptUploadsBytesMax, makeId },
    faults.takeRefusal,
  )
  const catalogue = { pricing, effects }
  const history = createMockHistory(clock, tasks, pricing.currency)
  const { isReady } = uploads
  const generate = createMockGenerations({
    clock,
    catalogue,
    faults,
    tasks,
    account,
    isReady,
    requestsPerMinute,
    tasksOpenMax,
  })

  const balanceText = () => {
    tasks.settleAll()
    return account.balance()
  }

  function respond(asked: MockRequest, request: Request): Promise<Response> | Response | undefined {
    const { operation, params, body, violations } = asked
    const { taskId = '', assetId = '' } = params
    const { origin, searchParams } = new URL(request.url)
    const preferred = violations.length > 0 ? undefined : preferredExample(asked, request)
    if (preferred !== undefined) return preferred
    if (isGeneration(operation)) {
      return generate(products[operation], asked, request.headers)
    }
    if (violations.length > 0) return errorResponse('INVALID_REQUEST', { details: violations })
    switch (operation) {
      case 'getPricing':
        return jsonResponse(pricing)
      case 'listEffects': {
        const surface = searchParams.get('surface') ?? undefined
        return jsonResponse({ effects: effects.filter((one) => (surface ?? one.surface) === one.surface) })
      }
      case 'getAccount':
        return jsonResponse({
          id: 'mock-account',
          balance: balanceText(),
          currency: pricing.currency,
          ...(Number.isInteger(requestsPerMinute) && { limits: { requestsPerMinute } }),
        })
      case 'getUsage':
        return history.getUsage(request)
      case 'listTasks':
        return history.listTasks(request)
      case 'getTask':
        return view(taskId, origin, request)
      case 'cancelTask':
        return cancel(taskId)
      case 'deleteResult':
        return deleteResult(taskId, origin)
      case 'createUpload':
        return uploads.create(body.contentType, origin)
      case 'completeUpload':
        return uploads.complete(assetId)
      case 'getUpload':
        return uploads.read(assetId)
      case 'deleteUpload':
        return uploads.delete(assetId)
      default:
        return exampleResponse(operation)
    }
  }

  async function view(id: string, origin: string, request: Request): Promise<Response> {
    const foundTag = tagOf(tasks.state(id))
    const hasSeen = seenBy(request.headers.get('if-none-match'))
    const isHeld = hasSeen ?? ((state) => foundTag !== undefined && tagOf(state) === foundTag)
    const held = await holdWhile({ clock, tasks }, [id], request, () => isHeld(tasks.state(id)))
    const task = tasks.view(id, origin)
    if (task === undefined) return errorResponse('TASK_NOT_FOUND')
    const etag = tagOf(task)
    const headersSent = { ...held, ...(etag !== undefined && { etag }) }
    return hasSeen?.(task) ? emptyResponse(304, headersSent) : jsonResponse(task, 200, headersSent)
  }

  function cancel(id: string): Response {
    const isCancelled = tasks.cancel(id)
    if (isCancelled === undefined) return errorResponse('TASK_NOT_FOUND')
    return isCancelled ? jsonResponse({ id, status: 'CANCELLED' }) : errorResponse('TASK_NOT_CANCELLABLE')
  }

  function deleteResult(id: string, origin: string): Response {
    const status = tasks.state(id)?.status
    if (status === 'QUEUED' || status === 'PROCESSING') return errorResponse('RESULT_NOT_DELETABLE')
    if (status === 'SUCCEEDED') tasks.removeResult(id, 'RESULT_DELETED')
    const task = tasks.view(id, origin)
    return task === undefined ? errorResponse('TASK_NOT_FOUND') : jsonResponse(task)
  }

  async function files(request: Request, kind: string, id: string): Promise<Response> {
    const bytes = new Uint8Array(await request.arrayBuffer())
    const { searchParams } = new URL(request.url)
    if (kind === 'examples') {
      if (request.method === 'PUT') return new Response(null, { status: 200 })
      const example = exampleFile(id === 'mp4' ? 'video/mp4' : 'image/png', searchParams.get('size'))
      return serveFile(request, example.bytes, { contentType: example.contentType })
    }
    if (kind === 'uploads') return uploads.put(id, request.headers.get('content-type'), bytes)
    const file = tasks.open(id, searchParams.get('link'))
    if (file === undefined) return new Response(null, { status: 403 })
    if (file === null) return new Response(null, { status: 404 })
    const content = new Uint8Array(await file.arrayBuffer())
    return serveFile(request, content, { contentType: file.type, breaksOff: faults.takeBreak() })
  }

  async function handle(request: Request): Promise<Response | undefined> {
    const [, root, kind = '', id = ''] = new URL(request.url).pathname.split('/')
    if (root === 'files') return files(request, kind, id)
    const fault = faults.takeError()
    if (fault !== undefined) return errorResponse(fault)
    const asked = await readMockRequest(request)
    return asked instanceof Response ? asked : respond(asked, request)
  }

  return {
    baseUrl,
    clock,
    faults,
    handle,
    balance: balanceText,
    taskCount: tasks.size,
    removeResult: (taskId, code = 'RESULT_EXPIRED') => tasks.removeResult(taskId, code),
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

/** The contract's first example, for operations whose response depends on no state. */
function exampleResponse(operation: keyof typeof contractExamples): Response {
  const [example] = Object.values(contractExamples[operation].examples)
  return jsonResponse(example?.body, example?.status)
}

function isGeneration(operation: string): operation is keyof typeof products {
  return operation in products
}
