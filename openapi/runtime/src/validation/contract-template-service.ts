import type { Request, Response } from 'express'
import type { Contract } from '../contract.ts'
import type { CheckedRequest } from '../controller.ts'
import { countHeader } from '../edge/header-values.ts'
import { covers } from '../edge/part-types.ts'
import type { RouteArguments, TemplateService } from '../edge/route-edge.ts'
import { isEventStream, sendEvents } from '../edge/send-events.ts'
import { sendResponse } from '../edge/send-response.ts'
import { sentCookies, sentPath, sentQuery } from '../edge/sent-values.ts'
import { ServiceError, type Violation } from '../errors/service-error.ts'
import { declaredFields } from './declared-fields.ts'
import { jsonOf, roundedElsewhere } from './int64.ts'
import { type ParameterForm, readParameters } from './parameter-values.ts'
import { type RequestPlan, requestPlan } from './request-plan.ts'
import { withoutHiddenFields } from './sent-body.ts'
import type { Validator } from './validator.ts'
import { violationsOf } from './violations.ts'

type Arguments = Parameters<TemplateService['getValidatedArgs']>[0]
type Call = Parameters<TemplateService['apiHandler']>[0]

/** More of them would not help to fix the request. */
const detailsMax = 20

/**
 * In place of tsoa's Express service, validating by the contract: requests are checked by validators
 * compiled from the contract's own schemas, and only declared fields of a body are passed on.
 */
export class ContractTemplateService implements TemplateService {
  readonly #contract: Contract
  /** By the arguments of each operation, which never change. */
  readonly #plans = new WeakMap<RouteArguments, RequestPlan>()

  constructor(contract: Contract) {
    this.#contract = contract
  }

  /**
   * The controller's view of the request. Throws INVALID_REQUEST with every violation if the request breaks the
   * contract.
   */
  getValidatedArgs({ operation, args, request }: Arguments): [CheckedRequest<object, unknown>] {
    const plan = this.#planOf(operation, args)
    const sent = partsOf(plan, request)
    const { validators } = plan
    const violations: Violation[] = []
    check(validators.path, sent.path, violations)
    check(validators.query, sent.query, violations, repeatedParameters(plan, sent.query))
    check(validators.headers, sent.header, violations)
    check(validators.cookies, sent.cookie, violations)
    rejectRepeated(plan.singleHeaders, request, violations)
    const rules = rulesOf(plan, request)
    if (this.#contract.int64 !== undefined)
      request.body = roundedElsewhere(request.body, rules?.shape, this.#contract.requests.namedShapes)
    if (request.body !== undefined) check(rules?.validator, request.body, violations)
    if (violations.length > 0)
      throw new ServiceError('INVALID_REQUEST', { details: violations.slice(0, detailsMax) })
    return [{ input: inputOf(plan, sent, this.#bodyOf(rules, request), request), context: request.context }]
  }

  async apiHandler({
    methodName,
    controller,
    response,
    next,
    validatedArgs,
    successStatus,
  }: Call): Promise<void> {
    try {
      const data: unknown = await Reflect.get(controller, methodName).apply(controller, validatedArgs)
      // The client may have disconnected while the use case ran.
      if (response.headersSent || response.destroyed) return
      this.#send(response, controller.getStatus() ?? successStatus, data, controller.getHeaders())
    } catch (error) {
      next(error)
    }
  }

  #planOf(operation: string, args: RouteArguments): RequestPlan {
    const known = this.#plans.get(args)
    if (known !== undefined) return known
    const plan = requestPlan(this.#contract, operation, args)
    this.#plans.set(args, plan)
    return plan
  }

  /** What is passed on of the body. */
  #bodyOf(rules: RequestPlan['bodies'][number] | undefined, { body }: Request): unknown {
    if (rules?.shape === undefined) return body
    const { namedShapes: named } = this.#contract.requests
    const refused: string[] = []
    const passed = declaredFields(body, rules.shape, { named, refused })
    if (refused.length === 0) return passed
    const details = refused.map((path) => ({ path, message: 'is not a field of this object' }))
    throw new ServiceError('INVALID_REQUEST', { details: details.slice(0, detailsMax) })
  }

  #send(response: Response, status: number, data: unknown, headers: Readonly<Record<string, string>>): void {
    const { operation, checkResponse } = response.req
    const json = jsonOf(this.#contract)
    const sent = (name: string | undefined, value: unknown) =>
      withoutHiddenFields(this.#contract, name, status, value)
    if (isEventStream(data)) {
      sendEvents(response, status, data, headers, (event) => json(sent(`${operation} events`, event)))
    } else {
      const body = sent(operation, data)
      checkResponse?.(status, body, headers)
      sendResponse(response, status, body, headers, json)
    }
  }
}

function rulesOf({ bodies }: RequestPlan, { bodyType = '' }: Request) {
  return bodies.find(({ type }) => covers(type, bodyType)) ?? bodies[0]
}

/** Adds what is wrong with the value to the violations, but nothing more of places that are `known`. */
function check(
  validator: Validator | undefined,
  value: unknown,
  violations: Violation[],
  known: readonly Violation[] = [],
): void {
  violations.push(...known)
  if (validator === undefined || validator(value)) return
  const found = violationsOf(validator.errors ?? [])
  violations.push(...found.filter(({ path }) => !known.some((other) => other.path === path)))
}

/** What a request carries beside its body, by place, each value of the type that the contract declares. */
type Parts = Readonly<Record<ParameterForm['in'], Readonly<Record<string, unknown>>>>

const nothing = {}

function partsOf({ path, query, headers, forms }: RequestPlan, request: Request): Parts {
  const header = headersOf(headers, request)
  if (forms.length === 0) {
    const sent = query.length > 0 ? sentQuery(request).values : nothing
    return { path: request.params, query: sent, header, cookie: nothing }
  }
  return {
    path: readParameters(forms, 'path', sentPath(path, request)),
    query: readParameters(forms, 'query', sentQuery(request)),
    header: readParameters(forms, 'header', { values: header }),
    cookie: readParameters(forms, 'cookie', sentCookies(request)),
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

/** Parameters that are no lists, and were sent several times. */
function repeatedParameters({ query: names, forms }: RequestPlan, query: Parts['query']): Violation[] {
  const isList = (form: ParameterForm, name: string) =>
    form.in === 'query' && form.name === name && form.isList === true
  return names
    .filter((name) => Array.isArray(query[name]) && !forms.some((form) => isList(form, name)))
    .map((name) => ({ path: `/${name}`, message: 'must be sent once' }))
}

/** Node joins the values of a repeated header with commas, which would turn two keys into one. */
function rejectRepeated(names: readonly string[], request: Request, violations: Violation[]): void {
  for (const name of names)
    if (countHeader(request, name.toLowerCase()) > 1)
      violations.push({ path: `/${name}`, message: 'must be sent once' })
}

/** The input of the operation's method: what was sent, under the names of the generated types. */
function inputOf(plan: RequestPlan, sent: Parts, body: unknown, { bodyType }: Request): object {
  const input: Record<string, unknown> = {}
  if (plan.takesBody && body !== undefined) {
    input.body = body
    if (plan.passesMediaType) input.contentType = bodyType
  }
  for (const { argument, place, name } of plan.parameters) {
    const value = sent[place][name]
    if (value !== undefined) input[argument] = value
  }
  return input
}
