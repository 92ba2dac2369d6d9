/** The process's own clock, for ids and logs only: windows and leases use the database's clock. */
export interface Clock {
  nowMs(): number
}

export const systemClock: Clock = { nowMs: () => Date.now() }

/** ISO 8601 in UTC with milliseconds: the wire format of every time. */
export function toTimestamp(timeMs: number): string {
  return new Date(timeMs).toISOString()
}

/** The same of a time that may be missing, which is null on the wire. */
export function toTimestampOrNull(timeMs: number | undefined): string | null {
  return timeMs === undefined ? null : toTimestamp(timeMs)
}
