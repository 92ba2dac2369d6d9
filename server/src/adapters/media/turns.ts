/** Lets a number of jobs run at once; the others wait in order. */
export interface Turns {
  /** Runs the job when it is its turn. Throws the signal's reason where it aborts before that. */
  take<Result>(signal: AbortSignal, job: () => Promise<Result>): Promise<Result>
}

export function createTurns(atOnceMax: number): Turns {
  const waiting: (() => void)[] = []
  let free = atOnceMax

  function wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.splice(waiting.indexOf(begin), 1)
        reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      waiting.push(begin)
    })
  }

  return {
    async take(signal, job) {
      signal.throwIfAborted()
      if (free > 0) free -= 1
      else await wait(signal)
      try {
        return await job()
      } finally {
        // A turn is handed on and not freed, so that nobody who comes now is served before those who wait.
        const next = waiting.shift()
        if (next) next()
        else free += 1
      }
    },
  }
}
