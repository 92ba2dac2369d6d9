import { camelCase, upperFirst } from '../names.ts'
import type { Operation, ResponseHeader } from '../read/operations.ts'
import { sourceFile } from './banner.ts'
import { backendHeaders, type HeaderTypes, successesOf } from './responses.ts'
import { docText, typeText } from './type-text.ts'

/** `header-types.ts`: the type of each header that backends decide on, with what the contract says of its text. */
export function headerTypesFile(operations: readonly Operation[]): string {
  const ofBackend = new Set(
    operations
      .flatMap(successesOf)
      .flatMap(backendHeaders)
      .map(({ name }) => name),
  )
  const headers = new Map(
    sharedHeaders(operations)
      .filter(({ name, schema }) => schema.type === 'string' && ofBackend.has(name))
      .map(({ name, schema }) => [name, schema]),
  )
  const types = [...headers].map(
    ([name, schema]) => `${docText(schema, '')}export type ${headerTypeName(name)} = ${typeText(schema)}`,
  )
  return types.length === 0 ? `${sourceFile([])}export {}\n` : sourceFile(types)
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

/** The type of each header in a controller: its named one, or text where it means several things. */
export function headerTypes(operations: readonly Operation[]): HeaderTypes {
  const shared = new Set(sharedHeaders(operations).map((header) => header.name))
  return (name) => (shared.has(name) ? headerTypeName(name) : 'string')
}
