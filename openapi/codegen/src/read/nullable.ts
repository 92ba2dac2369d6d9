import type { Schema } from './contract.ts'
import { isAnnotation } from './follow.ts'

/** A schema of any version. */
export type NullableSchema = Schema & { readonly nullable?: unknown }

/**
 * A schema with `nullable` of OpenAPI 3.0 in words of 3.1. Beside what else refuses null, as a reference does, it
 * allows it all the same: that is what it is written for.
 */
export function withoutNullable(schema: NullableSchema): Schema {
  const { nullable, ...rest } = withNullAlternatives(schema)
  return nullable === true ? orNull(rest) : rest
}

/** How often a document says that something may be null in the words of OpenAPI 3.0. */
export function isNullable(schema: NullableSchema): boolean {
  return schema.nullable !== undefined
}

function orNull(schema: Schema): Schema {
  const [annotations, rules] = split(schema)
  if (Object.keys(rules).length === 0) return schema
  const { type, enum: values, const: only, ...others } = rules
  const list = values ?? (only === undefined ? undefined : [only])
  const isCombined = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if'].some((keyword) => keyword in others)
  if (isCombined || (type === undefined && list === undefined))
    return { ...annotations, anyOf: [rules, { type: 'null' }] }
  return {
    ...annotations,
    ...others,
    ...(type !== undefined && { type: [...new Set([type, 'null'].flat())] }),
    ...(list !== undefined && { enum: [...new Set([...list, null])] }),
  }
}

/** An alternative that says `nullable` alone is null, not any value. */
function withNullAlternatives(schema: NullableSchema): NullableSchema {
  const spelled = (list: readonly NullableSchema[]): readonly Schema[] =>
    list.map((part) => {
      const { nullable, ...rest } = part
      return nullable === true && Object.keys(split(rest)[1]).length === 0 ? { ...rest, type: 'null' } : part
    })
  return {
    ...schema,
    ...(schema.anyOf !== undefined && { anyOf: spelled(schema.anyOf) }),
    ...(schema.oneOf !== undefined && { oneOf: spelled(schema.oneOf) }),
  }
}

function split(schema: Schema): [annotations: Schema, rules: Schema] {
  const entries = Object.entries(schema)
  return [
    Object.fromEntries(entries.filter(([keyword]) => isAnnotation(keyword))),
    Object.fromEntries(entries.filter(([keyword]) => !isAnnotation(keyword))),
  ]
}
