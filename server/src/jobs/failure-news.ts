/** Slightly less than the interval of the sweeps that run once an hour. */
const repeatedMs = 55 * 60_000

/** Whether a job's failure is worth a line in the log: one that repeats the last is so once an hour. */
export function createFailureNews(
  /** Not the clock, which may be what is wrong. */
  elapsedMs: () => number = () => performance.now(),
): (job: string, message: string) => boolean {
  const told = new Map<string, { readonly message: string; readonly atMs: number }>()
  return (job, message) => {
    const [last, atMs] = [told.get(job), elapsedMs()]
    if (last?.message === message && atMs - last.atMs < repeatedMs) return false
    told.set(job, { message, atMs })
    return true
  }
}
