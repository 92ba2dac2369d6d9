import { sourceFile } from './banner.ts'
import type { HeaderObject } from './contract.ts'
import { camelCase, upperFirst } from './names.ts'
import type { Operation } from './operations.ts'
import { docText, typeText } from './type-text.ts'

/**
 * `header-types.ts`: the type of each header that an answer can carry, so that its constraints reach tsoa. A
 * header must mean the same wherever it occurs. tsoa knows headers as text only, so a number's type is
 * string.
 */
export function headerTypesFile(operations: readonly Operation[]): string {
  const headers = new Map<string, HeaderObject>()
  for (const header of operations.flatMap((operation) =>
    operation.responses.flatMap((answer) => answer.headers),
  )) {
    const known = headers.get(header.name)
    if (known !== undefined && JSON.stringify(known.schema) !== JSON.stringify(header.schema)) {
      throw new Error(`The header ${header.name} has two schemas; give it one under components/headers`)
    }
    headers.set(header.name, header)
  }
  return sourceFile([...headers].map(([name, { schema }]) => headerText(name, schema)))
}

function headerText(name: string, schema: HeaderObject['schema']): string {
  const isNumber = schema.type === 'integer' || schema.type === 'number'
  const type = isNumber ? 'string' : typeText(schema)
  return `${isNumber ? '' : docText(schema, '')}export type ${headerTypeName(name)} = ${type}`
}

/** `X-Request-Id` → `XRequestIdHeader`. */
export function headerTypeName(name: string): string {
  return `${upperFirst(camelCase(name))}Header`
}

/** The header types that the answers of some operations need. */
export function headerTypeNames(operations: readonly Operation[]): string[] {
  const headers = operations.flatMap((operation) => operation.responses.flatMap((answer) => answer.headers))
  return [...new Set(headers.map((header) => headerTypeName(header.name)))]
}
