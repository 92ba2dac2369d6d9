import type { Contract, Schema } from '../read/contract.ts'
import { follow } from '../read/follow.ts'
import { isRecord } from '../read/record.ts'

const depthMax = 12

/** Texts of the usual formats. */
const formats: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000001',
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  email: 'someone@example.com',
  uri: 'https://example.com/',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
}

/**
 * A value for a schema: its example, default or first choice, else a simple value of its type with the
 * required fields only. Rules such as `pattern` and `if` are not solved: the caller validates the value.
 */
export function sampleOf(contract: Contract, schema: Schema, depth = 0): unknown {
  const known = givenValue(schema)
  if (known !== undefined || depth > depthMax) return known
  const target = follow<Schema>(contract, schema)
  if (target !== schema) {
    const { $ref: _, ...beside } = schema
    return merged([target, beside].map((part) => sampleOf(contract, part, depth + 1)))
  }
  const { allOf = [], anyOf = [], oneOf = [], ...own } = schema
  const [alternative] = [...oneOf, ...anyOf]
  const parts = [...allOf, ...(alternative === undefined ? [] : [alternative])]
  return merged([
    ...parts.map((part) => sampleOf(contract, part, depth + 1)),
    ownSample(contract, own, depth),
  ])
}

function givenValue(schema: Schema & { readonly example?: unknown; readonly examples?: unknown }): unknown {
  if (schema.example !== undefined) return schema.example
  if (Array.isArray(schema.examples)) return schema.examples[0]
  return schema.const ?? schema.default ?? schema.enum?.[0]
}

/** The fields of all objects; of other values the first. */
function merged(values: readonly unknown[]): unknown {
  const known = values.filter((value) => value !== undefined)
  return known.length > 1 && known.every(isRecord) ? Object.assign({}, ...known) : known[0]
}

function ownSample(contract: Contract, schema: Schema, depth: number): unknown {
  const [type = schema.properties === undefined ? undefined : 'object'] = [schema.type ?? []].flat()
  switch (type) {
    case 'object':
      return objectSample(contract, schema, depth)
    case 'array': {
      const items = Array.from({ length: schema.minItems ?? 1 })
      return items.map(() => sampleOf(contract, schema.items ?? {}, depth + 1) ?? 'text')
    }
    case 'integer':
    case 'number':
      return schema.minimum ?? Math.min(1, schema.maximum ?? 1)
    case 'boolean':
      return true
    case 'string':
      return (
        formats[schema.format ?? ''] ?? 'text'.padEnd(schema.minLength ?? 0, 't').slice(0, schema.maxLength)
      )
    default:
      return undefined
  }
}

function objectSample(contract: Contract, schema: Schema, depth: number): Record<string, unknown> {
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name))
  return Object.fromEntries(fields.map(([name, field]) => [name, sampleOf(contract, field, depth + 1)]))
}
