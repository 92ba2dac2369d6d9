/** Limits how much work runs at one time; the rest waits. */
export interface Semaphore {
  /**
   * Runs the work when its turn comes: in order, or, with accounts, round robin among those that wait, so that each has
   * one turn at most, the one that is running included, before another has its next. If the signal aborts first,
   * rejects with its reason.
   * @param weight How much of the limit the work takes; more than all of it runs alone. Smaller work never overtakes,
   * else large work might wait forever. @default 1
   */
  run<T>(signal: AbortSignal, work: () => Promise<T>, accountId?: string, weight?: number): Promise<T>
}

interface Waiting {
  readonly weight: number
  readonly take: () => void
}

export function createSemaphore(atOnceMax: number): Semaphore {
  let free = atOnceMax
  /** A line for each account that waits; the first account has the next turn. */
  const lines = new Map<string, Set<Waiting>>()

  function acquire(signal: AbortSignal, accountId: string, weight: number): Promise<void> {
    signal.throwIfAborted()
    if (lines.size === 0 && weight <= free) {
      free -= weight
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const line = lines.get(accountId) ?? new Set()
      lines.set(accountId, line)
      const abort = (): void => {
        line.delete(waiting)
        if (line.size === 0) lines.delete(accountId)
        reject(signal.reason)
        handOut()
      }
      const take = (): void => {
        signal.removeEventListener('abort', abort)
        resolve()
      }
      const waiting = { weight, take }
      signal.addEventListener('abort', abort, { once: true })
      line.add(waiting)
    })
  }

  /** Hands what is free to the next in line. */
  function handOut(): void {
    for (const [accountId, line] of lines) {
      const [next] = line
      if (next === undefined || next.weight > free) return
      lines.delete(accountId)
      line.delete(next)
      if (line.size > 0) lines.set(accountId, line)
      free -= next.weight
      next.take()
    }
  }

  /** The accounts of what ended and of what is next go behind the others. */
  function release(endedId: string, weight: number): void {
    const own = lines.get(endedId)
    if (own !== undefined) {
      lines.delete(endedId)
      lines.set(endedId, own)
    }
    free += weight
    handOut()
  }

  return {
    async run(signal, work, accountId = '', weight = 1) {
      const taken = Math.min(weight, atOnceMax)
      await acquire(signal, accountId, taken)
      try {
        return await work()
      } finally {
        release(accountId, taken)
      }
    },
  }
}

/** A semaphore for each name. */
export function createSemaphores(atOnceMax: number): (name: string) => Semaphore {
  const semaphores = new Map<string, Semaphore>()
  return (name) => {
    const semaphore = semaphores.get(name) ?? createSemaphore(atOnceMax)
    semaphores.set(name, semaphore)
    return semaphore
  }
}
