/** The time that an attempt has. */
export interface AttemptClock {
  /** Aborts when the time is over. */
  readonly deadline: AbortSignal
  /**
   * Lets the clock stand still until the returned function is called: what an attempt waits for in a line with others
   * does not count. All pauses together have a limit; from then on the time counts.
   */
  pause(): () => void
  stop(): void
}

/** An attempt that has been in line for so long goes on at the cost of its own time, or nothing would ever end it. */
const pausedMsMax = 10 * 60_000

export function startAttemptClock(durationMs: number): AttemptClock {
  // Not AbortSignal.timeout: its timer would keep an attempt's objects alive for a quarter of an hour after its end.
  const deadline = new AbortController()
  let leftMs = durationMs
  let pausesLeftMs = pausedMsMax
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let sinceMs = performance.now()

  function resume(): void {
    clearTimeout(timer)
    sinceMs = performance.now()
    if (!isStopped) timer = setTimeout(() => deadline.abort(), Math.max(0, leftMs))
  }

  resume()
  return {
    deadline: deadline.signal,
    pause() {
      clearTimeout(timer)
      leftMs -= performance.now() - sinceMs
      const pausedAtMs = performance.now()
      let isOver = false
      const end = (): void => {
        if (isOver) return
        isOver = true
        pausesLeftMs -= performance.now() - pausedAtMs
        resume()
      }
      if (!isStopped) timer = setTimeout(end, Math.max(0, pausesLeftMs))
      return end
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
