import { withTimeLimit } from '../core/clock.js'
import { type Context, callApi } from '../core/http.js'
import { getTask } from '../core/task-calls.js'
import { type ApiError, createApiError } from '../errors/api-error.js'
import { CostLimitError } from '../errors/cost-errors.js'
import { MediagenError } from '../errors/mediagen-error.js'
import type {
  AnyPricingInput,
  ApiErrorCode,
  CallOptions,
  Cost,
  Effect,
  Estimate,
  GenerateOptions,
  Pricing,
  Task,
} from '../types/index.js'
import { isGreaterAmount, multiplyAmount } from './decimal.js'
import { pricingDefaults } from './pricing-defaults.js'

/** Prices and effects rarely change, and a batch should not read them per generation. */
const catalogueCacheMs = 60_000

/**
 * The price of a generation by the price list. Missing parameters come from its effect, else from the
 * contract.
 */
export async function estimate(
  context: Context,
  pricingInput: AnyPricingInput,
  options?: CallOptions,
): Promise<Estimate> {
  const { product } = pricingInput
  const { currency, products } = await cached(priceLists, context, options, () =>
    callApi(context, 'pricing', options, (init) => context.http.GET('/api/v1/pricing', init)),
  )
  const presets = await readPresets(context, pricingInput, options)
  const omitted = pricingDefaults[product]
  const tier = String(pricingInput.resolution ?? presets.resolution ?? omitted.resolution)
  const durationSeconds = pricingInput.durationSeconds ?? presets.durationSeconds ?? omitted.durationSeconds
  const priced = products.find((one) => one.product === product)
  const price = priced?.tiers.find((one) => one.tier === tier)
  if (priced === undefined || price === undefined) {
    throw new MediagenError(`The price list has no ${product} in ${tier}`)
  }
  const quantity = priced.unit === 'second' ? Number(durationSeconds) : 1
  if (!(Number.isSafeInteger(quantity) && quantity > 0)) {
    throw new TypeError(`durationSeconds is ${durationSeconds}: give a whole number of seconds`)
  }
  const { unitPrice } = price
  const amount = multiplyAmount(unitPrice, quantity)
  return { product, tier, unit: priced.unit, quantity, unitPrice, amount, currency }
}

/**
 * Throws CostLimitError if the estimate exceeds `maxCost`, InsufficientBalanceError if it exceeds the
 * balance.
 */
export async function checkEstimate(
  context: Context,
  pricingInput: AnyPricingInput,
  { maxCost, checkBalance }: Pick<GenerateOptions, 'maxCost' | 'checkBalance'>,
  options?: CallOptions,
): Promise<void> {
  const priced = await estimate(context, pricingInput, options)
  const { amount, currency } = priced
  if (maxCost !== undefined && isGreaterAmount(amount, maxCost)) throw new CostLimitError(priced, maxCost)
  if (!checkBalance) return
  const { balance } = await callApi(context, 'account', options, (init) =>
    context.http.GET('/api/v1/me', init),
  )
  if (!isGreaterAmount(amount, balance)) return
  const message = `It costs ${amount} ${currency}, and the balance is ${balance} ${currency}`
  throw serviceErrorOf(402, 'INSUFFICIENT_BALANCE', message)
}

/** The service's error for what can be determined without calling it. */
function serviceErrorOf(status: number, code: ApiErrorCode, message: string): ApiError {
  return createApiError(message, { status, code, details: [], retryAfterMs: undefined })
}

/**
 * Throws EffectNotUsableError for an effect that the service does not have, before a file is uploaded for it.
 * Where the effects cannot be read the service decides.
 */
export async function checkEffect(
  context: Context,
  { product, effectId }: AnyPricingInput,
  options?: CallOptions,
): Promise<void> {
  const effects = await readEffects(context, options).catch(() => undefined)
  options?.signal?.throwIfAborted()
  const surface = product === 'video.transform' ? 'video' : 'image'
  if (effects === undefined || effects.some((one) => one.id === effectId && one.surface === surface)) return
  throw serviceErrorOf(400, 'EFFECT_NOT_USABLE', `There is no effect "${effectId}" for ${surface}s`)
}

async function readEffects(context: Context, options?: CallOptions): Promise<Effect[]> {
  const list = await cached(effectLists, context, options, () =>
    callApi(context, 'effects', options, (init) => context.http.GET('/api/v1/effects', init)),
  )
  return list.effects
}

/** The price of a task, and whether it is reserved, charged or refunded. */
export async function readCost(
  context: Context,
  taskId: string,
  pricingInput: AnyPricingInput,
  options?: CallOptions,
): Promise<Cost> {
  const [priced, { status }] = await Promise.all([
    estimate(context, pricingInput, options),
    getTask(context, taskId, options),
  ])
  return { ...priced, state: costStateOf(status) }
}

function costStateOf(status: Task['status']): Cost['state'] {
  if (status === 'SUCCEEDED') return 'charged'
  return status === 'FAILED' || status === 'CANCELLED' ? 'refunded' : 'reserved'
}

async function readPresets(
  context: Context,
  pricingInput: AnyPricingInput,
  options?: CallOptions,
): Promise<Effect['defaults']> {
  const isWhole =
    pricingInput.resolution !== undefined &&
    (pricingInput.product !== 'video.transform' || pricingInput.durationSeconds !== undefined)
  if (pricingInput.effectId === undefined || isWhole) return {}
  const effects = await readEffects(context, options)
  return effects.find(({ id }) => id === pricingInput.effectId)?.defaults ?? {}
}

/** A list that a client has read or is reading. */
interface CacheEntry<List> {
  readonly readAtMs: number
  readonly signal: AbortSignal | undefined
  readonly list: Promise<List>
}
const priceLists = new WeakMap<Context, CacheEntry<Pricing>>()
const effectLists = new WeakMap<Context, CacheEntry<{ effects: Effect[] }>>()

/** Reads a list through the cache; concurrent calls share one request. */
async function cached<List extends object>(
  lists: WeakMap<Context, CacheEntry<List>>,
  context: Context,
  options: CallOptions | undefined,
  read: () => Promise<List>,
): Promise<List> {
  const { clock } = context.transport
  const signal = options?.signal
  const entry = lists.get(context)
  if (entry !== undefined && clock.now() < entry.readAtMs + catalogueCacheMs) {
    // If the caller that started the request aborts, the next one starts it again.
    const known = entry.list.catch((error: unknown) => {
      if (!entry.signal?.aborted) throw error
    })
    // The shared request has its own timeout.
    const limit = { clock, ms: Number.POSITIVE_INFINITY, signal }
    return (await withTimeLimit(limit, () => known, Error)) ?? cached(lists, context, options, read)
  }
  const list = read()
  lists.set(context, { readAtMs: clock.now(), signal, list })
  return list.catch((error: unknown) => {
    if (lists.get(context)?.list === list) lists.delete(context)
    throw error
  })
}
