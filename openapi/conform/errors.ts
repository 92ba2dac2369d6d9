import type { Session, TestResponse } from '../codegen/src/conform/scenario.ts'
import type { TestRequest } from '../codegen/src/conform/test-request.ts'
import { responseExamples } from '../codegen/src/read/examples.ts'
import { findOperation } from '../codegen/src/read/find-operation.ts'
import type { Operation } from '../codegen/src/read/operations.ts'
import { isRecord, record } from '../codegen/src/read/record.ts'

/** One object, because compiled schemas are kept by identity. */
const errorSchema = { $ref: '#/components/schemas/ApiError' }

/** What no schema says of a response: its request id, the form and the code of an error, the methods of a path. */
export function faultsOf(asked: TestRequest, response: TestResponse, session: Session): readonly string[] {
  const operation = findOperation(session.operations, asked.method, asked.path)
  return [
    ...requestIdFaults(asked, response),
    ...(operation === undefined ? session.plain.closedFaultsOf(errorSchema, response.body) : []),
    ...(response.status >= 400 ? errorFaults(operation, response, session) : []),
    ...(response.status === 405 ? allowFaults(asked, response, session) : []),
  ]
}

/** A valid id of the caller is echoed; any other one is replaced. */
function requestIdFaults(asked: TestRequest, { headers }: TestResponse): string[] {
  const got = headers.get('x-request-id')
  if (got === null) return ['header x-request-id is missing']
  const sent = asked.headers?.['X-Request-Id']?.trim()
  if (sent === undefined) return []
  if (/^[!-~]{1,128}$/.test(sent)) return got === sent ? [] : [`X-Request-Id ${sent} was not echoed`]
  return got === sent ? ['an invalid X-Request-Id was echoed'] : []
}

/** The body of an error repeats status and request id, and its code is one of the named examples'. */
function errorFaults(
  operation: Operation | undefined,
  { status, headers, body }: TestResponse,
  { plain }: Session,
): string[] {
  if (!isRecord(body)) return []
  const examples = operation === undefined ? [] : responseExamples(plain.contract, operation, String(status))
  const codes = new Set(examples.map(({ value }) => record(value).code))
  return [
    ...(body.status === status
      ? []
      : [`body/status is ${String(body.status)}, the status of the response ${status}`]),
    ...(body.requestId === headers.get('x-request-id')
      ? []
      : ['body/requestId differs from the header x-request-id']),
    ...(operation?.responses.every((one) => one.status !== String(status))
      ? [`${operation.operationId} does not document ${status}`]
      : []),
    ...(codes.size === 0 || codes.has(body.code)
      ? []
      : [`body/code ${String(body.code)} is not documented here: ${[...codes].join(', ')}`]),
  ]
}

/** What the list of methods in `Allow` lacks. */
export function allowFaults(
  { path }: TestRequest,
  { headers }: TestResponse,
  { operations }: Session,
): string[] {
  const allow = (headers.get('allow') ?? '').split(',').map((method) => method.trim())
  const known = new Set(operations.map(({ method }) => method.toUpperCase()))
  const missing = [...known].filter(
    (method) => findOperation(operations, method, path) !== undefined && !allow.includes(method),
  )
  return missing.length === 0
    ? []
    : [`Allow is "${allow.join(', ')}" and does not list ${missing.join(', ')}`]
}

/** The fields that an error's details name; of a list, they name the element. */
export function namedFields({ body }: TestResponse): string[] {
  const { details } = record(body)
  if (!Array.isArray(details)) return []
  return details.flatMap((detail) => (isRecord(detail) ? [String(detail.path).split('/')[1] ?? ''] : []))
}
