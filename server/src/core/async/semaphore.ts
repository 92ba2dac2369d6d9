/** Limits how much work runs at one time; the rest waits in order. */
export interface Semaphore {
  /** Runs the work when its turn comes. If the signal aborts first, rejects with its reason. */
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

export function createSemaphore(atOnceMax: number): Semaphore {
  let free = atOnceMax
  const waiting: (() => void)[] = []

  function acquire(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (free > 0) {
      free -= 1
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        waiting.splice(waiting.indexOf(take), 1)
        reject(signal.reason)
      }
      const take = (): void => {
        signal.removeEventListener('abort', abort)
        resolve()
      }
      signal.addEventListener('abort', abort, { once: true })
      waiting.push(take)
    })
  }

  /** Hands the place to the next in line. */
  function release(): void {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }

  return {
    async run(signal, work) {
      await acquire(signal)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
