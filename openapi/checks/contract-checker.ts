import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { closeSchema, closeSchemas } from '../codegen/src/conform/closed-schemas.ts'
import {
  type Contract,
  type DocumentedResponse,
  findOperation,
  isRecord,
  type Operation,
  operationsOf,
} from './contract.ts'

/** A response as it came over the wire. */
export interface SeenResponse {
  /** The request's method. */
  method: string
  /** The request's path; a query string is ignored. */
  path: string
  status: number
  headers: Headers | Record<string, string>
  /** The parsed JSON; undefined where the response had no body. */
  body: unknown
}

/** Checks responses against one contract. */
export interface ContractChecker {
  readonly operations: readonly Operation[]
  /**
   * Returns when the contract documents the response, with the operation it belongs to, and throws a
   * ContractBreach with every fault otherwise: an operation, status, error code or field that is not
   * documented, a required header that is missing, a body that breaks its schema.
   */
  checkResponse(response: SeenResponse): Operation
  /**
   * The same for an error to a request that is for no operation: it must be the error body every client
   * parses.
   */
  checkErrorResponse(response: SeenResponse): void
}

/** What a response does that the contract does not say, one fault a line. */
export class ContractBreach extends Error {
  override readonly name = 'ContractBreach'
  readonly faults: readonly string[]

  constructor({ method, path, status }: SeenResponse, faults: readonly string[]) {
    super(
      `${method} ${path} responded with ${status} against the contract:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    )
    this.faults = faults
  }
}

/** A checker for `document`. Schemas are compiled at their first use and kept. */
export function createContractChecker(document: Contract): ContractChecker {
  const operations = operationsOf(document)
  // Not strict, because a schema of OpenAPI carries keywords of its own (example, x-limits).
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema({ ...closeSchemas(document), $id: 'contract' })
  const compiled = new Map<unknown, ValidateFunction>()

  const faultsOf = (schema: unknown, value: unknown, where: string): string[] => {
    let validate = compiled.get(schema)
    if (validate === undefined) {
      validate = ajv.compile(absolute(closeSchema(Object(schema))))
      compiled.set(schema, validate)
    }
    return validate(value) ? [] : (validate.errors ?? []).map((error) => describeFault(error, where))
  }

  return {
    operations,
    checkResponse(seen) {
      const operation = findOperation(operations, seen.method, seen.path)
      if (operation === undefined) throw new ContractBreach(seen, ['the contract has no such operation'])
      const response = operation.responses.find((candidate) => candidate.status === seen.status)
      if (response === undefined) {
        const documented = operation.responses.map((candidate) => candidate.status).join(', ')
        throw new ContractBreach(seen, [`${operation.operationId} documents ${documented} only`])
      }
      throwIfAny(seen, [
        ...headerFaults(response, new Headers(seen.headers), faultsOf),
        ...bodyFaults(response, seen, faultsOf),
        ...(seen.status >= 400 ? errorFaults(response, seen) : []),
      ])
      return operation
    },
    checkErrorResponse(seen) {
      const requestIdMissing = new Headers(seen.headers).get('x-request-id') === null
      throwIfAny(seen, [
        ...(requestIdMissing ? ['header x-request-id is missing'] : []),
        ...faultsOf(errorSchema, seen.body, 'body'),
        ...errorFaults({ status: seen.status, headers: [], examples: [] }, seen),
      ])
    },
  }
}

/** One object, because compiled schemas are kept by identity. */
const errorSchema = { $ref: '#/components/schemas/ApiError' }

type FaultsOf = (schema: unknown, value: unknown, where: string) => string[]

function headerFaults(response: DocumentedResponse, headers: Headers, faultsOf: FaultsOf): string[] {
  return response.headers.flatMap(({ name, required, schema }) => {
    const text = headers.get(name)
    if (text === null) return required ? [`header ${name} is missing`] : []
    // Headers are text; a schema that wants a number is given one where the text is one.
    const candidates = /^-?\d+$/.test(text) ? [text, Number(text)] : [text]
    const verdicts = candidates.map((value) => faultsOf(schema, value, `header ${name}`))
    return verdicts.find((faults) => faults.length === 0) ?? verdicts.at(-1) ?? []
  })
}

function bodyFaults(response: DocumentedResponse, seen: SeenResponse, faultsOf: FaultsOf): string[] {
  if (response.schema === undefined) return seen.body === undefined ? [] : ['a body where none is documented']
  const contentType = new Headers(seen.headers).get('content-type') ?? 'none'
  const mediaFaults = /^application\/json\b/.test(contentType)
    ? []
    : [`content-type is ${contentType}, not application/json`]
  return [...mediaFaults, ...faultsOf(response.schema, seen.body, 'body')]
}

/**
 * What no schema can say: the error body repeats status and request id, and its code is one of the named
 * examples'.
 */
function errorFaults(response: DocumentedResponse, seen: SeenResponse): string[] {
  if (!isRecord(seen.body)) return []
  const { status, code, requestId } = seen.body
  const faults: string[] = []
  if (status !== seen.status)
    faults.push(`body/status is ${String(status)}, the status of the response ${seen.status}`)
  const headerId = new Headers(seen.headers).get('x-request-id')
  if (headerId !== null && requestId !== headerId)
    faults.push('body/requestId differs from the header x-request-id')
  const codes = response.examples.map((example) => (isRecord(example.value) ? example.value.code : undefined))
  if (codes.length > 0 && !codes.includes(code)) {
    faults.push(`body/code ${String(code)} is not documented here: ${[...new Set(codes)].join(', ')}`)
  }
  return faults
}

function describeFault(error: ErrorObject, where: string): string {
  const detail = Object.entries(error.params).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return `${where}${error.instancePath} ${error.message ?? error.keyword} (${detail.join(', ')})`
}

function throwIfAny(seen: SeenResponse, faults: readonly string[]): void {
  if (faults.length > 0) throw new ContractBreach(seen, faults)
}

/** References within the contract, made to lead there from a schema that is compiled apart from it. */
function absolute(schema: unknown): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"contract#/'))
}
