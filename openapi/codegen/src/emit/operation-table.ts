import { quoted } from '../names.ts'
import type { Contract } from '../read/contract.ts'
import type { Operation } from '../read/operations.ts'
import type { Settings } from '../settings.ts'
import { apiKey, isSecured } from './apis.ts'
import { sourceFile } from './banner.ts'
import { literalText } from './literal-text.ts'
import { formFields, jsonFields } from './request-forms.ts'
import { bodyShape } from './shapes.ts'

/**
 * `operations.ts`: what the edge must know of each operation before it calls one. Literal types are for
 * clients, who read facts off them.
 */
export function operationsFile(
  contract: Contract,
  operations: readonly Operation[],
  settings: Settings,
  { isLiteral = false } = {},
): string {
  const tags = [...new Set(operations.map(({ tag }) => quoted(apiKey(tag))))]
  const { standalone } = settings
  const entries = operations.map((operation) => {
    const ownFacts = standalone ? standaloneFacts(contract, operation) : repositoryFacts(contract, operation)
    return `  ${operation.id}: ${literalText({ ...placeOf(operation), ...ownFacts }, '  ')},`
  })
  const table = `{\n${entries.join('\n')}\n}`
  return sourceFile([
    standalone ? "import type { ParameterForm } from '../validation/parameter-values.js'" : '',
    standalone ? bodyMedia : '',
    `/** What the edge must know of an operation before it calls one. */
export interface OperationFacts {
  /** The property of Apis that implements it. */
  readonly tag: ${isLiteral || tags.length === 0 ? 'string' : tags.join(' | ')}
  readonly method: string
  /** Path with parameters in braces, as in the contract. */
  readonly path: string
${standalone ? securityFact : `${securedFact}\n${rateLimitedFact}`}
  /** The body that it takes: 'none' means that one is ignored. */
  readonly body: 'none' | 'optional' | 'required'
${standalone ? mediaFact : bodyFieldsFact}
}`,
    ...(isLiteral
      ? [
          `export const operations = ${table} as const satisfies Readonly<Record<string, OperationFacts>>`,
          'export type OperationId = keyof typeof operations',
        ]
      : [
          `export type OperationId =${operations.map(({ id }) => `\n  | ${quoted(id)}`).join('')}`,
          // Each with a type of its own, a thousand operations are a union too large for the compiler.
          `export const operations: Readonly<Record<OperationId, OperationFacts>> = ${table}`,
        ]),
  ])
}

const securedFact = `  /** An API key is demanded. */
  readonly secured: boolean`

const rateLimitedFact = `  /** The operation can answer RATE_LIMITED: requests are counted per account. */
  readonly rateLimited: boolean`

const bodyFieldsFact = `  /** Fields of the body that are passed on; others are dropped. */
  readonly bodyFields: readonly string[]`

const securityFact = `  /** Alternatives of security schemes, each with its scopes; an empty one makes them optional. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]`

const mediaFact = `  /** How its body may travel. */
  readonly media: readonly BodyMedia[]`

const bodyMedia = `/** One media type of a request's body, and how it is read. */
export interface BodyMedia {
  readonly type: string
  readonly kind: 'json' | 'form' | 'multipart' | 'text' | 'binary'
  /** The fields of a form that are more than one text. */
  readonly fields?: readonly ParameterForm[]
  /** The fields of a form whose text is JSON. */
  readonly jsonFields?: readonly string[]
  /** The media types that the files of a form may have, by the field's name. */
  readonly partTypes?: Readonly<Record<string, readonly string[]>>
}`

function placeOf(operation: Operation) {
  return { tag: apiKey(operation.tag), method: operation.method, path: operation.path }
}

function bodyNeed({ body }: Operation): 'none' | 'optional' | 'required' {
  if (body === undefined) return 'none'
  return body.required ? 'required' : 'optional'
}

function repositoryFacts(contract: Contract, operation: Operation) {
  const shape = operation.body && bodyShape(contract, operation.body.schema, false, new Map())
  return {
    secured: isSecured(operation),
    rateLimited: isRateLimited(operation),
    body: bodyNeed(operation),
    bodyFields: typeof shape === 'object' ? Object.keys(shape.fields ?? {}) : [],
  }
}

function isRateLimited(operation: Operation): boolean {
  return operation.responses.some((answer) => answer.examples.includes('RATE_LIMITED'))
}

function standaloneFacts(contract: Contract, operation: Operation) {
  const media = (operation.body?.media ?? []).map(({ type, kind, partTypes }) => {
    if (kind !== 'form' && kind !== 'multipart') return { type, kind }
    const schema = operation.body?.schema ?? {}
    const json = jsonFields(contract, schema)
    return {
      type,
      kind,
      fields: formFields(contract, schema),
      ...(kind === 'multipart' && json.length > 0 && { jsonFields: json }),
      ...(kind === 'multipart' && Object.keys(partTypes).length > 0 && { partTypes }),
    }
  })
  return { security: operation.security, body: bodyNeed(operation), media }
}
