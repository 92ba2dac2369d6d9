import { requestBodyBytesMax } from '../generated/limits.js'
import { matchOperation, type Route } from '../proxy/match-operation.js'
import type { ApiErrorDetail } from '../types/index.js'
import type { UnknownRecord } from '../types/record.js'
import { requestValidators, type Validator } from './generated/validators.js'
import { violationsOf } from './generated/violations.js'
import { errorResponse, routingError } from './mock-responses.js'

/** A request of an operation, whose key and body are present. */
export interface MockRequest extends Route {
  /** The declared fields of the body. */
  readonly body: UnknownRecord
  /** Empty if the request meets the contract. */
  readonly violations: readonly ApiErrorDetail[]
}

/**
 * Reads a request in the order of the service: address, key, body. Returns the error response if one of them
 * is wrong; violations found by the contract's own validators are left to the operation, which may have to
 * count the request first.
 */
export async function readMockRequest(request: Request): Promise<MockRequest | Response> {
  const { pathname, searchParams } = new URL(request.url)
  const route = matchOperation(request.method, pathname)
  if (!('operation' in route)) {
    if (route.allow.length === 0) return routingError(404, 'NOT_FOUND')
    return routingError(405, 'METHOD_NOT_ALLOWED', { allow: route.allow.join(', ') })
  }
  const { operation, facts, params } = route
  const isKeyGiven = /^Bearer +\S/i.test(request.headers.get('authorization') ?? '')
  if (facts.secured && !isKeyGiven) {
    return errorResponse('UNAUTHENTICATED', { headers: { 'www-authenticate': 'Bearer' } })
  }
  const body = facts.body === 'none' ? undefined : await readJson(request)
  if (body instanceof Response) return body
  if (facts.body === 'required' && body === undefined) return errorResponse('INVALID_JSON')
  const sent = new Map(Object.entries(body ?? {}))
  const names = facts.bodyFields.filter((name) => sent.has(name))
  const declared = Object.fromEntries(names.map((name) => [name, sent.get(name)]))
  const validators = requestValidators[operation]
  const violations = [
    ...violationsIn(validators.path, params),
    ...violationsIn(
      validators.query,
      operation === 'listTasks' ? listQueryOf(searchParams) : Object.fromEntries(searchParams),
    ),
    ...violationsIn(validators.headers, orderHeaders(request.headers)),
    ...(body === undefined ? [] : violationsIn(validators.body, declared)),
  ]
  return { ...route, body: declared, violations }
}

/** The headers of an order as the contract's validator takes them. */
function orderHeaders(headers: Headers): UnknownRecord {
  const key = headers.get('idempotency-key')
  const after = headers.get('cancel-after')
  return {
    ...(key !== null && { 'Idempotency-Key': key }),
    ...(after !== null && { 'Cancel-After': /^\d+$/.test(after) ? Number(after) : after }),
  }
}

/** The query of a list as the contract's validator takes it: lists, and a number. */
function listQueryOf(query: URLSearchParams): UnknownRecord {
  const limit = query.get('limit')
  const lists = ['status', 'type', 'id'].map((name) => [name, query.getAll(name)] as const)
  return {
    ...Object.fromEntries(query),
    ...(limit !== null && { limit: /^\d+$/.test(limit) ? Number(limit) : limit }),
    ...Object.fromEntries(lists.filter(([, values]) => values.length > 0)),
  }
}

/** The object in a body; undefined for an empty one. */
async function readJson(request: Request): Promise<object | Response | undefined> {
  const bytes = new Uint8Array(await request.arrayBuffer())
  if (bytes.length > requestBodyBytesMax) return errorResponse('PAYLOAD_TOO_LARGE')
  if (bytes.length === 0) return undefined
  const [type = ''] = (request.headers.get('content-type') ?? '').toLowerCase().split(';')
  if (type.trim() !== 'application/json') return errorResponse('UNSUPPORTED_MEDIA_TYPE')
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // As for any other value that is not an object.
  }
  return errorResponse('INVALID_JSON')
}

function violationsIn(validator: Validator | undefined, value: object): ApiErrorDetail[] {
  return validator === undefined || validator(value) ? [] : violationsOf(validator.errors ?? [])
}
