import type { Request, RequestHandler, Response } from 'express'
import { NotImplementedError } from '../errors/not-implemented-error.js'
import { ServiceError } from '../errors/service-error.js'
import { type OperationFacts, type OperationId, operations } from '../generated/operations.js'
import { type Authenticating, type SchemeName, schemes } from '../generated/security.js'
import { responseCheckOf } from '../validation/response-check.js'
import { contextOf, type Principal, type Principals, type RequestContext } from './context.js'
import { credentialOf, type SchemeForm } from './credentials.js'
import { goneSignal } from './gone-signal.js'
import { mediaTypeOf } from './media-type.js'
import { readBody } from './read-body.js'

/** The outcome of counting a request; a rejected one does not count. */
export type RateLimitResult =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number }

/**
 * Whose a credential is; undefined rejects it with UNAUTHENTICATED. Throws if that cannot be found out at
 * present. `scopes` are those that the operation demands.
 */
export type Authenticate = (
  credential: string,
  scopes: readonly string[],
  request: Request,
) => Promise<Principal | undefined>

export interface StepDependencies extends Authenticating<Authenticate> {
  /**
   * Counts a request; undefined leaves it uncounted. Operations without security have no context.
   * @default every request is allowed
   */
  readonly countRequest?: (
    operation: OperationId,
    context: RequestContext | undefined,
  ) => Promise<RateLimitResult> | undefined
  /**
   * Whether a returned body that breaks the contract becomes a 500, whose cause names the place. Costs time:
   * for development and tests. @default false
   */
  readonly validateResponses?: boolean
}

/**
 * The steps of a request between routing and validation: credentials, body, rate limit. The limit comes
 * before validation, so that invalid requests count like valid ones.
 */
export function stepsBefore(deps: StepDependencies, operation: OperationId): RequestHandler[] {
  const facts: OperationFacts = operations[operation]
  return [
    async (request, response, next) => {
      request.operation = operation
      if (deps.validateResponses === true) request.checkResponse = await responseCheckOf(operation)
      const context =
        facts.security.length === 0
          ? undefined
          : contextOf(
              await authenticate(deps, facts, request),
              request.requestId,
              goneSignal(request, response),
            )
      if (context !== undefined) request.context = context
      if (facts.body !== 'none') {
        request.body = await bodyOf(request, response, facts)
        request.bodyType = mediaTypeOf(request)
      }
      const counted = await deps.countRequest?.(operation, context)
      if (counted?.allowed === false)
        throw new ServiceError('RATE_LIMITED', { retryAfterSeconds: counted.retryAfterSeconds })
      next()
    },
  ]
}

/** In place of the steps where the operation's tag has no implementation. */
export function rejectUnimplemented(operation: OperationId): RequestHandler[] {
  return [
    (request) => {
      request.operation = operation
      throw new NotImplementedError(`the operations tagged ${operations[operation].tag}`)
    },
  ]
}

/**
 * The principals of the first alternative whose schemes are all satisfied. An empty alternative makes
 * credentials optional; wrong ones are then rejected all the same.
 */
async function authenticate(
  deps: StepDependencies,
  { security }: OperationFacts,
  request: Request,
): Promise<Principals> {
  let isWrong = false
  let isOptional = false
  for (const rule of security) {
    const names = Object.keys(rule)
    if (names.length === 0) {
      isOptional = true
      continue
    }
    const found = await principalsOf(deps, rule, names, request)
    if (found.principals !== undefined) return found.principals
    isWrong ||= found.isWrong
  }
  if (isOptional && !isWrong) return {}
  throw new ServiceError('UNAUTHENTICATED')
}

async function principalsOf(
  deps: StepDependencies,
  rule: OperationFacts['security'][number],
  names: readonly string[],
  request: Request,
): Promise<{ principals?: Principals; isWrong: boolean }> {
  const principals: Partial<Record<SchemeName, Principal>> = {}
  for (const name of names as readonly SchemeName[]) {
    const form: SchemeForm | undefined = schemes[name]
    const check: Authenticate | undefined = deps.authenticate?.[name]
    const credential = form && credentialOf(form, request)
    if (credential === undefined || check === undefined) return { isWrong: false }
    const principal = await check(credential, rule[name] ?? [], request)
    if (principal === undefined) return { isWrong: true }
    principals[name] = principal
  }
  return { principals, isWrong: false }
}

async function bodyOf(request: Request, response: Response, facts: OperationFacts): Promise<unknown> {
  const body = await readBody(request, response, facts.media)
  if (body !== undefined || facts.body !== 'required') return body
  if (facts.media.every(({ kind }) => kind === 'json')) throw new ServiceError('INVALID_JSON')
  throw new ServiceError('INVALID_REQUEST', { details: [{ path: '', message: 'must have a body' }] })
}
