import { MediagenError } from '../errors/mediagen-error.js'
import { recordOf } from '../types/record.js'
import { checkSignal } from './abort.js'

/** Names with whatever belongs to them. */
type Names = Readonly<Record<string, unknown>>

/**
 * Throws an error for the first name among the given ones that is not known: a mistyped one would be ignored, and
 * the call made, and paid for, without it. Undefined values do not count.
 */
export function checkNames(
  given: object,
  known: Names,
  createError: (name: string, advice: string) => Error = optionError,
): void {
  for (const name of unknownNames(given, known)) {
    throw createError(name, adviceOf(name, known) ?? `known are ${Object.keys(known).join(', ')}`)
  }
}

/**
 * Throws MediagenError for a name that is a known one mistyped, and lets any other pass: a library that calls a
 * method for its user, such as one for queries, adds names of its own.
 */
export function checkSpelling(given: object, known: Names): void {
  for (const name of unknownNames(given, known)) {
    const advice = adviceOf(name, known)
    if (advice !== undefined) throw optionError(name, advice)
  }
}

function unknownNames(given: object, known: Names): string[] {
  if ('signal' in known) checkSignal(recordOf(given).signal)
  return Object.entries(given).flatMap(([name, value]) =>
    value === undefined || Object.hasOwn(known, name) ? [] : [name],
  )
}

function optionError(name: string, advice: string): MediagenError {
  return new MediagenError(`There is no option ${name}: ${advice}`)
}

/** A shorter part of a name says too little. */
const partLengthMin = 4
/** Letters that were changed, left out or added. */
const editsMax = 2

function adviceOf(name: string, known: Names): string | undefined {
  const word = name.toLowerCase()
  const near = Object.keys(known).find((one) => {
    const other = one.toLowerCase()
    return word.length >= partLengthMin && (other.includes(word) || isWithin(word, other, editsMax))
  })
  return near && `did you mean ${near}?`
}

/** Whether this many edits turn one word into the other. */
function isWithin(one: string, other: string, edits: number): boolean {
  if (one === other) return true
  if (edits === 0) return false
  let same = 0
  while (one[same] === other[same]) same += 1
  const [left, right] = [one.slice(same), other.slice(same)]
  return (
    isWithin(left.slice(1), right, edits - 1) ||
    isWithin(left, right.slice(1), edits - 1) ||
    isWithin(left.slice(1), right.slice(1), edits - 1)
  )
}
