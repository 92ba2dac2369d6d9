/** Limits how much work runs at one time; the rest waits. */
export interface Semaphore {
  /**
   * Runs the work when its turn comes: in order, or, with accounts, round robin among those that wait, so that each has
   * one turn at most, the one that is running included, before another has its next. If the signal aborts first,
   * rejects with its reason.
   */
  run<T>(signal: AbortSignal, work: () => Promise<T>, accountId?: string): Promise<T>
}

export function createSemaphore(atOnceMax: number): Semaphore {
  let free = atOnceMax
  /** A line for each account that waits; the first account has the next turn. */
  const lines = new Map<string, Set<() => void>>()

  function acquire(signal: AbortSignal, accountId: string): Promise<void> {
    signal.throwIfAborted()
    if (free > 0) {
      free -= 1
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const line = lines.get(accountId) ?? new Set()
      lines.set(accountId, line)
      const abort = (): void => {
        line.delete(take)
        if (line.size === 0) lines.delete(accountId)
        reject(signal.reason)
      }
      const take = (): void => {
        signal.removeEventListener('abort', abort)
        resolve()
      }
      signal.addEventListener('abort', abort, { once: true })
      line.add(take)
    })
  }

  /** Hands the place to the next in line; the accounts of both go behind the others. */
  function release(endedId: string): void {
    const own = lines.get(endedId)
    if (own !== undefined) {
      lines.delete(endedId)
      lines.set(endedId, own)
    }
    for (const [accountId, line] of lines) {
      const [next] = line
      lines.delete(accountId)
      if (next === undefined) continue
      line.delete(next)
      if (line.size > 0) lines.set(accountId, line)
      next()
      return
    }
    free += 1
  }

  return {
    async run(signal, work, accountId = '') {
      await acquire(signal, accountId)
      try {
        return await work()
      } finally {
        release(accountId)
      }
    },
  }
}

/** A semaphore for each name. */
export function createTurns(atOnceMax: number): (name: string) => Semaphore {
  const semaphores = new Map<string, Semaphore>()
  return (name) => {
    const semaphore = semaphores.get(name) ?? createSemaphore(atOnceMax)
    semaphores.set(name, semaphore)
    return semaphore
  }
}
