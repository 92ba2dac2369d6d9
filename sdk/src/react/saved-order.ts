import type { Mediagen } from '../mediagen.js'
import type { Generation } from '../types/index.js'
import type { GenerationOrder, GenerationStorage, OrderOptions } from './types.js'

/** A task to follow, once it is known. */
export interface SavedTask {
  taskId?: string | undefined
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
export interface Shelf {
  load(): SavedOrder | SavedTask | undefined
  /** `mustSucceed` throws what the storage throws. */
  save(order: SavedTask | undefined, mustSucceed?: boolean): void
}

export function createShelf(storage: GenerationStorage | undefined, name: string): Shelf {
  return {
    load() {
      try {
        const saved = JSON.parse(storage?.getItem(name) || 'null')
        // What something else stored under this name is no order.
        return saved?.key && saved.request?.product ? saved : undefined
      } catch {
        return undefined
      }
    },
    save(order, mustSucceed) {
      try {
        storage?.setItem(name, order ? JSON.stringify(order) : '')
      } catch (error) {
        // The key is stored from before: a reload finds the task by it.
        if (mustSucceed) throw error
      }
    },
  }
}

/** Sends an order under its key. */
export async function orderFrom(
  { images, videos }: Mediagen,
  { key, request: { product, ...request }, options }: SavedOrder,
): Promise<Generation> {
  const send = {
    'image.generate': images.generate,
    'image.transform': images.transform,
    'video.generate': videos.generate,
    'video.transform': videos.transform,
  }[product]
  // The product tells the fields, as the type of an order does.
  return send(Object(request), { ...options, idempotencyKey: key })
}
