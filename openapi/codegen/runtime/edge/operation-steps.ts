import type { Request, RequestHandler, Response } from 'express'
import { NotImplementedError } from '../errors/not-implemented-error.js'
import { ServiceError } from '../errors/service-error.js'
import { type OperationFacts, type OperationId, operations } from '../generated/operations.js'
import type { Principal, RequestContext } from '../generated/request-context.js'
import { type Authenticating, type SchemeName, schemes } from '../generated/security.js'
import { credentialOf, type SchemeForm } from './credentials.js'
import { mediaTypeOf } from './media-type.js'
import { readBody } from './read-body.js'

/** The outcome of counting a request; a refused one does not count. */
export type RateLimitResult =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number }

/**
 * Whose a credential is; undefined refuses it. Throws if that cannot be found out at present. `scopes` are
 * those that the operation demands.
 */
export type Authenticate = (
  credential: string,
  scopes: readonly string[],
  request: Request,
) => Promise<Principal | undefined>

export interface StepDependencies extends Authenticating<Authenticate> {
  /** Counts a request, before its body is read. @default every request is allowed */
  readonly countRequest?: (operation: OperationId, context: RequestContext) => Promise<RateLimitResult>
}

/** The steps of a request between routing and validation: credentials, rate limit, body. */
export function stepsBefore(deps: StepDependencies, operation: OperationId): RequestHandler[] {
  const facts: OperationFacts = operations[operation]
  return [
    async (request, response, next) => {
      request.operation = operation
      const principals = await authenticate(deps, facts, request)
      const context = { principals, requestId: request.requestId }
      request.context = context
      const counted = await deps.countRequest?.(operation, context)
      if (counted?.allowed === false)
        throw new ServiceError('RATE_LIMITED', { retryAfterSeconds: counted.retryAfterSeconds })
      if (facts.body !== 'none') {
        request.body = await bodyOf(request, response, facts)
        request.bodyType = mediaTypeOf(request)
      }
      next()
    },
  ]
}

/** In place of the steps where the operation's tag has no implementation. */
export function refuseUnimplemented(operation: OperationId): RequestHandler[] {
  return [
    (request) => {
      request.operation = operation
      throw new NotImplementedError(operations[operation].tag)
    },
  ]
}

/**
 * The principals of the first alternative whose schemes are all satisfied. An empty alternative makes
 * credentials optional; wrong ones are then refused all the same.
 */
async function authenticate(
  deps: StepDependencies,
  { security }: OperationFacts,
  request: Request,
): Promise<RequestContext['principals']> {
  let isWrong = false
  const demanding = security.filter((rule) => Object.keys(rule).length > 0)
  for (const rule of demanding) {
    const found = await principalsOf(deps, rule, request)
    if (found.principals !== undefined) return found.principals
    isWrong ||= found.isWrong
  }
  if (security.length === 0 || (demanding.length < security.length && !isWrong)) return {}
  throw new ServiceError('UNAUTHENTICATED')
}

async function principalsOf(
  deps: StepDependencies,
  rule: OperationFacts['security'][number],
  request: Request,
): Promise<{ principals?: RequestContext['principals']; isWrong: boolean }> {
  const principals: Partial<Record<SchemeName, Principal>> = {}
  for (const name of schemeNames) {
    const scopes = rule[name]
    if (scopes === undefined) continue
    const form: SchemeForm | undefined = schemes[name]
    const check: Authenticate | undefined = deps.authenticate?.[name]
    const credential = form && credentialOf(form, request)
    if (credential === undefined || check === undefined) return { isWrong: false }
    const principal = await check(credential, scopes, request)
    if (principal === undefined) return { isWrong: true }
    principals[name] = principal
  }
  return { principals, isWrong: false }
}

const schemeNames = Object.keys(schemes) as readonly SchemeName[]

async function bodyOf(request: Request, response: Response, facts: OperationFacts): Promise<unknown> {
  const body = await readBody(request, response, facts.media)
  if (body !== undefined || facts.body !== 'required') return body
  if (facts.media.every(({ kind }) => kind === 'json')) throw new ServiceError('INVALID_JSON')
  throw new ServiceError('INVALID_REQUEST', { details: [{ path: '', message: 'must have a body' }] })
}
