import { limits } from '@mediagen/contract/limits'
import { Argument, InvalidArgumentError, Option } from 'commander'
import { parseAccountName, parseAccountSearch, parseReference } from '../../core/domain/accounts/labels.ts'
import { Usd } from '../../core/domain/money/usd.ts'
import { dateOfDay, dayOfDate } from '../../core/domain/utc-day.ts'
import { parseReason } from '../../operator/actions.ts'
import { parseCredit, parseDebit } from '../../operator/change-balance.ts'

/** A thousand years; beyond it a number of days is a mistake. */
const daysMax = 365_000

/**
 * Parses an option that may be given once: of two amounts on one command line commander would silently take
 * the last.
 */
export function once<Value>(
  parse: (text: string) => Value,
): (text: string, previous: Value | undefined) => Value {
  return (text, previous) => {
    if (previous !== undefined) throw new InvalidArgumentError('It was given more than once.')
    return parse(text)
  }
}

/** An exact amount of US dollars, from 0. */
export function parseBalance(text: string): Usd {
  return parsedBy(Usd.parse, text)
}

/** An exact amount of US dollars above 0. */
export function parseAmount(text: string): Usd {
  return parsedBy(parseCredit, text)
}

/** An exact amount of US dollars above 0 to take back. */
export function parseDebitAmount(text: string): Usd {
  return parsedBy(parseDebit, text)
}

/** What an operator calls an account. */
export function parseName(text: string): string {
  return parsedBy(parseAccountName, text)
}

/** The operator's own id of an account. */
export function parseOwnReference(text: string): string {
  return parsedBy(parseReference, text)
}

/** What accounts are searched by: the beginning of a name or id, or a reference. */
export function parseSearch(text: string): string {
  return parsedBy(parseAccountSearch, text.trim())
}

export function accountArgument(): Argument {
  return new Argument('<account>', 'the ID of the account').argParser(parseId)
}

export function reasonOption(): Option {
  return new Option('--reason <text>', 'why, for the audit table').argParser(
    once((text) => parsedBy(parseReason, text)),
  )
}

/** What `parse` returns; its error becomes one of the command line. */
export function parsedBy<Value>(parse: (text: string) => Value, text: string): Value {
  try {
    return parse(text)
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error))
  }
}

/** A whole number of days, from 0. */
export function parseUnusedDays(text: string): number {
  const days = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (days <= daysMax) return days
  throw new InvalidArgumentError(`--unused-days must be a whole number from 0 to ${daysMax}.`)
}

/** The ID of an account or key. An empty one comes from a script's variable that was never set. */
export function parseId(text: string): string {
  if (text === '') throw new InvalidArgumentError('It must not be empty.')
  return text
}

const limitMax = 500

/** How many entries a page has, from 1. */
export function parseLimit(text: string): number {
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= limitMax) return limit
  throw new InvalidArgumentError(`--limit must be a whole number from 1 to ${limitMax}.`)
}

/** How many days of usage, from 1. */
export function parseUsageDays(text: string): number {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (days >= 1 && days <= limits.usageDaysMax) return days
  throw new InvalidArgumentError(`--days must be a whole number from 1 to ${limits.usageDaysMax}.`)
}

/** A day in UTC, as in the contract. */
export function parseDay(text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
  if (isDay && dateOfDay(dayOfDate(text)) === text) return text
  throw new InvalidArgumentError('It must be a day such as 2026-03-14.')
}

/** The ID of an audit entry. */
export function parseEntryId(text: string): bigint {
  if (/^\d{1,18}$/.test(text)) return BigInt(text)
  throw new InvalidArgumentError('It must be the ID of an entry, a whole number.')
}

/** The operator's name for an action, which makes it happen only once. */
export function parseIdempotencyKey(text: string): string {
  if (/^[ -~]{1,128}$/.test(text)) return text
  throw new InvalidArgumentError('It must have 1 to 128 visible ASCII characters.')
}
