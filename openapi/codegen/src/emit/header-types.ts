import { camelCase, upperFirst } from '../names.ts'
import type { HeaderObject } from '../read/contract.ts'
import type { Operation, ResponseHeader } from '../read/operations.ts'
import { sourceFile } from './banner.ts'
import { docText, typeText } from './type-text.ts'

/**
 * `header-types.ts`: the type of each header that a response can carry, so that its constraints reach tsoa.
 * tsoa knows headers as text only, so a number's type is string.
 */
export function headerTypesFile(operations: readonly Operation[], names?: ReadonlySet<string>): string {
  const headers = new Map<string, HeaderObject>()
  for (const header of sharedHeaders(operations))
    if (names === undefined || names.has(header.name)) headers.set(header.name, header)
  const types = sourceFile([...headers].map(([name, { schema }]) => headerText(name, schema)))
  return headers.size === 0 ? `${types}export {}\n` : types
}

function headerText(name: string, schema: HeaderObject['schema']): string {
  const isText = isTextHeader(schema)
  return `${isText ? docText(schema, '') : ''}export type ${headerTypeName(name)} = ${isText ? typeText(schema) : 'string'}`
}

/** Whether tsoa takes the type of a header as it is. */
function isTextHeader(schema: HeaderObject['schema']): boolean {
  return schema.type === 'string' && (schema.enum ?? []).every((value) => typeof value === 'string')
}

/** `X-Request-Id` → `XRequestIdHeader`. */
export function headerTypeName(name: string): string {
  return `${upperFirst(camelCase(name))}Header`
}

/** The headers of all responses that mean the same wherever they occur. */
function sharedHeaders(operations: readonly Operation[]): ResponseHeader[] {
  const headers = operations.flatMap((operation) =>
    operation.responses.flatMap((response) => response.headers),
  )
  const meanings = new Map<string, Set<string>>()
  for (const { name, schema } of headers) {
    const type = headerTypeName(name)
    meanings.set(type, (meanings.get(type) ?? new Set()).add(JSON.stringify(schema)))
  }
  return headers.filter(({ name }) => meanings.get(headerTypeName(name))?.size === 1)
}

/** The name of a header's type, or `string`. */
export type HeaderTypes = (name: string) => string

/** The type of each header in a controller: its named one, or text where it means several things. */
export function headerTypes(operations: readonly Operation[]): HeaderTypes {
  const shared = new Set(sharedHeaders(operations).map((header) => header.name))
  return (name) => (shared.has(name) ? headerTypeName(name) : 'string')
}

/** The type of a header for a backend. The edge writes numbers and booleans as text. */
export function backendHeaderType(header: ResponseHeader): string {
  return typeText(header.schema) === 'unknown' ? 'string' : typeText(header.schema)
}
