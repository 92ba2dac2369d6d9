/** The time that an attempt has. */
export interface AttemptClock {
  /** Aborts when the time is over. */
  readonly deadline: AbortSignal
  /** Runs the work while the clock stands still: its duration does not count. */
  pausedFor<T>(work: () => Promise<T>): Promise<T>
  stop(): void
}

export function startAttemptClock(durationMs: number): AttemptClock {
  // Not AbortSignal.timeout: its timer would keep an attempt's objects alive for a quarter of an hour after its end.
  const deadline = new AbortController()
  let leftMs = durationMs
  let resumedAtMs = performance.now()
  let isStopped = false
  let timer = setTimeout(() => deadline.abort(), leftMs)
  return {
    deadline: deadline.signal,
    async pausedFor(work) {
      clearTimeout(timer)
      leftMs -= performance.now() - resumedAtMs
      try {
        return await work()
      } finally {
        resumedAtMs = performance.now()
        if (!isStopped) timer = setTimeout(() => deadline.abort(), Math.max(0, leftMs))
      }
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
