/**
 * A field of an operation's input. Commands and requests write it in the same way: as a text that `parse` reads, or as
 * a flag.
 */
export interface Field<Value> {
  /** In a command: an argument such as `<account>`, or an option such as `--name <name>`. Without, only requests have it. */
  readonly flags?: string
  readonly help?: string
  /** Throws a RangeError with a sentence, or with one that begins with "must" and lacks the name. Without, it is a flag. */
  readonly parse?: (text: string) => Value
  readonly isRequired?: boolean
  /** The text that removes what is there, in a command; a request has null. */
  readonly removedBy?: string
  /** Of a flag: the option that makes it false. */
  readonly negation?: { readonly flags: string; readonly help: string }
  /** The fields that exclude it. */
  readonly conflicts?: readonly string[]
}

export type Fields = Readonly<Record<string, Field<unknown>>>

export function required<Value>(flags: string, help: string, parse: (text: string) => Value): Field<Value> {
  return { flags, help, parse, isRequired: true }
}

export function optional<Value>(
  flags: string,
  help: string,
  parse: (text: string) => Value,
): Field<Value | undefined> {
  return { flags, help, parse }
}

/** A field that only requests have. */
export function requestOnly<Value>(parse: (text: string) => Value): Field<Value | undefined> {
  return { parse }
}

export function flag(flags: string, help: string): Field<boolean | undefined> {
  return { flags, help }
}

export function removable<Value>(field: Field<Value>, removedBy: 'none' | ''): Field<Value | null> {
  return { ...field, removedBy }
}

/** An id. An empty one comes from a script's variable that was never set. */
export function parseId(text: string): string {
  if (text === '') throw new RangeError('It must not be empty.')
  return text
}

export function parseIdempotencyKey(text: string): string {
  if (/^[ -~]{1,128}$/.test(text)) return text
  throw new RangeError('It must have 1 to 128 visible ASCII characters.')
}

export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (number >= min && number <= max) return number
    throw new RangeError(`must be a whole number from ${min} to ${max}`)
  }
}

/** Another form of what is returned. */
export const format = optional('--format <format>', 'csv for a spreadsheet (choices: "csv")', (text) => {
  if (text === 'csv') return text
  throw new RangeError('Allowed choices are csv.')
})

export const account = required('<account>', 'the ID of the account', parseId)

/** The name of an action, which is done once however often it is asked for. Each request must have one. */
export const idempotencyKey = requestOnly(parseIdempotencyKey)

export const pageSizeDefault = 50
export const pageSize = optional('--limit <number>', 'entries on a page', wholeNumber(1, 500))

/** Where the next page begins: a full page may be followed by another one. */
export function nextOf<Entry>(
  entries: readonly Entry[],
  limit: number,
  cursorOf: (entry: Entry) => string,
): string | null {
  const last = entries.length < limit ? undefined : entries.at(-1)
  return last === undefined ? null : cursorOf(last)
}
