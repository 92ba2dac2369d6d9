/** The process's own clock. Fit for ids and logs; windows and leases go by the database's clock instead. */
export interface Clock {
  nowMs(): number
}

export const systemClock: Clock = { nowMs: () => Date.now() }

/** ISO 8601 in UTC with milliseconds: the wire format of every time. */
export function toTimestamp(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
