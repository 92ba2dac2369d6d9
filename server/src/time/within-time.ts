/** A busy event loop is late by tens of milliseconds; one turn of it never counts for more than this. */
const turnMsMax = 250

/**
 * What `work` comes to, or the error once it has been waited for that long. Only time in which this process could have seen
 * the answer counts: one that got no processor for some seconds has the answer in its socket and the timer overdue at the
 * same moment, and it is the answer that is right.
 */
export async function withinTime<T>(durationMs: number, work: Promise<T>, late: () => Error): Promise<T> {
  let leftMs = durationMs
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    const wait = (): void => {
      const turnMs = Math.min(leftMs, turnMsMax)
      leftMs -= turnMs
      timer = setTimeout(() => {
        if (leftMs > 0) wait()
        // What has arrived meanwhile is read after the timers and before this.
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
