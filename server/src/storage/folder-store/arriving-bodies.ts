/** Bodies for one key at a time: a client that retries may not have noticed the end of its last try. */
const bodiesPerKeyMax = 4

export interface ArrivingBodies {
  /** Runs `receive` as one of the bodies of that key; `busy` if too many of them are arriving already. */
  receive<Outcome>(key: string, receive: (signal: AbortSignal) => Promise<Outcome>): Promise<Outcome | 'busy'>
  /** Aborts the bodies that are arriving for a key. */
  abort(key: string): void
}

/** Bounds what the bodies of one upload link can occupy while they arrive. Counts for one process. */
export function createArrivingBodies(): ArrivingBodies {
  const byKey = new Map<string, Set<AbortController>>()
  return {
    async receive(key, receive) {
      const bodies = byKey.get(key) ?? new Set()
      if (bodies.size >= bodiesPerKeyMax) return 'busy'
      const controller = new AbortController()
      byKey.set(key, bodies.add(controller))
      try {
        return await receive(controller.signal)
      } finally {
        bodies.delete(controller)
        if (bodies.size === 0) byKey.delete(key)
      }
    },
    abort(key) {
      for (const controller of byKey.get(key) ?? []) controller.abort()
    },
  }
}
