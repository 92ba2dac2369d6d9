/**
 * What another try may mend. It is safe for every operation of the contract: reads change nothing, an upload that is
 * reserved twice is one more that is open for 15 minutes, completing and cancelling give the same answer again, and generations carry a key.
 */
const retryableStatuses = [408, 429, 500, 502, 503, 504]

const backoffFirstMs = 500
/** Longer pauses would only make a person wait; what is still broken then is broken for longer than a call may last. */
const backoffMaxMs = 8000

/** Whether to ask again after this answer. A proxy or server that knows better says so in `X-Should-Retry`. */
export function isRetryable({ status, headers }: Response): boolean {
  const hint = headers.get('x-should-retry')
  return hint === 'true' || (hint !== 'false' && retryableStatuses.includes(status))
}

/** The pause before try number `attempt + 2`: exponential with full jitter, which keeps a crowd of clients apart. */
export function backoffMs(attempt: number, random: () => number): number {
  return random() * Math.min(backoffMaxMs, backoffFirstMs * 2 ** attempt)
}

/**
 * What `Retry-After` asks for, given in seconds or as a date; undefined where it asks for nothing that makes sense. A date
 * is by the clock of who gave it, which the answer's `Date` tells; `nowMs` stands in where it does not.
 */
export function readRetryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const text = headers.get('retry-after')
  if (!text) return undefined
  const sentMs = Date.parse(headers.get('date') ?? '') || nowMs
  const seconds = Number(text)
  const ms = Number.isNaN(seconds) ? Date.parse(text) - sentMs : seconds * 1000
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
