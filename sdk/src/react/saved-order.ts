import type { Mediagen } from '../mediagen.js'
import type { Generation, TaskCost } from '../types/index.js'
import { recordOf } from '../types/record.js'
import type { GenerationOrder, GenerationStorage, OrderOptions } from './types.js'

/** A task to follow, once it is known. */
export interface SavedTask {
  taskId?: string | undefined
  /** Its final state, once it was seen. */
  ended?: 'succeeded' | 'failed' | 'cancelled' | undefined
}

/** An order as it is kept from before it is sent. */
export interface SavedOrder extends SavedTask {
  readonly key: string
  /** When it was made, in ms of the clock of this machine. */
  readonly at: number
  readonly request: GenerationOrder
  readonly options?: OrderOptions | undefined
}

/** The place of one order. */
export interface OrderStore {
  load(): SavedOrder | SavedTask | undefined
  /** `mustSucceed` throws what the storage throws. */
  save(order: SavedTask | undefined, mustSucceed?: boolean): void
}

export function createOrderStore(storage: GenerationStorage | undefined, name: string): OrderStore {
  return {
    load() {
      const saved = readJson(storage, name)
      return isOrder(saved) ? saved : undefined
    },
    save(order, mustSucceed) {
      ignoring(mustSucceed, () => storage?.setItem(name, order ? JSON.stringify(order) : ''))
    },
  }
}

/** An order of a list as it is kept, with its name there and what the page keeps beside it. */
export interface ListedOrder extends SavedOrder {
  readonly listKey: string
  readonly details?: unknown
}

/** The places of the orders of a list, all under one name. */
export interface OrderListStore {
  /** How many are kept; the oldest go first. */
  readonly max: number
  /** Newest first. */
  load(): readonly ListedOrder[]
  /** Keeps a new order as the newest, or throws what the storage throws; changes another one in its place. */
  save(order: ListedOrder, isNew?: boolean): void
  remove(listKey: string): void
}

export function createOrderListStore(
  storage: GenerationStorage | undefined,
  { name, max }: { readonly name: string; readonly max: number },
): OrderListStore {
  const load = () => {
    const saved: unknown = readJson(storage, name)
    const orders = Array.isArray(saved) ? saved : []
    return orders
      .filter((one): one is ListedOrder => isOrder(one) && isText(recordOf(one).listKey))
      .slice(0, max)
  }
  // Read again for each change: another tab may have changed the list.
  const write = (change: (orders: ListedOrder[]) => ListedOrder[]) =>
    storage?.setItem(name, JSON.stringify(change(load()).slice(0, max)))
  return {
    max,
    load,
    save(order, isNew) {
      const { listKey } = order
      ignoring(isNew, () =>
        write((orders) =>
          isNew ? [order, ...orders] : orders.map((one) => (one.listKey === listKey ? order : one)),
        ),
      )
    },
    remove(key) {
      ignoring(false, () => write((orders) => orders.filter(({ listKey }) => listKey !== key)))
    },
  }
}

function readJson(storage: GenerationStorage | undefined, name: string) {
  try {
    return JSON.parse(storage?.getItem(name) || 'null')
  } catch {
    return undefined
  }
}

/** Whether a stored value is an order: anything may have been stored under the name, and by anybody. */
function isOrder(saved: unknown): saved is SavedOrder {
  const { key, at, request, taskId, ended } = recordOf(saved)
  const { product } = recordOf(request)
  return (
    isText(key) &&
    Number.isFinite(at) &&
    Number.isFinite(new Date(Number(at)).getTime()) &&
    products.includes(String(product)) &&
    (taskId === undefined || isText(taskId)) &&
    (ended === undefined || endings.includes(String(ended)))
  )
}

const products = ['image.generate', 'image.transform', 'video.generate', 'video.transform']
const endings = ['succeeded', 'failed', 'cancelled']

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/**
 * Runs a change of the storage. The key is stored from before an order is sent: where a later change fails, a
 * reload finds the task by it.
 */
function ignoring(mustSucceed: boolean | undefined, store: () => void): void {
  try {
    store()
  } catch (error) {
    if (mustSucceed) throw error
  }
}

/** Sends an order under its key. Throws SubmitAbortedError if the signal aborts it on its way. */
export async function orderFrom(
  { images, videos }: Mediagen,
  { key, request: { product, ...request }, options }: SavedOrder,
  { signal, onCost }: { readonly signal?: AbortSignal; readonly onCost: (cost: TaskCost) => void },
): Promise<Generation> {
  const send = {
    'image.generate': images.generate,
    'image.transform': images.transform,
    'video.generate': videos.generate,
    'video.transform': videos.transform,
  }[product]
  // The product tells the fields, as the type of an order does.
  return send(Object(request), { ...options, idempotencyKey: key, signal, onCost })
}
