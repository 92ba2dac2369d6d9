export interface CoalescingCache<T> {
  /** The value, at most `ageMsMax` old. Rejects with the error of its read; the next call reads again. */
  get(): Promise<T>
  /** Drops the value and the result of any read in progress: the next call reads again. */
  invalidate(): void
}

/**
 * A cache of one value. Callers that arrive during a read share it; with a plain cache, all concurrent
 * requests would read the value again once it expires.
 */
export function createCoalescingCache<T>(options: {
  readonly read: () => Promise<T>
  /** Maximum age of a value in milliseconds, counted from the start of its read. */
  readonly ageMsMax: number
  readonly nowMs: () => number
}): CoalescingCache<T> {
  let cached: { readonly atMs: number; readonly value: Promise<T> } | undefined

  return {
    get() {
      const nowMs = options.nowMs()
      // A clock that was set back must not keep an old value alive.
      if (cached !== undefined && nowMs >= cached.atMs && nowMs - cached.atMs < options.ageMsMax)
        return cached.value
      const read = { atMs: nowMs, value: options.read() }
      cached = read
      read.value.catch(() => {
        if (cached === read) cached = undefined
      })
      return read.value
    },
    invalidate() {
      cached = undefined
    },
  }
}
