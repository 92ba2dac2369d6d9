import { ExpressTemplateService, type TsoaRoute } from '@tsoa/runtime'
import type { Request, Response } from 'express'
import { countHeader } from '../edge/header-values.js'
import { queryOf } from '../edge/query-of.js'
import { sendResponse } from '../edge/send-response.js'
import { ServiceError, type Violation } from '../errors/service-error.js'
import type { OperationId } from '../generated/operations.js'
import { requestIdHeader } from '../generated/request-context.js'
import { bodyShapes, countedBodies, namedShapes, parameterForms } from '../generated/request-forms.js'
import { type RequestValidators, requestValidators } from '../generated/validators.js'
import { declaredFields } from './declared-fields.js'
import { type ParameterForm, readParameters } from './parameter-values.js'
import { withoutHiddenFields } from './sent-body.js'
import { violationsOf } from './violations.js'

/** Never rejected for being sent twice: `requestIdOf` replaces invalid values, and the others are lists. */
const repeatableHeaders = new Set([requestIdHeader, 'Prefer', 'If-None-Match'])

/** More of them would not help to fix the request. */
const detailsMax = 20

/**
 * tsoa's Express service, validating by the contract instead of by tsoa: requests are checked by validators
 * compiled from the contract's own schemas, and only declared fields of a body are passed on.
 */
export class ContractTemplateService extends ExpressTemplateService {
  constructor() {
    super({}, { noImplicitAdditionalProperties: 'ignore', bodyCoercion: false })
  }

  /**
   * The arguments of the controller's method. Throws INVALID_REQUEST with every violation if the request
   * breaks the contract.
   */
  override getValidatedArgs(params: {
    operation?: OperationId
    args: Record<string, TsoaRoute.ParameterSchema>
    request: Request
    response: Response
  }): unknown[] {
    const { operation, args, request } = params
    if (operation === undefined) throw new Error('The generated routes must name the operation.')
    const declared = declaredParameters(args)
    const { forms, ...sent } = partsOf(operation, declared, request)
    const validators = requestValidators[operation]
    const violations: Violation[] = []
    check(validators.path, sent.path, violations)
    const repeated = repeatedParameters(declared.query, forms, sent.query)
    check(validators.query, sent.query, violations, repeated)
    check(validators.headers, sent.header, violations)
    rejectRepeated(declared.singleHeaders, request, violations)
    if (request.body !== undefined) check(validators.body, request.body, violations)
    if (violations.length > 0)
      throw new ServiceError('INVALID_REQUEST', { details: violations.slice(0, detailsMax) })
    const shape = bodyShapes[operation]
    if (shape !== undefined && countedBodies.includes(operation))
      rejectTooFew(validators.body, declaredFields(request.body, shape, namedShapes, false))
    const body = shape === undefined ? request.body : declaredFields(request.body, shape, namedShapes)
    return declared.all.map((argument) => argumentValue(argument, request, sent, body))
  }

  protected override returnHandler(params: {
    response: Response
    headers: Record<string, string> | undefined
    statusCode?: number
    data?: unknown
  }): void {
    // The client may have disconnected while the use case ran.
    if (params.response.headersSent || params.response.destroyed) return
    const { response, statusCode = 200, data, headers } = params
    const body = withoutHiddenFields(operationOf(response), statusCode, data)
    response.req.checkResponse?.(statusCode, body)
    sendResponse(response, statusCode, body, headers)
  }
}

/** The steps before validation have named it. */
function operationOf(response: Response): string | undefined {
  return response.req.operation
}

/** Adds what is wrong with the value to the violations, but nothing more of places that are `known`. */
function check(
  validator: RequestValidators['body'],
  value: unknown,
  violations: Violation[],
  known: readonly Violation[] = [],
): void {
  violations.push(...known)
  if (validator === undefined || validator(value)) return
  const found = violationsOf(validator.errors ?? [])
  violations.push(...found.filter(({ path }) => !known.some((other) => other.path === path)))
}

/** Undeclared fields do not count: nothing of them reaches the backend. */
function rejectTooFew(validator: RequestValidators['body'], body: unknown): void {
  if (validator === undefined || validator(body)) return
  const broken = (validator.errors ?? []).filter(({ keyword }) => keyword === 'minProperties')
  const details = violationsOf(broken).map(({ path, message }) => ({
    path,
    message: `${message} that the contract declares`,
  }))
  if (details.length > 0) throw new ServiceError('INVALID_REQUEST', { details })
}

/** Parameters that are no lists, and were sent several times. */
function repeatedParameters(
  names: readonly string[],
  forms: readonly ParameterForm[],
  query: Readonly<Record<string, unknown>>,
): Violation[] {
  return names
    .filter((name) => Array.isArray(query[name]))
    .filter(
      (name) => !forms.some((form) => form.in === 'query' && form.name === name && form.list !== undefined),
    )
    .map((name) => ({ path: `/${name}`, message: 'must be sent once' }))
}

/** The arguments of a controller's method, by what has to be done for each request. */
interface DeclaredParameters {
  readonly all: readonly TsoaRoute.ParameterSchema[]
  readonly query: readonly string[]
  readonly headers: readonly string[]
  /** Headers that are rejected when they are sent twice. */
  readonly singleHeaders: readonly string[]
}

const declaredByArgs = new WeakMap<Record<string, TsoaRoute.ParameterSchema>, DeclaredParameters>()

/** Worked out once for each operation, whose generated arguments never change. */
function declaredParameters(args: Record<string, TsoaRoute.ParameterSchema>): DeclaredParameters {
  const known = declaredByArgs.get(args)
  if (known !== undefined) return known
  const all = Object.values(args)
  const headers = all.filter((argument) => argument.in === 'header').map(({ name }) => name)
  const declared = {
    all,
    query: all.filter((argument) => argument.in === 'query').map(({ name }) => name),
    headers,
    singleHeaders: headers.filter((name) => !repeatableHeaders.has(name)),
  }
  declaredByArgs.set(args, declared)
  return declared
}

/** What a request carries beside its body, by place, each value of the type that the contract declares. */
interface Parts {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly header: Readonly<Record<string, unknown>>
}

const noQuery: Parts['query'] = {}
const noForms: readonly ParameterForm[] = []

function partsOf(
  operation: OperationId,
  { query, headers }: DeclaredParameters,
  request: Request,
): Parts & { readonly forms: readonly ParameterForm[] } {
  const sent = {
    path: request.params,
    query: query.length > 0 ? queryOf(request) : noQuery,
    header: headersOf(headers, request),
  }
  const forms = parameterForms[operation]
  if (forms === undefined) return { ...sent, forms: noForms }
  return {
    forms,
    path: readParameters(forms, 'path', sent.path),
    query: readParameters(forms, 'query', sent.query),
    header: readParameters(forms, 'header', sent.header),
  }
}

function headersOf(names: readonly string[], request: Request): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of names) {
    const value = request.get(name)
    if (value !== undefined) headers[name] = value
  }
  return headers
}

/** Node joins the values of a repeated header with commas, which would turn two keys into one. */
function rejectRepeated(names: readonly string[], request: Request, violations: Violation[]): void {
  for (const name of names)
    if (countHeader(request, name.toLowerCase()) > 1)
      violations.push({ path: `/${name}`, message: 'must be sent once' })
}

function argumentValue(
  argument: TsoaRoute.ParameterSchema,
  request: Request,
  sent: Parts,
  body: unknown,
): unknown {
  switch (argument.in) {
    case 'request':
      return request
    case 'path':
    case 'query':
    case 'header':
      return sent[argument.in][argument.name]
    case 'body':
      return body
    default:
      throw new Error(`No generated controller takes an argument from ${argument.in}.`)
  }
}
