import { createIdempotencyKey } from '../core/idempotency-key.js'
import type { Mediagen } from '../mediagen.js'
import { createGenerationStore, type GenerationStore } from './generation-store.js'
import type { ListedOrder, OrderListStore } from './saved-order.js'
import type { GenerationOrder, ListedGeneration, ListedOrderOptions, TaskView } from './types.js'

/** Generations of a page, followed while somebody subscribes. */
export interface GenerationList<Details> {
  /** Follows the tasks until the returned function is called, which leaves the tasks alone. */
  subscribe(listener: () => void): () => void
  /** Newest first; the same array until something changes. */
  read(): readonly ListedGeneration<Details>[]
  submit(order: GenerationOrder, options?: ListedOrderOptions<Details>): string
}

interface Entry<Details> {
  readonly store: GenerationStore
  /** What does not change. */
  readonly facts: Omit<ListedGeneration<Details>, keyof TaskView>
  /** The view that `listed` shows. */
  view?: TaskView
  listed?: ListedGeneration<Details>
  /** Ends its following. */
  leave?: (() => void) | undefined
}

type Unsent = Pick<ListedOrder, 'listKey' | 'at' | 'request' | 'details'>

/** Creates a list. Sends nothing and reads nothing before it is read or subscribed to. */
export function createGenerationList<Details>(
  client: Mediagen | undefined,
  orderStore: OrderListStore,
): GenerationList<Details> {
  const listeners = new Set<() => void>()
  let entries: readonly Entry<Details>[] | undefined
  let list: readonly ListedGeneration<Details>[] = []

  const notify = () => {
    for (const listener of listeners) listener()
  }

  function change(next: readonly Entry<Details>[]): void {
    entries = next
    notify()
  }

  function opened(): readonly Entry<Details>[] {
    if (client !== undefined) entries ??= orderStore.load().map((saved) => open(saved, saved))
    return entries ?? []
  }

  function open({ listKey: key, at, request, details }: Unsent, saved?: ListedOrder): Entry<Details> {
    const store = createGenerationStore(client, {
      load: () => saved,
      save(order, isNew) {
        // Its store saves a whole order, or forgets it.
        if (order) orderStore.save({ ...(order as ListedOrder), listKey: key, details }, isNew)
        else orderStore.remove(key)
      },
    })
    const { cancel, retry, reset } = store
    const remove = () => {
      leave(entry)
      reset()
      change(opened().filter((one) => one !== entry))
    }
    const orderedAt = new Date(at).toISOString()
    const facts = { key, order: request, orderedAt, details: details as Details, cancel, retry, remove }
    const entry: Entry<Details> = { store, facts }
    return entry
  }

  function follow(entry: Entry<Details>): void {
    entry.leave ??= entry.store.subscribe(notify)
  }

  function leave(entry: Entry<Details>): void {
    entry.leave?.()
    entry.leave = undefined
  }

  function listedOf(entry: Entry<Details>): ListedGeneration<Details> {
    const view = entry.store.read()
    if (entry.listed === undefined || view !== entry.view) entry.listed = { ...entry.facts, ...view }
    entry.view = view
    return entry.listed
  }

  return {
    read() {
      const next = opened().map(listedOf)
      if (next.length !== list.length || next.some((one, index) => one !== list[index])) list = next
      return list
    },
    subscribe(listener) {
      listeners.add(listener)
      for (const entry of opened()) follow(entry)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) for (const entry of opened()) leave(entry)
      }
    },
    submit(request, { details, ...options } = {}) {
      const listKey = createIdempotencyKey()
      const entry = open({ listKey, at: Date.now(), request, details })
      const next = [entry, ...opened()]
      for (const oldest of next.slice(orderStore.max)) leave(oldest)
      change(next.slice(0, orderStore.max))
      if (listeners.size > 0) follow(entry)
      entry.store.submit(request, options)
      return listKey
    },
  }
}
