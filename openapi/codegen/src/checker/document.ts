import type { Server } from '../read/contract.ts'

/**
 * A bundled contract, in the parts that the checks and the mock read.
 */
export interface ContractDocument {
  paths: Record<string, Record<string, unknown>>
  components: Record<string, Record<string, unknown>>
  servers?: readonly Server[]
}

/** One operation of the contract. */
export interface Operation {
  readonly operationId: string
  /** The first of its tags, which the SDK and the interfaces of a backend are named after. */
  readonly tag: string
  /** Upper case, as on the wire. */
  readonly method: string
  /** As in the contract: /api/v1/tasks/{taskId}. */
  readonly path: string
  /** Whether it can be called without a key. */
  readonly isPublic: boolean
  readonly parameters: readonly OperationParameter[]
  /** The JSON body; absent for an operation that takes none. */
  readonly requestBody?: { readonly required: boolean; readonly schema: unknown }
  /** The named request examples; empty for an operation without a body. */
  readonly requestExamples: readonly NamedExample[]
  /** Every documented response, the lowest status first. */
  readonly responses: readonly DocumentedResponse[]
}

/** One parameter of an operation. */
export interface OperationParameter {
  readonly name: string
  /** path, query or header. */
  readonly in: string
  readonly required: boolean
  readonly schema: unknown
}

/** One documented status of an operation. */
export interface DocumentedResponse {
  readonly status: number
  readonly headers: readonly ResponseHeader[]
  /** The schema of the JSON body; absent where the response has none. */
  readonly schema?: unknown
  readonly examples: readonly NamedExample[]
}

export interface ResponseHeader {
  /** Lower case. */
  readonly name: string
  readonly required: boolean
  readonly schema: unknown
}

export interface NamedExample {
  readonly name: string
  readonly value: unknown
}

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options']
const json = 'application/json'

/** Every operation of a contract, in its order, with every reference to a shared part followed. */
export function operationsOf(document: ContractDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => readOperation(document, path, method, operation)),
  )
}

/**
 * The operation that a request is for: its path may carry a query string. A fixed path goes before a pattern.
 */
export function findOperation(
  operations: readonly Operation[],
  method: string,
  path: string,
): Operation | undefined {
  const bare = path.replace(/[?#].*$/, '')
  const fitting = operations.filter(
    (operation) => operation.method === method.toUpperCase() && patternOf(operation.path).test(bare),
  )
  return fitting.find((operation) => operation.path === bare) ?? fitting[0]
}

function readOperation(document: ContractDocument, path: string, method: string, value: unknown): Operation {
  const operation = record(value)
  const requestBody = record(follow(document, operation.requestBody))
  const body = record(record(requestBody.content)[json])
  const parameters = Array.isArray(operation.parameters) ? operation.parameters : []
  return {
    operationId: String(operation.operationId),
    tag: Array.isArray(operation.tags) ? String(operation.tags[0]) : '',
    method: method.toUpperCase(),
    path,
    isPublic: Array.isArray(operation.security) && operation.security.length === 0,
    parameters: parameters.map((parameter) => readParameter(document, parameter)),
    ...(body.schema !== undefined && {
      requestBody: { required: requestBody.required === true, schema: body.schema },
    }),
    requestExamples: readExamples(document, body),
    responses: Object.entries(record(operation.responses)).map(([status, response]) =>
      readResponse(document, Number(status), response),
    ),
  }
}

function readParameter(document: ContractDocument, value: unknown): OperationParameter {
  const parameter = record(follow(document, value))
  return {
    name: String(parameter.name),
    in: String(parameter.in),
    required: parameter.required === true,
    schema: parameter.schema ?? {},
  }
}

function readResponse(document: ContractDocument, status: number, value: unknown): DocumentedResponse {
  const response = record(follow(document, value))
  const media = record(record(response.content)[json])
  return {
    status,
    headers: Object.entries(record(response.headers)).map(([name, reference]) => {
      const header = record(follow(document, reference))
      return { name: name.toLowerCase(), required: header.required === true, schema: header.schema ?? {} }
    }),
    ...(media.schema !== undefined && { schema: media.schema }),
    examples: readExamples(document, media),
  }
}

function readExamples(document: ContractDocument, media: Record<string, unknown>): NamedExample[] {
  return Object.entries(record(media.examples)).map(([name, reference]) => ({
    name,
    value: record(follow(document, reference)).value,
  }))
}

/** What a reference leads to, through references to references; anything else as it is. */
export function follow(document: ContractDocument, value: unknown): unknown {
  const reference = record(value).$ref
  if (typeof reference !== 'string') return value
  let target: unknown = document
  for (const part of reference.replace(/^#\//, '').split('/')) {
    target = record(target)[part.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  return follow(document, target)
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}$`)
}

/**
 * The value of a body: undefined for none, the text itself if it is not JSON, which no schema allows.
 */
export function parseBody(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The value where it is an object with fields, else an empty one. */
export function record(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

/** Whether a value is an object with fields, and not an array or null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
