import type { Contract, Schema } from '../read/contract.ts'
import { follow } from '../read/follow.ts'
import type { Operation } from '../read/operations.ts'
import { sourceFile } from './banner.ts'
import { literalText } from './literal-text.ts'

/** What a program needs to offer a field or to check it before anything is sent. */
const keywords = ['title', 'type', 'enum', 'default', 'minimum', 'maximum', 'minLength', 'maxLength'] as const

type Fields = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/**
 * `request-fields.ts`: each operation's query parameters and body fields by name, with their words, choices, bounds
 * and defaults. `cli` says how a command line names the field, where that is not the field's own name.
 */
export function requestFieldsFile(contract: Contract, operations: readonly Operation[]): string {
  const entries = operations.flatMap(({ id, parameters, body }) => {
    const fields = {
      ...Object.fromEntries(
        parameters
          .filter((one) => one.in === 'query')
          .map(({ name, schema }) => [name, fieldOf(contract, schema ?? {}, false)] as const),
      ),
      ...(body === undefined ? {} : bodyFields(contract, body.schema)),
    }
    return Object.keys(fields).length === 0 ? [] : [[id, fields] as const]
  })
  return sourceFile([
    `/** Words, choices, bounds and defaults of query parameters and body fields, by operation. */
export const requestFields = ${literalText(Object.fromEntries(entries), '')} as const`,
  ])
}

/** Of a field that several parts of a schema declare, the first declaration. */
export function bodyFields(contract: Contract, schema: Schema): Fields {
  const target = follow<Schema>(contract, schema)
  const parts = [...(target.allOf ?? []), ...(target.anyOf ?? [])].map((part) => bodyFields(contract, part))
  const own = Object.entries(target.properties ?? {}).map(
    ([name, field]) => [name, fieldOf(contract, field, target.required?.includes(name) ?? false)] as const,
  )
  const fields: Record<string, Readonly<Record<string, unknown>>> = {}
  for (const [name, field] of [...parts.flatMap((part) => Object.entries(part)), ...own])
    fields[name] ??= field
  return fields
}

/** One field; what stands next to a reference comes before the same of its target. */
function fieldOf(contract: Contract, schema: Schema, required: boolean): Record<string, unknown> {
  const both = { ...follow<Schema>(contract, schema), ...schema }
  const cli = both['x-cli']
  return {
    ...Object.fromEntries(
      keywords.flatMap((keyword) => (both[keyword] === undefined ? [] : [[keyword, both[keyword]]])),
    ),
    ...(both.description !== undefined && { description: both.description.trim().replaceAll('\n', ' ') }),
    ...(required && { required }),
    ...(cli !== undefined && { cli }),
  }
}
