import { propertyName, quoted } from '../names.ts'
import type { DeclaredResponse, Operation, ResponseHeader } from '../read/operations.ts'
import { typeText } from './type-text.ts'

/** The responses that a backend returns instead of throwing: those with a status of 2xx or 3xx. */
export function successesOf(operation: Operation): readonly [DeclaredResponse, ...DeclaredResponse[]] {
  const [first, ...others] = operation.responses.filter((response) => /^[23]\d\d$/.test(response.status))
  if (first === undefined) throw new Error(`${operation.operationId} has no response of 2xx or 3xx`)
  return [first, ...others]
}

/** Headers of a response that the backend decides on. */
export function backendHeaders(response: DeclaredResponse): ResponseHeader[] {
  return response.headers.filter((header) => !header.atEdge)
}

/** Whether the backend says of which media type its bytes or text are. */
export function choosesMediaType(response: DeclaredResponse): boolean {
  const [only = '', ...others] = response.mediaTypes
  return response.kind !== undefined && response.kind !== 'json' && (others.length > 0 || only.includes('*'))
}

/** The media type that the controller sends; undefined for JSON and for what the backend chooses. */
export function fixedMediaType(response: DeclaredResponse): string | undefined {
  const [type] = response.mediaTypes
  if (type === undefined || type === 'application/json' || choosesMediaType(response)) return undefined
  return response.kind === 'text' && !type.includes(';') ? `${type}; charset=utf-8` : type
}

/** The name of a header's type, or `string`. */
export type HeaderTypes = (name: string) => string

/** What the method of an operation returns. */
export function responseType(operation: Operation, typeOf: HeaderTypes): string {
  const [only, ...others] = successesOf(operation)
  if (others.length > 0)
    return successesOf(operation)
      .map((response) => oneOfSeveral(response, typeOf))
      .join(' | ')
  const headers = headerMembers(only, typeOf)
  if (headers.length === 0) return bodyType(only)
  return `ResponseWithHeaders<${bodyType(only)}, { ${headers.join('; ')} }>`
}

function oneOfSeveral(response: DeclaredResponse, typeOf: HeaderTypes): string {
  const headers = headerMembers(response, typeOf)
  const demands =
    choosesMediaType(response) || backendHeaders(response).some((header) => header.required === true)
  const members = [
    `readonly status: ${response.status}`,
    response.kind === undefined ? 'readonly body?: undefined' : `readonly body: ${bodyType(response)}`,
    ...(headers.length === 0 ? [] : [`readonly headers${demands ? '' : '?'}: { ${headers.join('; ')} }`]),
  ]
  return `{ ${members.join('; ')} }`
}

function headerMembers(response: DeclaredResponse, typeOf: HeaderTypes): string[] {
  const types = response.mediaTypes.some((type) => type.includes('*'))
    ? 'string'
    : response.mediaTypes.map(quoted).join(' | ')
  return [
    ...(choosesMediaType(response) ? [`'Content-Type': ${types}`] : []),
    ...backendHeaders(response).map((header) => {
      const isNamed = header.schema.type === 'string' && typeOf(header.name) !== 'string'
      const type = isNamed ? typeOf(header.name) : backendHeaderType(header)
      return `${propertyName(header.name)}${header.required === true ? '' : '?'}: ${type}`
    }),
  ]
}

function bodyType(response: DeclaredResponse): string {
  const whole = wholeBodyType(response)
  return response.events === undefined ? whole : `${whole} | EventStream<${typeText(response.events, '  ')}>`
}

function wholeBodyType(response: DeclaredResponse): string {
  switch (response.kind) {
    case undefined:
      return 'void'
    case 'json':
      return typeText(response.schema ?? {}, '  ')
    case 'text':
      return 'string'
    default:
      return 'BinaryContent'
  }
}

/** The type of a header for a backend. The edge writes numbers and booleans as text. */
function backendHeaderType(header: ResponseHeader): string {
  return typeText(header.schema) === 'unknown' ? 'string' : typeText(header.schema)
}
