import { ExpressTemplateService, type TsoaRoute } from '@tsoa/runtime'
import type { Request, Response } from 'express'
import { sendAnswer } from '../edge/send-answer.js'
import { ServiceError, type Violation } from '../errors/service-error.js'
import type { OperationId } from '../generated/operations.js'
import { bodyShapes, namedShapes, parameterForms } from '../generated/request-forms.js'
import { type RequestValidators, requestValidators } from '../generated/validators.js'
import { declaredFields } from './declared-fields.js'
import { readParameters } from './parameter-values.js'
import { violationsOf } from './violations.js'

/** Never refused for being sent twice: `requestIdOf` replaces invalid values, and preferences are a list. */
const repeatableHeaders = new Set(['X-Request-Id', 'Prefer'])

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
    const sent = partsOf(operation, args, request)
    const validators = requestValidators[operation]
    const violations = [
      ...check(validators.path, sent.path),
      ...check(validators.query, sent.query),
      ...check(validators.headers, sent.header),
      ...repeatedHeaders(args, request),
      ...(request.body === undefined ? [] : check(validators.body, request.body)),
    ]
    if (violations.length > 0)
      throw new ServiceError('INVALID_REQUEST', { details: violations.slice(0, detailsMax) })
    const shape = bodyShapes[operation]
    const body = shape === undefined ? request.body : declaredFields(request.body, shape, namedShapes)
    return Object.values(args).map((argument) => argumentValue(argument, request, sent, body))
  }

  protected override returnHandler(params: {
    response: Response
    headers: Record<string, string> | undefined
    statusCode?: number
    data?: unknown
  }): void {
    // The client may have disconnected while the use case ran.
    if (params.response.headersSent || params.response.destroyed) return
    sendAnswer(params.response, params.statusCode ?? 200, params.data, params.headers)
  }
}

function check(validator: RequestValidators['body'], value: unknown): Violation[] {
  return validator === undefined || validator(value) ? [] : violationsOf(validator.errors ?? [])
}

/** What a request carries beside its body, by place, each value of the type that the contract declares. */
interface Parts {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly header: Readonly<Record<string, unknown>>
}

function partsOf(
  operation: OperationId,
  args: Record<string, TsoaRoute.ParameterSchema>,
  request: Request,
): Parts {
  const sent = { path: request.params, query: request.query, header: headersOf(args, request) }
  const forms = parameterForms[operation]
  if (forms === undefined) return sent
  return {
    path: readParameters(forms, 'path', sent.path),
    query: readParameters(forms, 'query', sent.query),
    header: readParameters(forms, 'header', sent.header),
  }
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
      ({ in: place, name }) =>
        place === 'header' && !repeatableHeaders.has(name) && timesSent(request, name) > 1,
    )
    .map(({ name }) => ({ path: `/${name}`, message: 'must be sent once' }))
}

function timesSent(request: Request, header: string): number {
  return request.headersDistinct[header.toLowerCase()]?.length ?? 0
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
