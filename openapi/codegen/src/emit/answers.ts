import { propertyName, quoted } from '../names.ts'
import type { Answer, AnswerHeader, Operation } from '../read/operations.ts'
import { backendHeaderType, type HeaderTypes } from './header-types.ts'
import { typeText } from './type-text.ts'

/** The answers that a backend returns instead of throwing: those with a status of 2xx or 3xx. */
export function successesOf(operation: Operation): readonly [Answer, ...Answer[]] {
  const [first, ...others] = operation.responses.filter((answer) => /^[23]\d\d$/.test(answer.status))
  if (first === undefined) throw new Error(`${operation.operationId} has no answer of 2xx or 3xx`)
  return [first, ...others]
}

/** Headers of an answer that the backend decides on. */
export function backendHeaders(answer: Answer): AnswerHeader[] {
  return answer.headers.filter((header) => !header.atEdge)
}

/** Whether the backend says of which media type its bytes or text are. */
export function choosesMediaType(answer: Answer): boolean {
  const [only = '', ...others] = answer.mediaTypes
  return answer.kind !== undefined && answer.kind !== 'json' && (others.length > 0 || only.includes('*'))
}

/** The media type that the controller sends; undefined for JSON and for what the backend chooses. */
export function fixedMediaType(answer: Answer): string | undefined {
  const [type] = answer.mediaTypes
  if (type === undefined || type === 'application/json' || choosesMediaType(answer)) return undefined
  return answer.kind === 'text' && !type.includes(';') ? `${type}; charset=utf-8` : type
}

/** What the method of an operation answers. */
export function answerType(operation: Operation, typeOf: HeaderTypes): string {
  const [only, ...others] = successesOf(operation)
  if (others.length > 0)
    return successesOf(operation)
      .map((answer) => oneOfSeveral(answer, typeOf))
      .join(' | ')
  const headers = headerMembers(only, typeOf)
  if (headers.length === 0) return bodyType(only)
  return `AnswerWithHeaders<${bodyType(only)}, { ${headers.join('; ')} }>`
}

function oneOfSeveral(answer: Answer, typeOf: HeaderTypes): string {
  const headers = headerMembers(answer, typeOf)
  const demands =
    choosesMediaType(answer) || backendHeaders(answer).some((header) => header.required === true)
  const members = [
    `readonly status: ${answer.status}`,
    answer.kind === undefined ? 'readonly body?: undefined' : `readonly body: ${bodyType(answer)}`,
    ...(headers.length === 0 ? [] : [`readonly headers${demands ? '' : '?'}: { ${headers.join('; ')} }`]),
  ]
  return `{ ${members.join('; ')} }`
}

function headerMembers(answer: Answer, typeOf: HeaderTypes): string[] {
  const types = answer.mediaTypes.some((type) => type.includes('*'))
    ? 'string'
    : answer.mediaTypes.map(quoted).join(' | ')
  return [
    ...(choosesMediaType(answer) ? [`'Content-Type': ${types}`] : []),
    ...backendHeaders(answer).map((header) => {
      const isNamed = header.schema.type === 'string' && typeOf(header.name) !== 'string'
      const type = isNamed ? typeOf(header.name) : backendHeaderType(header)
      return `${propertyName(header.name)}${header.required === true ? '' : '?'}: ${type}`
    }),
  ]
}

function bodyType(answer: Answer): string {
  switch (answer.kind) {
    case undefined:
      return 'void'
    case 'json':
      return typeText(answer.schema ?? {}, '  ')
    case 'text':
      return 'string'
    default:
      return 'BinaryContent'
  }
}
