import type { Contract } from '../read/contract.ts'
import { referenceOf } from '../read/follow.ts'
import { valueAt } from '../read/pointer.ts'
import { record } from '../read/record.ts'
import type { ChangeList, Direction } from './change.ts'

export type Schema = Readonly<Record<string, unknown>>

/** Keywords that allow and forbid nothing. */
export const annotations =
  /^(title|description|examples?|\$comment|deprecated|default|readOnly|writeOnly|x-(?!default).*)$/

/** The same thing in both versions. */
export interface Pair<Item> {
  readonly before: Item
  readonly after: Item
}

/** Where a comparison is: it goes both ways at once, through both documents. */
export interface Place {
  readonly documents: Pair<Contract>
  readonly list: ChangeList
  readonly direction: Direction
  /** The name that a reader knows the schema by. */
  readonly where: string
  /** References that are compared already, or being compared: a schema may contain itself. */
  readonly visited: Set<string>
}

/** What a reference leads to, through references to references; anything else as it is. */
export function followed(document: Contract, value: unknown): Schema {
  const reference = referenceOf(value)
  return reference === undefined ? record(value) : followed(document, valueAt(document, reference))
}

/** A schema with what it refers to; what stands beside a reference counts as well. */
export function resolve(document: Contract, schema: unknown): Schema {
  if (referenceOf(schema) === undefined) return record(schema)
  const { $ref, ...siblings } = record(schema)
  return { ...followed(document, { $ref }), ...siblings }
}
