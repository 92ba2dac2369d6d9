/** Pause between two reads. */
const pauseMs = 50

/**
 * Reads until the value meets the condition, and returns it. Rejects with the last value when the time is up:
 * an endless wait would hide the fault.
 */
export async function until<Value>(
  read: () => Promise<Value> | Value,
  isDone: (value: Value) => boolean,
  msMax = 20_000,
): Promise<Value> {
  const startedAt = performance.now()
  for (;;) {
    const value = await read()
    if (isDone(value)) return value
    if (performance.now() - startedAt > msMax)
      throw new Error(`waited ${msMax} ms in vain; last seen: ${JSON.stringify(value)}`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
