import type { Request, RequestHandler, Response } from 'express'
import { NotImplementedError } from '../errors/not-implemented-error.js'
import { ServiceError } from '../errors/service-error.js'
import { type OperationFacts, type OperationId, operations } from '../generated/operations.js'
import type { RequestContext } from '../generated/request-context.js'
import { apiKeyOf } from './api-key.js'
import { readJson } from './read-json.js'

/** The outcome of counting a request; a refused one does not count. */
export type RateLimitResult =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number }

export interface StepDependencies {
  /**
   * The account of an API key; undefined refuses the request with UNAUTHENTICATED. Throws if that cannot be
   * found out at present.
   */
  readonly authenticate: (apiKey: string) => Promise<{ readonly accountId: string } | undefined>
  /** Counts a request of an operation that the contract limits. @default every request is allowed */
  readonly countRequest?: (accountId: string) => Promise<RateLimitResult>
  /** Handlers of single operations after these steps; one that does not call `next` answers by itself. */
  readonly beforeOperation?: Partial<Record<OperationId, RequestHandler>>
}

/**
 * The steps of a request between routing and validation, in the contract's order: key, body, rate limit. The
 * limit comes before validation, so that invalid requests count like valid ones.
 */
export function stepsBefore(deps: StepDependencies, operation: OperationId): RequestHandler[] {
  const facts: OperationFacts = operations[operation]
  const own = deps.beforeOperation?.[operation]
  return [
    async (request, response, next) => {
      request.operation = operation
      if (facts.secured) request.context = await authenticate(deps, request)
      if (facts.body !== 'none') request.body = await readBody(request, response, facts)
      if (facts.rateLimited && request.context !== undefined) await countRequest(deps, request.context)
      next()
    },
    ...(own === undefined ? [] : [own]),
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

async function authenticate(deps: StepDependencies, request: Request): Promise<RequestContext> {
  const apiKey = apiKeyOf(request)
  const account = apiKey === undefined ? undefined : await deps.authenticate(apiKey)
  if (account === undefined) throw new ServiceError('UNAUTHENTICATED')
  return { accountId: account.accountId, requestId: request.requestId }
}

async function readBody(
  request: Request,
  response: Response,
  facts: OperationFacts,
): Promise<object | undefined> {
  const body = await readJson(request, response)
  if (body === undefined && facts.body === 'required') throw new ServiceError('INVALID_JSON')
  return body
}

async function countRequest(deps: StepDependencies, context: RequestContext): Promise<void> {
  const result = await deps.countRequest?.(context.accountId)
  if (result?.allowed === false)
    throw new ServiceError('RATE_LIMITED', { retryAfterSeconds: result.retryAfterSeconds })
}
