/** What a page needs of `localStorage`. */
export type PageStorage = Pick<Storage, 'getItem' | 'setItem'>

/** A value that the page keeps on this device, shared by its tabs. */
export interface Stored<Value> {
  /** The same object until it changes. */
  read(): Value
  change(next: (before: Value) => Value): void
  subscribe(listener: () => void): () => void
}

/**
 * Keeps a value as JSON under a name; only as long as the page is open where `storage` is undefined or full.
 * `parse` gets whatever was stored under the name, null if nothing was, and must not throw.
 */
export function createStored<Value>(
  storage: PageStorage | undefined,
  name: string,
  parse: (json: unknown) => Value,
): Stored<Value> {
  const listeners = new Set<() => void>()
  let value = parse(readJson(storage?.getItem(name) ?? null))

  function set(next: Value): void {
    value = next
    for (const listener of listeners) listener()
  }

  const takeOver = ({ key, newValue }: StorageEvent) => {
    if (key === name) set(parse(readJson(newValue)))
  }

  return {
    read: () => value,
    change(next) {
      set(next(value))
      try {
        storage?.setItem(name, JSON.stringify(value))
      } catch {
        // The storage is full: the value stays until the page is closed.
      }
    },
    subscribe(listener) {
      if (listeners.size === 0) globalThis.addEventListener?.('storage', takeOver)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) globalThis.removeEventListener?.('storage', takeOver)
      }
    },
  }
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** Undefined where the browser's owner allows none: the page works without. */
export const pageStorage = ((): PageStorage | undefined => {
  try {
    const name = 'mediagen.playground.storage'
    localStorage.setItem(name, '')
    localStorage.removeItem(name)
    return localStorage
  } catch {
    return undefined
  }
})()
