import { useSyncExternalStore } from 'react'
import type { Mediagen } from '../mediagen.js'
import { createGenerationList } from './generation-list.js'
import { createOrderListStore } from './saved-order.js'
import type { GenerationStorage, ListedGeneration, UseGenerations } from './types.js'
import { useStore } from './use-store.js'

/** Options of `useGenerations`. */
export interface UseGenerationsOptions {
  /**
   * Where the orders are kept, so that a reload continues them; read when `client` or `name` change.
   * @default none: a reload forgets them, and the tasks go on
   */
  readonly storage?: GenerationStorage | undefined
  /**
   * The list's name in the storage, with the id of who is signed in, so that nobody continues the orders of
   * another. @default 'mediagen.generations'
   */
  readonly name?: string | undefined
  /** How many are kept. The oldest go first; their tasks go on. @default 50 */
  readonly max?: number | undefined
}

/**
 * Orders generations and lists them with their states and results, also after a reload. Each order and its
 * idempotency key are stored before it is sent, so it is charged once however often it is sent. All tasks are
 * followed by one request at a time. When the component unmounts, following stops and the tasks go on.
 *
 * `client` is one for the page, made outside of components; while it is undefined, as on a server, nothing
 * happens.
 * @example
 * const { generations, submit } = useGenerations(client, { storage: localStorage, name: `list ${userId}` })
 * submit({ product: 'image.generate', prompt: 'a fox' })
 * generations.map(({ key, progress, cancel }) => <li key={key} onClick={cancel}>{progress}</li>)
 */
export function useGenerations<Details = unknown>(
  client: Mediagen | undefined,
  { storage, name = 'mediagen.generations', max = 50 }: UseGenerationsOptions = {},
): UseGenerations<Details> {
  const list = useStore(client, name, () =>
    createGenerationList<Details>(client, createOrderListStore(storage, { name, max })),
  )
  const generations = useSyncExternalStore(list.subscribe, list.read, () => none)
  return { generations, submit: list.submit }
}

/** On a server and while its HTML is hydrated, since neither has the storage. */
const none: readonly ListedGeneration<never>[] = []
