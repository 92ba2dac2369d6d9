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
  const { currency, products } = await kept(context, 'prices', () =>
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
  const { effects } = await kept(context, 'effects', () =>
    ask(context, options, (init) => context.http.GET('/api/v1/effects', init)),
  )
  return effects.find(({ id }) => id === order.effectId)?.defaults ?? {}
}

interface Lists {
  prices?: { readonly readAtMs: number; readonly value: Pricing }
  effects?: { readonly readAtMs: number; readonly value: { effects: Effect[] } }
}
const listsOf = new WeakMap<Context, Lists>()

async function kept<Name extends keyof Lists>(
  context: Context,
  name: Name,
  read: () => Promise<NonNullable<Lists[Name]>['value']>,
): Promise<NonNullable<Lists[Name]>['value']> {
  const lists = listsOf.get(context) ?? {}
  listsOf.set(context, lists)
  const { clock } = context.transport
  const old = lists[name]
  if (old !== undefined && clock.now() < old.readAtMs + listsKeptMs) return old.value
  const value = await read()
  Object.assign(lists, { [name]: { readAtMs: clock.now(), value } })
  return value
}
