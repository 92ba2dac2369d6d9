/** A busy event loop is late by tens of milliseconds; one turn never counts for more than this. */
const turnMsMax = 250

/**
 * The result of `work`, or the error after a timeout. Only time in which this process could have read the
 * response counts: after a few seconds without processor time, the timer is overdue and the response is in
 * the socket, and the response must win.
 */
export async function withTimeout<T>(durationMs: number, work: Promise<T>, late: () => Error): Promise<T> {
  let leftMs = durationMs
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    const wait = (): void => {
      const turnMs = Math.min(leftMs, turnMsMax)
      leftMs -= turnMs
      timer = setTimeout(() => {
        if (leftMs > 0) wait()
        // Data that has arrived meanwhile is read after the timers and before this callback.
        else setImmediate(() => reject(late()))
      }, turnMs)
    }
    wait()
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
