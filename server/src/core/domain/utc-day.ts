export const dayMs = 86_400_000

/** A day in UTC, as the number of days since 1970. */
export type UtcDay = number

export function dayOf(timeMs: number): UtcDay {
  return Math.floor(timeMs / dayMs)
}

/** As in the contract, `2026-03-14`. */
export function dateOfDay(day: UtcDay): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/** The day of a date that the contract accepts. */
export function dayOfDate(date: string): UtcDay {
  return dayOf(Date.parse(`${date}T00:00:00Z`))
}

export function firstDayOfMonth(day: UtcDay): UtcDay {
  return dayOfDate(`${dateOfDay(day).slice(0, 7)}-01`)
}
