/** A busy event loop is late by tens of milliseconds; one turn never counts for more than this. */
const turnMsMax = 250

/**
 * The result of `work`, or the error after a timeout. Only time in which this process could have read the
 * response counts: after a few seconds without processor time, the timer is overdue and the response is in
 * the socket, and the response must win.
 */
export async function withTimeout<T>(durationMs: number, work: Promise<T>, late: () => Error): Promise<T> {
  return (await withinTime(durationMs, work, late)).result
}

/** The same, with what is left of the time. */
export async function withinTime<T>(
  durationMs: number,
  work: Promise<T>,
  late: () => Error,
): Promise<{ readonly result: T; readonly leftMs: number }> {
  let leftMs = durationMs
  let turnMs = 0
  let sinceMs = 0
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    const wait = (): void => {
      turnMs = Math.min(leftMs, turnMsMax)
      sinceMs = performance.now()
      timer = setTimeout(() => {
        leftMs -= turnMs
        if (leftMs > 0) wait()
        // Data that has arrived meanwhile is read after the timers and before this callback.
        else setImmediate(() => reject(late()))
      }, turnMs)
    }
    wait()
  })
  try {
    const result = await Promise.race([work, tooLate])
    return { result, leftMs: leftMs - Math.min(turnMs, performance.now() - sinceMs) }
  } finally {
    clearTimeout(timer)
  }
}
