/** Lets so many pieces of work run at once; the others wait, first come first served. */
export function createTurns(atOnceMax: number): {
  take<Result>(work: () => Promise<Result>): Promise<Result>
} {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    async take(work) {
      if (running === atOnceMax) await new Promise<void>((resolve) => waiting.push(resolve))
      else running += 1
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next === undefined) running -= 1
        else next()
      }
    },
  }
}
