/** Whether the service was met by the last request that was made through `fetch`. */
export interface Reach {
  /** For a client; everything else about it is that of the page. */
  readonly fetch: typeof fetch
  readonly subscribe: (listener: () => void) => () => void
  readonly isMet: () => boolean
}

/** What a proxy says that cannot reach the service behind it. */
const awayStatuses = [502, 504]

/**
 * Watches the way to a service: the SDK goes on asking for a task for as long as the service is away, and tells
 * nobody. Requests to other hosts, such as an object store, say nothing of it.
 */
export function createReach(baseUrl: string): Reach {
  const listeners = new Set<() => void>()
  let isMet = true
  const learn = (isNowMet: boolean) => {
    if (isNowMet === isMet) return
    isMet = isNowMet
    for (const listener of listeners) listener()
  }
  return {
    async fetch(input, init) {
      const address = input instanceof Request ? input.url : String(input)
      const isOfService = address.startsWith(baseUrl)
      try {
        const response = await fetch(input, init)
        if (isOfService) learn(!awayStatuses.includes(response.status))
        return response
      } catch (error) {
        // What was given up says nothing, either.
        const isGivenUp = init?.signal?.aborted === true
        if (isOfService && !isGivenUp) learn(false)
        throw error
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isMet: () => isMet,
  }
}
