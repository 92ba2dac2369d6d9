import type { Clock } from '../core/clock.js'
import { defaults } from '../generated/defaults.js'
import { multiplyAmount } from '../generations/decimal.js'
import { type Catalogue, priceOf } from '../generations/price-of.js'
import type { Estimate, Product, Task, TaskRequest } from '../types/index.js'
import type { PendingFaults } from './faults.js'
import { magicEffectOf, magicViolations } from './magic-prompts.js'
import type { MockRequest } from './mock-request.js'
import { errorResponse, jsonResponse } from './mock-responses.js'
import type { MockTasks } from './mock-tasks.js'

const windowMs = 60_000

/** The aspect ratios that the contract fills in; a transformation has that of its input. */
const shapes: { readonly [Name in Product]?: string } = {
  'image.generate': defaults.generateImage.aspectRatio,
  'video.generate': defaults.generateVideo.aspectRatio,
}

/** The dependencies of generations. */
export interface GenerationParts {
  readonly clock: Clock
  readonly catalogue: Catalogue
  readonly faults: PendingFaults
  readonly tasks: MockTasks
  readonly account: MockAccount
  readonly isReady: (assetId: string) => boolean
  readonly requestsPerMinute: number
  readonly tasksOpenMax: number
}

/** The balance of a mock, in exact decimals. */
export interface MockAccount {
  /** The remaining amount, as a decimal of the contract. */
  balance(): string
  /** Deducts an amount; false if it is not available. */
  reserve(amount: string): boolean
  refund(amount: string): void
}

export function createMockAccount(balance: string): MockAccount {
  let micros = microsOf(balance)
  return {
    balance: () => multiplyAmount('0.000001', Number(micros)),
    reserve(amount) {
      if (microsOf(amount) > micros) return false
      micros -= microsOf(amount)
      return true
    },
    refund(amount) {
      micros += microsOf(amount)
    },
  }
}

/**
 * Accepts generations as the service does: the rate is counted before anything is validated, and a key
 * returns the task that it returned before. undefined stands for a connection that broke after that.
 */
export function createMockGenerations({
  clock,
  catalogue,
  faults,
  tasks,
  account,
  isReady,
  requestsPerMinute,
  tasksOpenMax,
}: GenerationParts) {
  const accepted = new Map<string, { readonly request: string; readonly task: AcceptedByMock }>()
  /** How often an order was refused or its response lost, by key. */
  const failed = new Map<string, number>()
  let recentMs: number[] = []

  function limited(): Response | undefined {
    const now = clock.now()
    recentMs = recentMs.filter((atMs) => atMs > now - windowMs)
    const injected = faults.takeRateLimit()
    if (injected === undefined && recentMs.length < requestsPerMinute) {
      recentMs.push(now)
      return undefined
    }
    const seconds = injected ?? Math.ceil(((recentMs[0] ?? now) + windowMs - now) / 1000)
    return errorResponse('RATE_LIMITED', { headers: { 'retry-after': String(seconds) } })
  }

  function accept(
    product: Product,
    body: MockRequest['body'],
    cancelAfterMs: number | undefined,
  ): AcceptedByMock | Response {
    const problem = stateError(product, body)
    if (problem !== undefined) return errorResponse(problem)
    const price = priceOf(product, body, catalogue)
    if (price.kind === 'unpriced') return errorResponse('TIER_UNAVAILABLE')
    const { amount } = price.estimate
    tasks.settleAll()
    if (tasks.unfinished() >= tasksOpenMax)
      return errorResponse('TOO_MANY_OPEN_TASKS', { headers: { 'retry-after': '5' } })
    if (!account.reserve(amount)) return errorResponse('INSUFFICIENT_BALANCE')
    return tasks.add({ type: product, request: body }, amount, {
      shown: shownRequest(product, body, price.estimate),
      failure: faults.takeFailure(),
      cancelAfterMs,
      ...magicEffectOf(body.prompt),
    })
  }

  /** What was ordered, with what the effect and the contract fill in. */
  function shownRequest(
    product: Product,
    body: MockRequest['body'],
    { tier, unit, quantity }: Estimate,
  ): TaskRequest {
    const { prompt, negativePrompt, assetId, effectId } = body
    const presets = catalogue.effects.find(({ id }) => id === effectId)?.defaults
    const aspectRatio = body.aspectRatio ?? presets?.aspectRatio ?? shapes[product]
    return {
      ...(typeof prompt === 'string' && { prompt }),
      ...(typeof negativePrompt === 'string' && { negativePrompt }),
      ...(typeof assetId === 'string' && { assetId }),
      ...(typeof effectId === 'string' && { effectId }),
      resolution: tier,
      ...(typeof aspectRatio === 'string' && { aspectRatio }),
      ...(unit === 'second' && { durationSeconds: quantity }),
    }
  }

  /** The error code of a valid request that refers to something unusable. */
  function stateError(product: Product, body: MockRequest['body']) {
    if (product.endsWith('generate')) return undefined
    if (typeof body.assetId !== 'string' || !isReady(body.assetId)) return 'ASSET_NOT_USABLE'
    const surface = product === 'image.transform' ? 'image' : 'video'
    const isKnown = catalogue.effects.some(({ id, surface: of }) => id === body.effectId && of === surface)
    return isKnown || body.effectId === undefined ? undefined : 'EFFECT_NOT_USABLE'
  }

  /** Whether an order fails once more under its key; without one, each is another order. */
  function failsAgain(key: string | null, times: number): boolean {
    const before = (key === null ? 0 : failed.get(key)) ?? 0
    if (key !== null) failed.set(key, before + 1)
    return before < times
  }

  return (
    product: Product,
    { body, violations }: MockRequest,
    sent: Pick<Headers, 'get'>,
  ): Response | undefined => {
    const key = sent.get('idempotency-key')
    const after = sent.get('cancel-after')
    const rateLimit = limited()
    if (rateLimit !== undefined) return rateLimit
    const details = [...violations, ...magicViolations(body.prompt)]
    if (details.length > 0) return errorResponse('INVALID_REQUEST', { details })
    const { refusal, isLost, times = Infinity } = magicEffectOf(body.prompt)
    if (refusal !== undefined && failsAgain(key, times)) {
      const { code, retryAfterSeconds: seconds } = refusal
      return errorResponse(code, { headers: seconds === undefined ? {} : { 'retry-after': String(seconds) } })
    }
    const request = JSON.stringify([product, body])
    const before = key === null ? undefined : accepted.get(key)
    if (before !== undefined && before.request !== request) return errorResponse('IDEMPOTENCY_CONFLICT')
    const task = before?.task ?? accept(product, body, after === null ? undefined : 1000 * Number(after))
    if (task instanceof Response) return task
    if (key !== null) accepted.set(key, { request, task })
    if (faults.takeDrop() || (isLost && failsAgain(key, times))) return undefined
    const { id, createdAt, cost } = task
    const headers = {
      etag: 'W/"QUEUED"',
      ...(Number.isInteger(requestsPerMinute) && {
        'ratelimit-policy': `"generations";q=${requestsPerMinute};w=60`,
      }),
      ...(before !== undefined && { 'idempotency-replayed': 'true' }),
    }
    return jsonResponse({ id, status: 'QUEUED', createdAt, cost }, 200, headers)
  }
}

type AcceptedByMock = Pick<Task, 'id' | 'createdAt' | 'cost'>

/** An amount in micro-dollars. */
export function microsOf(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(6, '0'))
}
