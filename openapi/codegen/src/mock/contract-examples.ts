import { createLogger } from '@stoplight/prism-core'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { createClientFromOperations } from '@stoplight/prism-http/dist/client.js'
import { type ContractDocument, findOperation, isRecord, operationsOf, record } from '../checker/document.ts'
import {
  type BodyFault,
  type Choice,
  chooseExample,
  type Preference,
  preferenceOf,
} from './choose-example.ts'
import { withConsistentValues } from './consistent-example.ts'
import type { ExampleRequest, ExampleResponse } from './example.ts'

/** A contract's examples, ready to be returned. */
export interface ContractExamples {
  /** A larger body is rejected. */
  readonly bodyBytesMax: number
  respond(request: ExampleRequest): Promise<ExampleResponse>
  /** The response to a request whose path is not below that of the contract's server. */
  respondNotFound(): Promise<ExampleResponse>
}

/** For a contract without a limit of its own in `x-limits`. */
const usualBodyBytesMax = 20_000_000

/** Reads a contract. Rejects if Prism finds no operation in it. */
export async function openExamples(document: ContractDocument): Promise<ContractExamples> {
  const operations = operationsOf(document)
  const resources = await getHttpOperationsFromSpec(structuredClone(document))
  if (resources.length === 0) throw new Error('the contract has no operation')
  const prism = createClientFromOperations(resources, {
    isProxy: false,
    validateRequest: true,
    validateResponse: false,
    checkSecurity: true,
    errors: false,
    upstreamProxy: undefined,
    mock: { dynamic: false },
    logger: createLogger('mock', { level: 'silent' }),
  })

  async function ask(
    { method, url, headers }: ExampleRequest,
    body: unknown,
    { code, example, isForced = false }: Choice,
  ): Promise<ExampleResponse> {
    const mock = {
      dynamic: false,
      ...(code !== undefined && { code }),
      ...(example !== undefined && { exampleKey: example }),
    }
    // The service responds with JSON whatever a client accepts.
    const accepted = { ...headers, accept: 'application/json' }
    const given = { method: methodOf(method), headers: accepted, ...(body !== undefined && { body }) }
    // An error found here takes precedence over any other error.
    const checks = isForced ? { validateRequest: false, checkSecurity: false } : {}
    const response = await prism.request(url, given, { mock, ...checks })
    const { status, headers: examples = {}, data, violations } = response
    // Polls are not held here, so no preference is applied.
    const sent = Object.entries(examples).filter(([name]) => name.toLowerCase() !== 'preference-applied')
    return {
      status,
      headers: Object.fromEntries(sent),
      body: data,
      violations: violations.input.map(({ path = [], message }) => [...path, message].join(' ')),
    }
  }

  /** In the form of the contract's own errors, where an operation declares one for the status. */
  async function routingError(status: 404 | 405, code: string, message: string): Promise<ExampleResponse> {
    const response = errorResponse(status, code, message)
    if ('x-error-statuses' in document) return response
    const declaring = operations.find(({ responses }) => responses.some((own) => own.status === status))
    const any =
      declaring ?? operations.find(({ responses }) => responses.some((own) => Number.isNaN(own.status)))
    if (any === undefined) return response
    const { method, path } = any
    const request = { method, url: path, headers: {}, body: Buffer.alloc(0), origin: '' }
    const { headers, body } = await ask(request, undefined, { code: status, isForced: true })
    return { ...response, headers, body }
  }

  async function routingResponse({ method, url }: ExampleRequest): Promise<ExampleResponse> {
    const allowed = methods
      .map((name) => name.toUpperCase())
      .filter((other) => findOperation(operations, other, url) !== undefined)
    if (allowed.length === 0) return routingError(404, 'NOT_FOUND', 'There is no such endpoint.')
    const message = `This endpoint does not support ${method}.`
    const response = await routingError(405, 'METHOD_NOT_ALLOWED', message)
    return { ...response, headers: { ...response.headers, allow: allowed.join(', ') } }
  }

  return {
    bodyBytesMax: bodyLimitOf(document),
    respondNotFound: () => routingError(404, 'NOT_FOUND', 'There is no such endpoint.'),
    async respond(request) {
      const operation = findOperation(operations, request.method, request.url)
      if (operation === undefined) return routingResponse(request)
      const preference = preferenceOf(request)
      const body = readBody(request, operation.requestBody?.required === true)
      const choice = chooseExample(operation, request, preference, body.fault)
      try {
        const response = await ask(request, body.value, choice)
        return withConsistentValues(response, operation, request)
      } catch (error) {
        return rejectedPreference(preference, error)
      }
    },
  }
}

/**
 * The value of a JSON body; for one that is no object, the fault that some contracts have an example of. A
 * body of another type is left to Prism, as text; so is a missing body of an operation that may have none.
 */
function readBody(
  { body, headers }: ExampleRequest,
  isRequired: boolean,
): { fault?: BodyFault; value?: unknown } {
  if (body === 'too large') return { fault: 'PAYLOAD_TOO_LARGE' }
  if (body.length === 0) return isRequired ? { fault: 'INVALID_JSON' } : {}
  const isJson = /^application\/json\b/i.test(headers['content-type'] ?? '')
  if (!isJson) return { value: Buffer.from(body).toString() }
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return isRecord(value) ? { value } : { fault: 'INVALID_JSON', value }
  } catch {
    return { fault: 'INVALID_JSON', value: Buffer.from(body).toString() }
  }
}

/** Prism throws only if asked for a response that the operation does not have. */
function rejectedPreference({ code, example }: Preference, error: unknown): ExampleResponse {
  if (code === undefined && example === undefined) throw error
  const asked = [code && `code=${code}`, example && `example=${example}`].filter(Boolean).join(', ')
  const message = `The contract has no response of this operation for ${asked}.`
  return errorResponse(400, 'INVALID_REQUEST', message, [{ path: '/Prefer', message }])
}

function errorResponse(status: number, code: string, message: string, details?: object[]): ExampleResponse {
  const body = { status, code, message, requestId: 'mock', ...(details && { details }) }
  const headers = { 'x-request-id': 'mock' }
  return { status, headers, body, violations: details === undefined ? [] : [message] }
}

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'] as const

function methodOf(method: string): (typeof methods)[number] {
  return methods.find((name) => name === method.toLowerCase()) ?? 'get'
}

function bodyLimitOf(document: object): number {
  const limits = record('x-limits' in document ? document['x-limits'] : undefined)
  const { value } = record(limits.requestBodyBytesMax)
  return typeof value === 'number' ? value : usualBodyBytesMax
}
