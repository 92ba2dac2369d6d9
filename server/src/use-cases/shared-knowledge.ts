export interface SharedKnowledge<T> {
  /** The value, as old as is allowed at most. Throws what reading it threw; the next call then reads again. */
  get(): Promise<T>
  /** What is known, or just being read, is out of date: the next call reads again. */
  forget(): void
}

/**
 * What many want to know at once, read for all of them together. A cache alone would not do: when it has run out, a thousand
 * requests that are under way would each read it anew.
 */
export function createSharedKnowledge<T>(options: {
  readonly read: () => Promise<T>
  /** How old the value may be, from the moment at which its reading began. */
  readonly ageMsMax: number
  readonly nowMs: () => number
}): SharedKnowledge<T> {
  let known: { readonly atMs: number; readonly value: Promise<T> } | undefined

  return {
    get() {
      const nowMs = options.nowMs()
      // A clock that was set back must not keep old knowledge alive.
      if (known !== undefined && nowMs >= known.atMs && nowMs - known.atMs < options.ageMsMax)
        return known.value
      const reading = { atMs: nowMs, value: options.read() }
      known = reading
      reading.value.catch(() => {
        if (known === reading) known = undefined
      })
      return reading.value
    },
    forget() {
      known = undefined
    },
  }
}
