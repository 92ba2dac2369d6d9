import type { Schema } from './contract.ts'
import { isAnnotation } from './follow.ts'

/** A schema of any version. */
export type OlderSchema = Schema & {
  readonly nullable?: unknown
  readonly exclusiveMinimum?: unknown
  readonly exclusiveMaximum?: unknown
}

/**
 * A schema with the words of OpenAPI 3.0 in those of 3.1: `nullable`, and bounds that a flag excludes. Beside what
 * else refuses null, as a reference does, `nullable` allows it all the same: that is what it is written for.
 */
export function inNewerWords(schema: OlderSchema): Schema {
  const { nullable, ...rest } = withNullAlternatives(schema)
  const bounded = withExcludedBounds(rest)
  return nullable === true ? orNull(bounded) : bounded
}

/** Whether a schema says anything in words of OpenAPI 3.0. */
export function hasOlderWords({ nullable, exclusiveMinimum, exclusiveMaximum }: OlderSchema): boolean {
  return [nullable, exclusiveMinimum, exclusiveMaximum].some((value) => typeof value === 'boolean')
}

function withExcludedBounds(schema: OlderSchema): Schema {
  if (!hasOlderWords(schema)) return schema
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...rest } = schema
  return {
    ...rest,
    ...bound('minimum', 'exclusiveMinimum', minimum, exclusiveMinimum),
    ...bound('maximum', 'exclusiveMaximum', maximum, exclusiveMaximum),
  }
}

function bound(name: string, exclusive: string, value: number | undefined, flag: unknown): Schema {
  if (typeof flag === 'number') return { ...(value !== undefined && { [name]: value }), [exclusive]: flag }
  return value === undefined ? {} : { [flag === true ? exclusive : name]: value }
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
function withNullAlternatives(schema: OlderSchema): OlderSchema {
  const spelled = (list: readonly OlderSchema[]): readonly Schema[] =>
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
