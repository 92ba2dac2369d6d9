import type { Request } from 'express'
import type { ControllerClass } from './edge/controllers-for.ts'
import type { ParseMultipart } from './edge/read-body.ts'
import type { RouteEdge, RouteRegistry } from './edge/route-edge.ts'
import type { EdgeFacts } from './facts.ts'
import type { Shape } from './validation/declared-fields.ts'
import type { ParameterForm } from './validation/parameter-values.ts'
import type { ResponseRules } from './validation/response-check.ts'
import type { RequestValidators } from './validation/validator.ts'

/** The types of one contract, by which those of its app are made. */
export interface ContractTypes {
  /** What a backend implements, by tag. */
  readonly apis: object
  readonly operationId: string
  readonly schemeName: string
  /** The schemes of which an operation demands scopes, and those of Basic. */
  readonly scopedScheme: string
  readonly basicScheme: string
  /** Whom a credential belongs to. */
  readonly principal: object
  /** What a backend is passed about a request. */
  readonly context: object
}

/**
 * What is checked of the requests of a contract, and passed on of them; by operation, and of bodies by media type too where each
 * has a schema of its own.
 */
export interface RequestFacts {
  /** The parameters that are more than one text. Every other is passed on as it was sent. */
  readonly parameterForms: Readonly<Partial<Record<string, readonly ParameterForm[]>>>
  /** What is passed on of each body. A body that is not here is passed on whole. */
  readonly bodyShapes: Readonly<Partial<Record<string, Shape>>>
  /** The shapes that occur inside themselves. */
  readonly namedShapes: Readonly<Record<string, Shape>>
  readonly requestValidators: Readonly<Record<string, RequestValidators>>
}

/** The rules of what operations return, by status. */
export type ResponseValidators = Readonly<Record<string, Readonly<Record<number, ResponseRules>>>>

/** Everything that is generated of a contract and served by its app. */
export interface Contract<Types extends ContractTypes = ContractTypes> extends EdgeFacts {
  readonly requests: RequestFacts
  /** Loads them, because production needs none. */
  readonly loadResponseValidators: () => Promise<ResponseValidators>
  /** The reader of forms with files, of a contract that has some. */
  readonly parseMultipart?: ParseMultipart
  /** What a backend is passed about a request whose credentials are checked; `signalOf` makes the signal. */
  contextOf(
    principals: Readonly<Partial<Record<Types['schemeName'], Types['principal']>>>,
    requestId: string,
    signalOf: () => AbortSignal,
  ): Types['context']
  /** The controllers, by the tag that they call. */
  readonly controllers: Readonly<Record<string, ControllerClass>>
  readonly registerRoutes: (registry: RouteRegistry, edge: RouteEdge) => void
}

/**
 * Whose a credential is; undefined rejects it with UNAUTHENTICATED. Throws if that cannot be found out at
 * present. `scopes` are those that the operation demands: without one of them among the principal's own, the request
 * gets FORBIDDEN.
 */
export type Authenticate<Principal, Credential = string> = (
  credential: Credential,
  scopes: readonly string[],
  request: Request,
) => Promise<Principal | undefined>
