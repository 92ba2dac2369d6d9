import { useSyncExternalStore } from 'react'
import type { Mediagen } from '../mediagen.js'
import { createGenerationStore, type GenerationStore, idle } from './generation-store.js'
import { createOrderStore, type OrderStore } from './saved-order.js'
import type { GenerationStorage, TaskView, UseGeneration, UseTask } from './types.js'
import { useStore } from './use-store.js'

/** Options of `useGeneration`. */
export interface UseGenerationOptions {
  /**
   * Where the order is kept, so that a reload continues it; read when `client` or `name` change.
   * @default none: a reload forgets it, and the task goes on
   */
  readonly storage?: GenerationStorage | undefined
  /**
   * The order's name in the storage: one for each component that orders, with the id of who is signed in, so
   * that nobody continues the order of another. @default 'mediagen.generation'
   */
  readonly name?: string | undefined
}

/**
 * Orders a generation, follows it to its result, and continues after a reload. The order and its idempotency
 * key are stored before it is sent, so it is charged once however often it is sent. When the component
 * unmounts, following stops and the task goes on.
 *
 * `client` is one for the page, made outside of components; while it is undefined, as on a server, nothing
 * happens.
 * @example
 * const { submit, state, progress, result } = useGeneration(client, { storage: localStorage, name: `fox ${userId}` })
 * submit({ product: 'image.generate', prompt: 'a fox' })
 */
export function useGeneration(
  client: Mediagen | undefined,
  { storage, name = 'mediagen.generation' }: UseGenerationOptions = {},
): UseGeneration {
  const store = useStore(client, name, () => createGenerationStore(client, createOrderStore(storage, name)))
  const { submit, cancel, retry, reset } = store
  return { ...useView(store), submit, cancel, retry, reset }
}

/**
 * Follows a task by its id, such as one of a list; `idle` without an id. When the component unmounts, following
 * stops and the task goes on.
 * @example
 * const { progress, result, cost } = useTask(client, taskId)
 */
export function useTask(client: Mediagen | undefined, taskId: string | undefined): UseTask {
  const orderStore: OrderStore = { load: () => (taskId ? { taskId } : undefined), save: () => undefined }
  const store = useStore(client, taskId, () => createGenerationStore(client, orderStore))
  const { cancel, retry } = store
  return { ...useView(store), cancel, retry }
}

/** Idle on a server and while its HTML is hydrated, since neither has the storage. */
function useView({ subscribe, read }: GenerationStore): TaskView {
  return useSyncExternalStore(subscribe, read, () => idle)
}
