import { keyNameCharactersMax } from '../core/domain/accounts/api-key.ts'
import { requestsPerMinuteMax } from '../core/domain/accounts/requests-per-minute.ts'
import { type ProductName, productNames } from '../core/domain/products.ts'

/** The values of a key's properties as operators write them. Each function throws a RangeError. */

/** 1 to 100 characters without control characters. */
export function parseKeyName(text: string): string {
  const isValid = new RegExp(`^[^\\p{Cc}\\p{Cf}]{1,${keyNameCharactersMax}}$`, 'u').test(text)
  if (isValid) return text
  throw new RangeError(`A name has 1 to ${keyNameCharactersMax} characters and no line break.`)
}

/** A time in UTC: `2026-12-31T18:00Z`, or a date for the beginning of that day. */
export function parseExpiry(text: string, nowMs: number = Date.now()): number {
  const isTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/.test(text)
  const timeMs = isTime ? Date.parse(text) : Number.NaN
  // A date such as 30 February would otherwise become one in March.
  if (Number.isNaN(timeMs) || !new Date(timeMs).toISOString().startsWith(text.slice(0, 10)))
    throw new RangeError('A time is a date or a time in UTC, such as 2026-12-31 or 2026-12-31T18:00Z.')
  if (timeMs <= nowMs) throw new RangeError('This time is over. To end a key now, revoke it.')
  return timeMs
}

/** Products separated by commas, in the order of the contract. */
export function parseProducts(text: string): readonly ProductName[] {
  const given = text.split(',').map((name) => name.trim())
  const isKnown = given.every((name) => productNames.some((product) => product === name))
  if (isKnown) return productNames.filter((product) => given.includes(product))
  throw new RangeError(`Products are some of ${productNames.join(',')}, separated by commas.`)
}

/** Generation requests a minute of a key or an account, from 1. `orElse` ends the message: what else is allowed. */
export function parseRate(text: string, { orElse = '' } = {}): number {
  const rate = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (rate >= 1 && rate <= requestsPerMinuteMax) return rate
  throw new RangeError(
    `A rate is a whole number of requests a minute from 1 to ${requestsPerMinuteMax}${orElse}.`,
  )
}

/** A year; a longer overlap is a second key. */
const overlapHoursMax = 8_760

/** Whole hours, from 0. */
export function parseOverlapHours(text: string): number {
  const hours = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
  if (hours <= overlapHoursMax) return hours
  throw new RangeError(`An overlap is a whole number of hours from 0 to ${overlapHoursMax}.`)
}
