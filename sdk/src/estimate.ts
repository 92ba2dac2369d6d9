import { withTimeLimit } from './clock.js'
import { isMore, timesWhole } from './decimal.js'
import { createApiError } from './errors/api-error.js'
import { CostLimitError } from './errors/cost-errors.js'
import { MediagenError } from './errors/mediagen-error.js'
import { getTask } from './get-task.js'
import { ask, type Context } from './http.js'
import type {
  CallOptions,
  Cost,
  Effect,
  Estimate,
  GenerateOptions,
  PricedOrder,
  Pricing,
  Product,
  Task,
} from './types.js'

/** Prices and effects change when the operator changes them; batches need not read them for each piece. */
const listsKeptMs = 60_000

/** What the service fills in; for generations a test holds these to the contract. Videos only have a duration. */
export const orderDefaults: Readonly<Record<Product, { resolution: string; durationSeconds?: number }>> = {
  'image.generate': { resolution: '1k' },
  'image.transform': { resolution: 'hd' },
  'video.generate': { resolution: '720p', durationSeconds: 5 },
  'video.transform': { resolution: 'hd', durationSeconds: 5 },
}

/** The price of an order by the price list. What it leaves out comes from its effect, else from the contract. */
export async function estimate(
  context: Context,
  order: PricedOrder,
  options?: CallOptions,
): Promise<Estimate> {
  const { product } = order
  const { currency, products } = await kept(pricesOf, context, options, () =>
    ask(context, options, (init) => context.http.GET('/api/v1/pricing', init)),
  )
  const presets = await presetsOf(context, order, options)
  const defaults = orderDefaults[product]
  const tier = String(order.resolution ?? presets.resolution ?? defaults.resolution)
  const durationSeconds = order.durationSeconds ?? presets.durationSeconds ?? defaults.durationSeconds
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
  const amount = timesWhole(unitPrice, quantity)
  return { product, tier, unit: priced.unit, quantity, unitPrice, amount, currency }
}

/** Throws CostLimitError where an order costs more than it may, and InsufficientBalanceError where more than is there. */
export async function holdToCost(
  context: Context,
  order: PricedOrder,
  { maxCost, checkBalance }: Pick<GenerateOptions, 'maxCost' | 'checkBalance'>,
  options?: CallOptions,
): Promise<void> {
  const priced = await estimate(context, order, options)
  const { amount, currency } = priced
  if (maxCost !== undefined && isMore(amount, maxCost)) throw new CostLimitError(priced, maxCost)
  if (!checkBalance) return
  const { balance } = await ask(context, options, (init) => context.http.GET('/api/v1/me', init))
  if (!isMore(amount, balance)) return
  throw createApiError(`It costs ${amount} ${currency}, and the balance is ${balance} ${currency}`, {
    status: 402,
    code: 'INSUFFICIENT_BALANCE',
    details: [],
    retryAfterMs: undefined,
  })
}

/** The price of a task, and what has become of it. */
export async function readCost(
  context: Context,
  taskId: string,
  order: PricedOrder,
  options?: CallOptions,
): Promise<Cost> {
  const [priced, { status }] = await Promise.all([
    estimate(context, order, options),
    getTask(context, taskId, options),
  ])
  return { ...priced, state: stateOf(status) }
}

function stateOf(status: Task['status']): Cost['state'] {
  if (status === 'SUCCEEDED') return 'charged'
  return status === 'FAILED' || status === 'CANCELLED' ? 'refunded' : 'reserved'
}

async function presetsOf(
  context: Context,
  order: PricedOrder,
  options?: CallOptions,
): Promise<Effect['defaults']> {
  const isWhole =
    order.resolution !== undefined &&
    (order.product !== 'video.transform' || order.durationSeconds !== undefined)
  if (order.effectId === undefined || isWhole) return {}
  const { effects } = await kept(effectsOf, context, options, () =>
    ask(context, options, (init) => context.http.GET('/api/v1/effects', init)),
  )
  return effects.find(({ id }) => id === order.effectId)?.defaults ?? {}
}

/** A list that was read, or is being read, for a client. */
interface Kept<List> {
  readonly readAtMs: number
  readonly signal: AbortSignal | undefined
  readonly list: Promise<List>
}
const pricesOf = new WeakMap<Context, Kept<Pricing>>()
const effectsOf = new WeakMap<Context, Kept<{ effects: Effect[] }>>()

/** What was read a short time ago; several calls at once read once. */
async function kept<List extends object>(
  lists: WeakMap<Context, Kept<List>>,
  context: Context,
  options: CallOptions | undefined,
  read: () => Promise<List>,
): Promise<List> {
  const { clock } = context.transport
  const signal = options?.signal
  const old = lists.get(context)
  if (old !== undefined && clock.now() < old.readAtMs + listsKeptMs) {
    // Who reads it may leave, which is no answer for the others: one of them then reads it.
    const known = old.list.catch((error: unknown) => {
      if (!old.signal?.aborted) throw error
    })
    // Who reads it has a limit of time.
    const limit = { clock, ms: Number.POSITIVE_INFINITY, signal }
    return (await withTimeLimit(limit, () => known, Error)) ?? kept(lists, context, options, read)
  }
  const list = read()
  lists.set(context, { readAtMs: clock.now(), signal, list })
  return list.catch((error: unknown) => {
    if (lists.get(context)?.list === list) lists.delete(context)
    throw error
  })
}
