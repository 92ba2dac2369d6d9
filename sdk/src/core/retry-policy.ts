/**
 * Statuses worth a retry. Retrying is safe for every operation of the contract: reads change nothing, a
 * second reservation expires after 15 minutes, complete, cancel and deletions are idempotent, and generations
 * carry an idempotency key. 520 to 524 are Cloudflare's for a server behind it that it could not reach or understand.
 */
const retryableStatuses = [408, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524]

const backoffFirstMs = 500
/** A fault that lasts longer than this delay lasts longer than any call. */
const backoffMaxMs = 8000

/** Whether to retry after this response. A server or proxy overrides the list by `X-Should-Retry`. */
export function isRetryable({ status, headers }: Response): boolean {
  const hint = headers.get('x-should-retry')
  return hint === 'true' || (hint !== 'false' && retryableStatuses.includes(status))
}

/**
 * The delay before the next attempt: exponential backoff with full jitter, which spreads the retries of many
 * clients.
 */
export function backoffMs(attempt: number, random: () => number): number {
  return random() * Math.min(backoffMaxMs, backoffFirstMs * 2 ** attempt)
}

/**
 * The delay in `Retry-After`, given in seconds or as a date; undefined if it is missing or malformed. A date
 * counts from the response's own `Date`, since the server's clock may differ; `nowMs` replaces a missing
 * `Date`.
 */
export function readRetryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const text = headers.get('retry-after')
  if (!text) return undefined
  const sentMs = Date.parse(headers.get('date') ?? '') || nowMs
  // No other notation of a number is one here.
  const isSeconds = /^\d+(\.\d+)?$/.test(text)
  const ms = isSeconds ? Number(text) * 1000 : Date.parse(text) - sentMs
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
