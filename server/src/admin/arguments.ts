import { Usd } from '../domain/usd.js'
import { type GivenArguments, UsageError } from './command.js'

/** The one positional argument of a command. Throws a UsageError when there is none or more. */
export function onlyPositional(given: GivenArguments, name: string): string {
  const [value, ...others] = given.positionals
  if (value === undefined || others.length > 0) throw new UsageError(`${name} is needed, and nothing else.`)
  if (value === '') throw new UsageError(`${name} must not be empty.`)
  return value
}

/** For commands without positional arguments. */
export function noPositionals(given: GivenArguments): void {
  if (given.positionals.length > 0) throw new UsageError(`${given.positionals.join(' ')} is not understood.`)
}

/** An amount option. Throws a UsageError when it is missing, no exact decimal or out of range. */
export function amountOption(given: GivenArguments, name: string): Usd {
  const text = given.options[name]
  if (text === undefined) throw new UsageError(`--${name} AMOUNT is needed.`)
  if (text === '') throw new UsageError(`--${name} must not be empty.`)
  try {
    return Usd.parse(text)
  } catch (error) {
    throw new UsageError(`--${name} ${text}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** A thousand years; beyond it a number of days is a mistake. */
const daysMax = 365_000

/** An option that is a whole number of days, from 0. Throws a UsageError when it is missing or is none. */
export function daysOption(given: GivenArguments, name: string): number {
  const text = given.options[name]
  if (text === undefined) throw new UsageError(`--${name} N is needed.`)
  if (text === '') throw new UsageError(`--${name} must not be empty.`)
  const days = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (!(days <= daysMax))
    throw new UsageError(`--${name} ${text}: must be a whole number from 0 to ${daysMax}.`)
  return days
}
