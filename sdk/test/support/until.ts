const LIMIT_MS = 10_000

/** Lets what is under way go on until something is so; fails when ten seconds pass without it. */
export async function until(condition: () => boolean): Promise<void> {
  // Real time, not a number of turns: what runs in Node's thread pool takes more turns on a busy machine.
  const endsAtMs = performance.now() + LIMIT_MS
  while (performance.now() < endsAtMs) {
    if (condition()) return
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error('it never came to be so')
}
