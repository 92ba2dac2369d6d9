import { fullFormats } from 'ajv-formats/dist/formats.js'
import type { Schema } from './contract.ts'
import { checkedPattern } from './patterns.ts'
import { mapSubschemas } from './subschemas.ts'

/**
 * The schema without formats that ajv-formats does not know, and patterns that are none: they check nothing. An empty
 * list of values allows none.
 */
export function checkable(schema: Schema): Schema {
  if (schema.enum?.length === 0) return { not: {} }
  const inner = mapSubschemas(schema, checkable)
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
