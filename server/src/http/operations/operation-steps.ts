import type { Request, RequestHandler, Response } from 'express'
import { ServiceError } from '../../domain/service-error.js'
import { type OperationFacts, type OperationId, operations } from '../../generated/operations.js'
import type { RequestContext } from '../../generated/request-context.js'
import type { RateLimiter } from '../../ports/rate-limiter.js'
import type { UseCases } from '../../use-cases/use-cases.js'
import { apiKeyOf } from './api-key.js'
import { readJson } from './read-json.js'

export interface StepDependencies {
  readonly useCases: Pick<UseCases, 'authenticate'>
  readonly rateLimiter: RateLimiter
}

/**
 * The steps of a request between routing and validation, in the contract's order: key, body, rate limit. The
 * limit comes before validation, so that invalid requests count like valid ones.
 */
export function stepsBefore(deps: StepDependencies, operation: OperationId): RequestHandler[] {
  const facts: OperationFacts = operations[operation]
  return [
    async (request, response, next) => {
      request.operation = operation
      if (facts.secured) request.context = await authenticate(deps, request)
      if (facts.body !== 'none') request.body = await readBody(request, response, facts)
      if (facts.rateLimited && request.context !== undefined) await countRequest(deps, request.context)
      next()
    },
  ]
}

async function authenticate(deps: StepDependencies, request: Request): Promise<RequestContext> {
  const apiKey = apiKeyOf(request)
  const account = apiKey === undefined ? undefined : await deps.useCases.authenticate(apiKey)
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
  const result = await deps.rateLimiter.count(context.accountId)
  if (!result.allowed) throw new ServiceError('RATE_LIMITED', { retryAfterSeconds: result.retryAfterSeconds })
}
