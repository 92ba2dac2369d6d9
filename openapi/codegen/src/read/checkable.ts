import { fullFormats } from 'ajv-formats/dist/formats.js'
import type { Schema } from './contract.ts'
import { checkedPattern } from './patterns.ts'
import { mapSubschemas } from './subschemas.ts'

/**
 * The schema without formats that ajv-formats does not know, and patterns that are none: they check nothing. An empty
 * list of values allows none, and alternatives that are one value each are a list of values.
 */
export function checkable(schema: Schema): Schema {
  if (schema.enum?.length === 0) return { not: {} }
  const inner = withEnum(mapSubschemas(schema, checkable))
  const { format, pattern, patternProperties, ...others } = inner
  const isKnown = format !== undefined && Object.hasOwn(fullFormats, format)
  const checked = pattern === undefined ? undefined : checkedPattern(pattern)
  if ((format === undefined || isKnown) && checked === pattern && patternProperties === undefined)
    return inner
  const fields = Object.entries(patternProperties ?? {}).flatMap(([name, value]) => {
    const known = checkedPattern(name)
    return known === undefined ? [] : [[known, value] as const]
  })
  return {
    ...others,
    ...(isKnown && { format }),
    ...(checked !== undefined && { pattern: checked }),
    ...(patternProperties !== undefined && { patternProperties: Object.fromEntries(fields) }),
  }
}

/** Enumerations whose values have descriptions are written so; one by one, their checks are nested as deep as they are long. */
function withEnum(schema: Schema): Schema {
  const { oneOf, anyOf, ...others } = schema
  const values = (oneOf ?? anyOf ?? []).map(({ const: value, type = typeof value, ...rest }) =>
    type === typeof value && Object.keys(rest).length === 0 ? value : undefined,
  )
  const isEnum = values.length > 1 && !values.includes(undefined) && new Set(values).size === values.length
  const isOnly = schema.enum === undefined && (oneOf === undefined || anyOf === undefined)
  return isEnum && isOnly ? { ...others, enum: values } : schema
}
