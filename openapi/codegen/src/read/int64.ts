import { asContract, type Contract, type Schema } from './contract.ts'
import { mapSchemas } from './subschemas.ts'

const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const

/** The document with a keyword of its own for whole numbers of 64 bits, which are no numbers where they have to be exact. */
export function withInt64(document: Contract): Contract {
  return asContract(mapSchemas(document, withKeyword))
}

function withKeyword(schema: Schema): Schema {
  const { type, format, ...others } = schema
  const types = [type ?? []].flat()
  if (format !== 'int64' || !types.includes('integer')) return schema
  if (schema.enum !== undefined || schema.const !== undefined) return schema
  const entries = Object.entries(others)
  const isRule = ([name]: [string, unknown]) => bounds.some((bound) => bound === name)
  const beside = Object.fromEntries(entries.filter((entry) => !isRule(entry)))
  const own: Schema = { int64: Object.fromEntries(entries.filter(isRule)) }
  const rest = types.filter((one) => one !== 'integer')
  return rest.length === 0 ? { ...beside, ...own } : { ...beside, anyOf: [own, { type: rest }] }
}
