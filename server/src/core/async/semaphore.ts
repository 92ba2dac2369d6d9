/** Limits how many pieces of work run at one time; the others wait in order. */
export interface Semaphore {
  /** Runs the work when its turn comes. If the signal aborts first, rejects with its reason. */
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

export function createSemaphore(atOnceMax: number): Semaphore {
  let running = 0
  const waiting: (() => void)[] = []

  function acquire(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (running < atOnceMax) {
      running += 1
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        waiting.splice(waiting.indexOf(take), 1)
        reject(signal.reason)
      }
      // The slot passes from one to the next without becoming free in between.
      const take = (): void => {
        signal.removeEventListener('abort', abort)
        resolve()
      }
      signal.addEventListener('abort', abort, { once: true })
      waiting.push(take)
    })
  }

  function release(): void {
    const next = waiting.shift()
    if (next === undefined) running -= 1
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
