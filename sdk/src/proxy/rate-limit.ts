import type { Route } from './match-operation.js'
import type { Caller, ProxySettings } from './options.js'
import { ProxyError } from './proxy-error.js'

const windowMs = 60_000
/** Bounds the memory. The caller that was silent for longest is forgotten first. */
const callersMax = 10_000

/** Counts callers' requests in any minute, in the memory of this process. */
export interface CallerLimiter {
  /** Undefined if the request is admitted, and counted; otherwise the seconds until the next one is. */
  count(callerId: string, kind: string, requestsPerMinute: number): number | undefined
}

export function createCallerLimiter(now: () => number): CallerLimiter {
  // In the order of each caller's latest admitted request.
  const sentMs = new Map<string, readonly number[]>()
  return {
    count(callerId, kind, requestsPerMinute) {
      const nowMs = now()
      const isRecent = (atMs: number) => atMs > nowMs - windowMs
      const name = JSON.stringify([kind, callerId])
      const recent = (sentMs.get(name) ?? []).filter(isRecent)
      const oldest = recent.at(-Math.floor(requestsPerMinute)) ?? (requestsPerMinute < 1 ? nowMs : undefined)
      if (oldest !== undefined && recent.length >= requestsPerMinute) {
        return Math.max(1, Math.ceil((oldest + windowMs - nowMs) / 1000))
      }
      sentMs.delete(name)
      for (const [caller, times] of sentMs) {
        if (sentMs.size < callersMax && times.some(isRecent)) break
        sentMs.delete(caller)
      }
      sentMs.set(name, [...recent, nowMs])
      return undefined
    },
  }
}

/**
 * Throws the contract's RATE_LIMITED. Only requests that create something count; reading, completing and
 * cancelling do not.
 */
export function countRequest(
  limiter: CallerLimiter,
  caller: Caller,
  { operation, facts }: Route,
  settings: ProxySettings,
) {
  const kind = facts.rateLimited ? 'generation' : operation
  if (kind !== 'generation' && operation !== 'createUpload') return
  const perMinute = caller.requestsPerMinute ?? settings.requestsPerMinute
  const seconds = limiter.count(caller.id, kind, perMinute)
  if (seconds === undefined) return
  const headers = { 'retry-after': String(seconds) }
  throw new ProxyError(429, 'RATE_LIMITED', 'Too many requests; wait for Retry-After.', { headers })
}
