import { isObject } from './declared-fields.ts'

/** Which fields of a JSON value are never sent, at any depth. */
export interface HiddenFields {
  /** `true` for a field that is never sent. */
  readonly fields?: Readonly<Record<string, true | HiddenFields>>
  /** For every field that is not in `fields`. */
  readonly others?: HiddenFields
  /** For the first items of an array, each by its place. */
  readonly heads?: readonly HiddenFields[]
  /** For every other item. */
  readonly items?: HiddenFields
  /** More that is hidden of the same value. */
  readonly parts?: readonly HiddenFields[]
  /** What occurs inside itself, by its name. */
  readonly named?: string
}

/** Deletes the hidden fields of a JSON value. */
export function dropFields(
  value: unknown,
  hidden: HiddenFields,
  named: Readonly<Record<string, HiddenFields>>,
): void {
  if (!isObject(value)) return
  for (const part of hidden.parts ?? []) dropFields(value, part, named)
  const own = hidden.named === undefined ? undefined : named[hidden.named]
  if (own !== undefined) dropFields(value, own, named)
  for (const [name, inner] of Object.entries(value)) {
    const rule = ruleFor(name, hidden, Array.isArray(value))
    if (rule === true) delete value[name]
    else if (rule !== undefined) dropFields(inner, rule, named)
  }
}

function ruleFor(name: string, hidden: HiddenFields, isItem: boolean): true | HiddenFields | undefined {
  if (isItem) return hidden.heads?.[Number(name)] ?? hidden.items
  const { fields = {}, others } = hidden
  return Object.hasOwn(fields, name) ? fields[name] : others
}
