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
