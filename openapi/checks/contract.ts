import { fileURLToPath } from 'node:url'
import { type Contract, readContract as readFile } from '../codegen/src/read/contract.ts'
import { type NamedExample, requestExamples, responseExamples } from '../codegen/src/read/examples.ts'
import * as read from '../codegen/src/read/operations.ts'

export { parseBody } from '../codegen/src/conform/response-text.ts'
export type { Contract } from '../codegen/src/read/contract.ts'
export type { NamedExample } from '../codegen/src/read/examples.ts'
export { findOperation } from '../codegen/src/read/find-operation.ts'
export { isRecord, record } from '../codegen/src/read/record.ts'

/** The file of the bundled contract of this checkout. */
export const contractFile = fileURLToPath(new URL('../generated/openapi.json', import.meta.url))

/** The bundled contract of this checkout. Redocly has linted it, so its shape is trusted. */
export function readContract(): Contract {
  return readFile(contractFile)
}

/** One operation as tests look at it: as on the wire, and with its examples. */
export interface Operation extends Pick<read.Operation, 'operationId' | 'path' | 'parameters'> {
  /** The first of its tags, which the SDK and the interfaces of a backend are named after. */
  readonly tag: string
  /** Upper case, as on the wire. */
  readonly method: string
  /** Whether it can be called without a key. */
  readonly isPublic: boolean
  /** The JSON body; absent for an operation that takes none. */
  readonly requestBody?: { readonly required: boolean; readonly schema: unknown }
  /** The named request examples; empty for an operation without a body. */
  readonly requestExamples: readonly NamedExample[]
  /** Every documented response, the lowest status first. */
  readonly responses: readonly DocumentedResponse[]
}

/** One documented status of an operation. */
export interface DocumentedResponse {
  readonly status: number
  readonly headers: readonly {
    /** Lower case. */
    readonly name: string
    readonly required: boolean
    readonly schema: unknown
  }[]
  /** The schema of the JSON body; absent where the response has none. */
  readonly schema?: unknown
  readonly examples: readonly NamedExample[]
}

/** Every operation of a contract, in its order. */
export function operationsOf(contract: Contract): Operation[] {
  return read.operationsOf(contract).map((operation) => ({
    operationId: operation.operationId,
    path: operation.path,
    parameters: operation.parameters,
    tag: operation.tags[0] ?? '',
    method: operation.method.toUpperCase(),
    isPublic: operation.security.length === 0,
    ...(operation.body !== undefined && { requestBody: operation.body }),
    requestExamples: requestExamples(contract, operation),
    responses: operation.responses.map((response) => ({
      status: Number(response.status),
      headers: response.headers.map(({ name, required = false, schema }) => ({
        name: name.toLowerCase(),
        required,
        schema,
      })),
      ...(response.schema !== undefined && { schema: response.schema }),
      examples: responseExamples(contract, operation, response.status),
    })),
  }))
}
