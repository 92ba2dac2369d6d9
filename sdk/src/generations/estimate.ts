import { unlessAborted } from '../core/clock.js'
import { type Context, callApi } from '../core/http.js'
import { reliedOn } from '../core/relied-on.js'
import { checkInput } from '../core/settings.js'
import { getTask } from '../core/task-calls.js'
import { createEarlyError } from '../errors/api-error.js'
import { CostLimitError } from '../errors/cost-errors.js'
import { MediagenError } from '../errors/mediagen-error.js'
import type {
  AnyPricingInput,
  CallOptions,
  Cost,
  Effect,
  Estimate,
  GenerateOptions,
  Pricing,
  Task,
} from '../types/index.js'
import { isGreaterAmount } from './decimal.js'
import { priceOf } from './price-of.js'
import { checkFields, checkProduct, checkSeconds } from './products.js'

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
  checkInput(pricingInput, 'product')
  const { product } = pricingInput
  checkProduct(product)
  checkFields(product, pricingInput, 'product', 'file')
  checkSeconds(product, pricingInput.durationSeconds)
  return readPrice(context, pricingInput, options)
}

/** The same for what is ordered already, perhaps by a later version of the SDK. */
async function readPrice(
  context: Context,
  pricingInput: AnyPricingInput,
  options?: CallOptions,
): Promise<Estimate> {
  const { product } = pricingInput
  const pricing = await cached(priceLists, context, options, () =>
    callApi(context, reliedOn.pricing, options, (init) => context.http.GET('/api/v1/pricing', init)),
  )
  const effects = needsPresets(pricingInput) ? await readEffects(context, options) : []
  const price = priceOf(product, pricingInput, { pricing, effects })
  if (price.kind === 'priced') return price.estimate
  throw new MediagenError(`The price list has no ${product} in ${price.value}`)
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
  const { balance } = await callApi(context, reliedOn.account, options, (init) =>
    context.http.GET('/api/v1/me', init),
  )
  if (!isGreaterAmount(amount, balance)) return
  const message = `It costs ${amount} ${currency}, and the balance is ${balance} ${currency}`
  throw createEarlyError(402, 'INSUFFICIENT_BALANCE', message)
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
  throw createEarlyError(400, 'EFFECT_NOT_USABLE', `There is no effect "${effectId}" for ${surface}s`)
}

async function readEffects(context: Context, options?: CallOptions): Promise<Effect[]> {
  const list = await cached(effectLists, context, options, () =>
    callApi(context, reliedOn.effects, options, (init) => context.http.GET('/api/v1/effects', init)),
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
  const [priced, { status, cost }] = await Promise.all([
    readPrice(context, pricingInput, options),
    getTask(context, taskId, options),
  ])
  // The task's own price holds after a change of prices; a service of an older version does not send it.
  return { ...priced, ...(cost ?? { state: costStateOf(status) }) }
}

function costStateOf(status: Task['status']): Cost['state'] {
  if (status === 'SUCCEEDED') return 'charged'
  return status === 'FAILED' || status === 'CANCELLED' ? 'refunded' : 'reserved'
}

/** Whether the price depends on what the effect presets. */
function needsPresets({ product, effectId, resolution, durationSeconds }: AnyPricingInput): boolean {
  if (effectId === undefined) return false
  return resolution === undefined || (product === 'video.transform' && durationSeconds === undefined)
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
    const known = () =>
      entry.list.catch((error: unknown) => {
        if (!entry.signal?.aborted) throw error
      })
    return (await unlessAborted(signal, known)) ?? cached(lists, context, options, read)
  }
  const list = read()
  lists.set(context, { readAtMs: clock.now(), signal, list })
  return list.catch((error: unknown) => {
    if (lists.get(context)?.list === list) lists.delete(context)
    throw error
  })
}
