import { ExpressTemplateService, type TsoaRoute } from '@tsoa/runtime'
import type { Request, Response } from 'express'
import { ServiceError, type Violation } from '../../domain/service-error.js'
import { type OperationId, operations } from '../../generated/operations.js'
import { type RequestValidators, requestValidators } from '../../generated/validators.js'
import { sendJson } from './send-json.js'
import { violationsOf } from './violations.js'

/** Never refused: `requestIdOf` replaces invalid values. */
const requestIdHeader = 'X-Request-Id'

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
    const body = declaredFields(request.body, operations[operation].bodyFields)
    const validators = requestValidators[operation]
    const violations = [
      ...check(validators.path, request.params),
      ...check(validators.query, request.query),
      ...check(validators.headers, validators.headers && headersOf(args, request)),
      ...repeatedHeaders(args, request),
      ...(body === undefined ? [] : check(validators.body, body)),
    ]
    if (violations.length > 0)
      throw new ServiceError('INVALID_REQUEST', { details: violations.slice(0, detailsMax) })
    return Object.values(args).map((argument) => argumentValue(argument, request, body))
  }

  protected override returnHandler(params: {
    response: Response
    headers: Record<string, string> | undefined
    statusCode?: number
    data?: unknown
  }): void {
    // The client may have disconnected while the use case ran.
    if (params.response.headersSent || params.response.destroyed) return
    sendJson(params.response, params.statusCode ?? 200, params.data, params.headers)
  }
}

function check(validator: RequestValidators['body'], value: unknown): Violation[] {
  return validator === undefined || validator(value) ? [] : violationsOf(validator.errors ?? [])
}

/** A new object with only the fields that the contract declares. */
function declaredFields(body: unknown, names: readonly string[]): Record<string, unknown> | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const sent = new Map(Object.entries(body))
  return Object.fromEntries(names.filter((name) => sent.has(name)).map((name) => [name, sent.get(name)]))
}

function headersOf(
  args: Record<string, TsoaRoute.ParameterSchema>,
  request: Request,
): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const { in: place, name } of Object.values(args)) {
    const value = place === 'header' ? request.get(name) : undefined
    if (value !== undefined) headers[name] = value
  }
  return headers
}

/** Node joins the values of a repeated header with commas, which would turn two keys into one. */
function repeatedHeaders(args: Record<string, TsoaRoute.ParameterSchema>, request: Request): Violation[] {
  return Object.values(args)
    .filter(
      ({ in: place, name }) => place === 'header' && name !== requestIdHeader && timesSent(request, name) > 1,
    )
    .map(({ name }) => ({ path: `/${name}`, message: 'must be sent once' }))
}

function timesSent(request: Request, header: string): number {
  return request.headersDistinct[header.toLowerCase()]?.length ?? 0
}

function argumentValue(argument: TsoaRoute.ParameterSchema, request: Request, body: unknown): unknown {
  switch (argument.in) {
    case 'request':
      return request
    case 'path':
      return request.params[argument.name]
    case 'query':
      return request.query[argument.name]
    case 'header':
      return request.get(argument.name)
    case 'body':
      return body
    default:
      throw new Error(`No generated controller takes an argument from ${argument.in}.`)
  }
}
