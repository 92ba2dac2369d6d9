const windowMs = 60_000

/** Counts callers' requests in any minute, in the memory of this process. */
export interface CallerLimiter {
  /** Undefined if the request is admitted, and counted; otherwise the seconds until the next one is. */
  count(callerId: string, kind: string, requestsPerMinute: number): number | undefined
}

export function createCallerLimiter(now: () => number): CallerLimiter {
  const sentMs = new Map<string, number[]>()
  let sweptAtMs = now()
  return {
    count(callerId, kind, requestsPerMinute) {
      const nowMs = now()
      const isRecent = (atMs: number) => atMs > nowMs - windowMs
      // Callers without recent requests are forgotten, so that memory holds those of the last minutes.
      if (!isRecent(sweptAtMs)) {
        for (const [caller, times] of sentMs) if (!times.some(isRecent)) sentMs.delete(caller)
        sweptAtMs = nowMs
      }
      const name = JSON.stringify([kind, callerId])
      const recent = (sentMs.get(name) ?? []).filter(isRecent)
      sentMs.set(name, recent)
      const oldest = recent.at(-Math.floor(requestsPerMinute)) ?? (requestsPerMinute < 1 ? nowMs : undefined)
      if (oldest !== undefined && recent.length >= requestsPerMinute) {
        return Math.max(1, Math.ceil((oldest + windowMs - nowMs) / 1000))
      }
      recent.push(nowMs)
      return undefined
    },
  }
}
