import { isSecured } from './apis.ts'
import { sourceFile } from './banner.ts'
import type { Contract, Schema } from './contract.ts'
import { resolveSchema } from './follow.ts'
import { literalText } from './literal-text.ts'
import type { Operation } from './operations.ts'

/** `operations.ts`: what the edge must know of each operation before it calls one. */
export function operationsFile(contract: Contract, operations: readonly Operation[]): string {
  const entries = operations.map(
    (operation) => `  ${operation.id}: ${literalText(facts(contract, operation), '  ')},`,
  )
  return sourceFile([
    `/** What the edge must know of an operation before it calls one. */
export interface OperationFacts {
  readonly method: string
  /** Path with parameters in braces, as in the contract. */
  readonly path: string
  /** An API key is demanded. */
  readonly secured: boolean
  /** The operation can answer RATE_LIMITED: requests are counted per account. */
  readonly rateLimited: boolean
  /** The body that it takes: 'none' means that one is ignored. */
  readonly body: 'none' | 'optional' | 'required'
  /** Fields of the body that are passed on; others are dropped. */
  readonly bodyFields: readonly string[]
}`,
    `export const operations = {\n${entries.join('\n')}\n} as const satisfies Readonly<Record<string, OperationFacts>>`,
    'export type OperationId = keyof typeof operations',
  ])
}

function facts(contract: Contract, operation: Operation) {
  return {
    method: operation.method,
    path: operation.path,
    secured: isSecured(operation),
    rateLimited: operation.responses.some((answer) => answer.examples.includes('RATE_LIMITED')),
    body: operation.body === undefined ? 'none' : operation.body.required ? 'required' : 'optional',
    bodyFields:
      operation.body === undefined
        ? []
        : fieldNames(operation.id, resolveSchema(contract, operation.body.schema)),
  }
}

/** Every field that a body schema declares, also in the parts of allOf and anyOf. */
function fieldNames(id: string, schema: Schema): string[] {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (property.type === 'object' || property.type === 'array') {
      throw new Error(`${id}: field ${name} is no scalar, and the edge copies fields one level deep only`)
    }
  }
  const nested = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  return [
    ...new Set([...Object.keys(schema.properties ?? {}), ...nested.flatMap((part) => fieldNames(id, part))]),
  ]
}
