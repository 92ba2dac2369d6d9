import type { Request, RequestHandler, Response } from 'express'
import type { Authenticate, Contract, ContractTypes } from '../contract.ts'
import { NotImplementedError } from '../errors/not-implemented-error.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { OperationFacts } from '../facts.ts'
import { responseCheck } from '../validation/response-check.ts'
import { type BasicCredential, credentialOf } from './credentials.ts'
import { goneSignal } from './gone-signal.ts'
import { mediaTypeOf } from './media-type.ts'
import { readBody } from './read-body.ts'

/** The outcome of counting a request; a rejected one does not count. */
export type RateLimitResult =
  | { readonly allowed: true }
  | {
      readonly allowed: false
      readonly retryAfterSeconds: number
      /** What the response says. @default the message of RATE_LIMITED */
      readonly message?: string
    }

/** How credentials are checked: by a function for each security scheme of the contract. */
export type Authenticating<Types extends ContractTypes> = [Types['schemeName']] extends [never]
  ? { readonly authenticate?: Readonly<Record<string, never>> }
  : {
      readonly authenticate: {
        readonly [Name in Types['schemeName']]: Authenticate<
          Name extends Types['scopedScheme'] ? Types['principal'] & Scoped : Types['principal'],
          Name extends Types['basicScheme'] ? BasicCredential : string
        >
      }
    }

/** Whoever may do only what their scopes allow. */
export interface Scoped {
  readonly scopes: readonly string[]
}

export interface StepOptions<Types extends ContractTypes> {
  /**
   * Counts a request; undefined leaves it uncounted. Operations without security have no context.
   * @default every request is allowed
   */
  countRequest?(
    operation: Types['operationId'],
    context: Types['context'] | undefined,
  ): Promise<RateLimitResult> | undefined
  /**
   * Whether a returned body, or a header, that breaks the contract becomes a 500, whose cause names the place. Costs time:
   * for development and tests. @default false
   */
  readonly validateResponses?: boolean
}

/** What the steps depend on, whatever the contract's types are. */
export interface StepDependencies extends StepOptions<ContractTypes> {
  readonly authenticate?: Readonly<Record<string, Authenticate<object, never>>>
}

/**
 * The steps of a request between routing and validation: credentials, body, rate limit. The limit comes
 * before validation, so that invalid requests count like valid ones.
 */
export function stepsBefore(
  contract: Contract,
  deps: StepDependencies,
  operation: string,
  facts: OperationFacts,
): RequestHandler[] {
  return [
    async (request, response, next) => {
      request.operation = operation
      if (deps.validateResponses === true) {
        const validators = await contract.loadResponseValidators()
        request.checkResponse = responseCheck(contract, operation, validators[operation] ?? {})
      }
      const context =
        facts.security.length === 0
          ? undefined
          : contract.contextOf(
              await authenticate(contract, deps, facts, request),
              request.requestId,
              goneSignal(request, response),
            )
      if (context !== undefined) request.context = context
      if (facts.body !== 'none') {
        request.body = await bodyOf(contract, request, response, facts)
        request.bodyType = mediaTypeOf(request)
      }
      const counted = await deps.countRequest?.(operation, context)
      if (counted?.allowed === false) {
        const { retryAfterSeconds, message: publicMessage } = counted
        throw new ServiceError('RATE_LIMITED', { retryAfterSeconds, publicMessage })
      }
      next()
    },
  ]
}

/** In place of the steps where nothing implements the operation. */
export function rejectUnimplemented(operation: string): RequestHandler[] {
  return [
    (request) => {
      request.operation = operation
      throw new NotImplementedError(operation)
    },
  ]
}

type Principals = Readonly<Record<string, object>>

/**
 * The principals of the first alternative whose schemes are all satisfied. An empty alternative makes
 * credentials optional; wrong ones are then rejected all the same.
 */
async function authenticate(
  contract: Contract,
  deps: StepDependencies,
  { security }: OperationFacts,
  request: Request,
): Promise<Principals> {
  const outcomes = new Set<Rejection>()
  for (const rule of security) {
    if (Object.keys(rule).length === 0) continue
    const found = await principalsOf(contract, deps, rule, request)
    if (typeof found === 'object') return found
    outcomes.add(found)
  }
  if (outcomes.has('lacks scopes')) throw new ServiceError('FORBIDDEN')
  const isOptional = security.some((rule) => Object.keys(rule).length === 0)
  if (isOptional && !outcomes.has('wrong')) return {}
  throw new ServiceError('UNAUTHENTICATED')
}

type Rejection = 'missing' | 'wrong' | 'lacks scopes'

async function principalsOf(
  { schemes }: Contract,
  deps: StepDependencies,
  rule: OperationFacts['security'][number],
  request: Request,
): Promise<Principals | Rejection> {
  const principals: Record<string, object> = {}
  for (const [name, scopes] of Object.entries(rule)) {
    const form = schemes[name]
    const check = deps.authenticate?.[name]
    const credential = form && credentialOf(form, request)
    if (credential === undefined || check === undefined) return 'missing'
    // The types of the contract have paired them.
    const principal = await check(credential as never, scopes, request)
    if (principal === undefined) return 'wrong'
    if (!hasScopes(principal, scopes)) return 'lacks scopes'
    principals[name] = principal
  }
  return principals
}

/** Who is said to have none has none, so that nobody gets them unnoticed. */
function hasScopes({ scopes }: { readonly scopes?: unknown }, demanded: readonly string[]): boolean {
  // A text would have every part of itself.
  const own: readonly unknown[] = Array.isArray(scopes) ? scopes : []
  return demanded.every((scope) => own.includes(scope))
}

async function bodyOf(
  contract: Contract,
  request: Request,
  response: Response,
  facts: OperationFacts,
): Promise<unknown> {
  const body = await readBody(contract, request, response, facts.media)
  if (body !== undefined || facts.body !== 'required') return body
  if (facts.media.every(({ kind }) => kind === 'json')) throw new ServiceError('INVALID_JSON')
  throw new ServiceError('INVALID_REQUEST', { details: [{ path: '', message: 'must have a body' }] })
}
