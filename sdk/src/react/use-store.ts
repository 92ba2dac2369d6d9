import { useState } from 'react'
import type { Mediagen } from '../mediagen.js'

/** The store of a component: another one for another client or name. */
export function useStore<Store>(
  client: Mediagen | undefined,
  name: string | undefined,
  createStore: () => Store,
): Store {
  const create = () => ({ client, name, store: createStore() })
  const [held, hold] = useState(create)
  if (held.client === client && held.name === name) return held.store
  const next = create()
  hold(next)
  return next.store
}
