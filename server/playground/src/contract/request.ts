import type { Effect } from '@mediagen/sdk'
import { strings } from '../strings.ts'
import type { Field, FieldValue, Form } from './read-forms.ts'

/** What somebody has entered. A field that was left alone is not in it. */
export type Values = Readonly<Record<string, FieldValue | undefined>>

/** What a field stands at: as entered, else by the effect, else by the contract. */
export function effectiveValue(
  field: Field,
  values: Values,
  effect: Effect | undefined,
): FieldValue | undefined {
  return values[field.name] ?? effect?.defaults[field.name] ?? field.default
}

/** The body to send: what was entered for fields of this form, and nothing of an earlier one. */
export function requestOf(form: Form, values: Values): Readonly<Record<string, FieldValue>> {
  return Object.fromEntries(
    form.fields.flatMap((field): [string, FieldValue][] => {
      const value = values[field.name]
      return value === undefined || value === '' || !isOffered(field, value) ? [] : [[field.name, value]]
    }),
  )
}

/** Whether nothing is entered, in the fields of any form. */
export function isEmpty(values: Values): boolean {
  return Object.values(values).every((value) => value === undefined || value === '')
}

/** What is missing or too long, by field; the service checks again and has the last word. */
export function problemsOf(form: Form, values: Values): ReadonlyMap<string, string> {
  const has = (name: string) => values[name] !== undefined && values[name] !== ''
  const problems = new Map<string, string>()
  for (const { name, required, kind, maxLength } of form.fields) {
    const length = [...String(values[name] ?? '')].length
    if (required && !has(name)) problems.set(name, strings.missing[kind] ?? strings.missing.other)
    else if (maxLength !== undefined && length > maxLength)
      problems.set(name, strings.tooLong(length, maxLength))
  }
  if (form.anyOf.length > 0 && !form.anyOf.some((group) => group.every(has))) {
    // Said once, at the first of the fields that would do.
    const [name] = form.anyOf.flat()
    if (name !== undefined && !problems.has(name)) problems.set(name, strings.missing.oneOf)
  }
  return problems
}

/** A resolution that another product has need not be one of this product. */
function isOffered({ choices }: Field, value: FieldValue): boolean {
  return choices === undefined || choices.some((choice) => choice === value)
}
