/**
 * Runs work whose signal aborts with the given one, or after that time. Unlike AbortSignal.timeout, it leaves
 * no timer behind that would keep the work's objects alive for a quarter of an hour.
 */
export async function withinTime<T>(
  durationMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new AbortController()
  if (durationMs <= 0) deadline.abort()
  const timer = setTimeout(() => deadline.abort(), Math.max(0, durationMs))
  try {
    return await work(AbortSignal.any([signal, deadline.signal]))
  } finally {
    clearTimeout(timer)
  }
}
