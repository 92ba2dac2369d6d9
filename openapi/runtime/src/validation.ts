/** What validators need that Ajv has compiled, and the sentences of what they find. */
import * as ajv from './third-party/formats.ts'

export { equal } from './validation/equal.ts'
export { isInt64 } from './validation/int64.ts'
export type { ResponseRules } from './validation/response-check.ts'
export type { BrokenRule, RequestValidators, Validator } from './validation/validator.ts'
export { violationsOf } from './validation/violations.ts'
export { withError } from './validation/with-error.ts'

/** The checks of the formats that JSON Schema names. A blank between date and time is none of RFC 3339. */
export const formats: Readonly<Record<string, unknown>> = {
  ...ajv.formats,
  'date-time': withoutBlanks(ajv.formats['date-time']),
  'iso-date-time': withoutBlanks(ajv.formats['iso-date-time']),
}

function withoutBlanks(format: unknown): object {
  const { validate, ...others } = Object(format)
  return { ...others, validate: (text: string) => !/\s/.test(text) && validate(text) === true }
}

/** The length of a text in characters, of which some are two units long. */
export function ucs2length(text: string): number {
  let length = 0
  for (let at = 0; at < text.length; at += 1) {
    if (isBetween(text, at, 0xd800, 0xdbff) && isBetween(text, at + 1, 0xdc00, 0xdfff)) at += 1
    length += 1
  }
  return length
}

function isBetween(text: string, at: number, lowest: number, highest: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= lowest && unit <= highest
}
