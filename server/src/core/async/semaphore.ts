/** Limits how much work runs at one time; the rest waits in order. */
export interface Semaphore {
  /**
   * Runs the work when its turn comes. If the signal aborts first, rejects with its reason.
   * @param weight how much of the limit it takes; what is heavier than the whole limit runs alone. @default 1
   */
  run<T>(signal: AbortSignal, work: () => Promise<T>, weight?: number): Promise<T>
}

export function createSemaphore(weightMax: number): Semaphore {
  let free = weightMax
  const waiting: { readonly weight: number; readonly take: () => void }[] = []

  function acquire(signal: AbortSignal, weight: number): Promise<void> {
    signal.throwIfAborted()
    if (waiting.length === 0 && weight <= free) {
      free -= weight
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        waiting.splice(waiting.indexOf(waiter), 1)
        reject(signal.reason)
        grant()
      }
      const take = (): void => {
        signal.removeEventListener('abort', abort)
        resolve()
      }
      const waiter = { weight, take }
      signal.addEventListener('abort', abort, { once: true })
      waiting.push(waiter)
    })
  }

  /** In order, so that light work does not keep heavy work waiting for ever. */
  function grant(): void {
    for (let [next] = waiting; next !== undefined && next.weight <= free; [next] = waiting) {
      waiting.shift()
      free -= next.weight
      next.take()
    }
  }

  return {
    async run(signal, work, weight = 1) {
      const taken = Math.min(weight, weightMax)
      await acquire(signal, taken)
      try {
        return await work()
      } finally {
        free += taken
        grant()
      }
    },
  }
}
