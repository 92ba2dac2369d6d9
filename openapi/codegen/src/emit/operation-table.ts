import { quoted } from '../names.ts'
import type { Contract, Schema } from '../read/contract.ts'
import { follow } from '../read/follow.ts'
import { type Operation, passesMediaType } from '../read/operations.ts'
import { apiKey } from '../tag-names.ts'
import { isSecured } from './apis.ts'
import { runtimeModule, sourceFile } from './banner.ts'
import { literalText } from './literal-text.ts'
import { formFields } from './request-forms.ts'
import { bodyShape } from './shapes.ts'

/**
 * `operations.ts`: what the edge must know of each operation before it calls one. Literal types are for
 * clients, who read facts off them.
 */
export function operationsFile(
  contract: Contract,
  operations: readonly Operation[],
  { isLiteral = false } = {},
): string {
  const entries = operations.map((operation) => {
    const facts = { ...sharedFacts(contract, operation), ...(!isLiteral && serverFacts(contract, operation)) }
    return `  ${operation.id}: ${literalText(facts, '  ')},`
  })
  const table = `{\n${entries.join('\n')}\n}`
  return isLiteral
    ? sourceFile([
        operationFacts,
        `export const operations = ${table} as const satisfies Readonly<Record<string, OperationFacts>>`,
        'export type OperationId = keyof typeof operations',
      ])
    : sourceFile([
        `import type { OperationFacts } from '${runtimeModule}'`,
        `export type OperationId =${operations.map(({ id }) => `\n  | ${quoted(id)}`).join('') || ' never'}`,
        // Each with a type of its own, a thousand operations are a union too large for the compiler.
        `export const operations: Readonly<Record<OperationId, OperationFacts>> = ${table}`,
      ])
}

const operationFacts = `/** What the edge must know of an operation before it calls one. */
export interface OperationFacts {
  /** The property of Apis that implements it. */
  readonly tag: string
  readonly method: string
  /** Path with parameters in braces, as in the contract. */
  readonly path: string
  /** Credentials are demanded. */
  readonly secured: boolean
  /** The operation declares RATE_LIMITED. */
  readonly rateLimited: boolean
  /** The body that it takes: 'none' means that one is ignored. */
  readonly body: 'none' | 'optional' | 'required'
  /** The declared fields of the body. */
  readonly bodyFields: readonly string[]
}`

function bodyNeed({ body }: Operation): 'none' | 'optional' | 'required' {
  if (body === undefined) return 'none'
  return body.required ? 'required' : 'optional'
}

const declared = { fillDefaults: false, undeclaredFields: 'drop' } as const

function sharedFacts(contract: Contract, operation: Operation) {
  const shape = operation.body && bodyShape(contract, operation.body.schema, declared, new Map())
  return {
    tag: apiKey(operation.tag),
    method: operation.method,
    path: operation.path,
    secured: isSecured(operation),
    rateLimited: isRateLimited(operation),
    body: bodyNeed(operation),
    bodyFields: Object.entries(Object(shape).fields ?? {}).flatMap(([name, field]) =>
      field === false ? [] : [name],
    ),
  }
}

function isRateLimited(operation: Operation): boolean {
  return operation.responses.some((response) => response.examples.includes('RATE_LIMITED'))
}

function serverFacts(contract: Contract, operation: Operation) {
  const media = (operation.body?.media ?? []).map((one) => {
    const { type, kind, schema, partTypes } = one
    if (kind === 'json') return { type, kind, ...(isObject(contract, schema) && { isObject: true }) }
    if (kind !== 'form' && kind !== 'multipart') return { type, kind }
    return {
      type,
      kind,
      fields: formFields(contract, one),
      ...(kind === 'multipart' && Object.keys(partTypes).length > 0 && { partTypes }),
    }
  })
  return {
    security: operation.security,
    ...(passesMediaType(operation.body) && { passesMediaType: true }),
    media,
  }
}

/** Whether every value of a schema is an object, whatever its alternatives are. */
function isObject(contract: Contract, schema: Schema): boolean {
  const { type, allOf = [] } = follow<Schema>(contract, schema)
  return type === 'object' || allOf.some((part) => isObject(contract, part))
}
