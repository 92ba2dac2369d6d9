// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import { type AppOptions, contractServer } from '@mediagen/contract-runtime'
import type { Apis } from './generated/apis.js'
import { controllers } from './generated/controllers.js'
import { facts } from './generated/facts.js'
import type { OperationId } from './generated/operations.js'
import { contextOf, type Principal, type RequestContext } from './generated/request-context.js'
import { bodyShapes, countedBodies, namedShapes, parameterForms } from './generated/request-forms.js'
import { RegisterRoutes } from './generated/routes.js'
import type { SchemeName } from './generated/security.js'
import { requestValidators } from './generated/validators.js'

export type { Authenticate, RateLimitResult, RequestEnd, RequestFailure } from '@mediagen/contract-runtime'
export * from './generated/apis.js'
export * from './generated/errors.js'
export * from './generated/models.js'

/** The types of the contract. */
interface ContractTypes {
  readonly apis: Apis
  readonly operationId: OperationId
  readonly schemeName: SchemeName
  readonly principal: Principal
  readonly context: RequestContext
}

export type ContractAppOptions = AppOptions<ContractTypes>

/** The contract as an app, and as a part of one: implement the interfaces of some or all tags, and pass them on. */
export const { createContractApp, createContractRouter } = contractServer<ContractTypes>({
  ...facts,
  requests: { bodyShapes, countedBodies, namedShapes, parameterForms, requestValidators },
  loadResponseValidators: async () => (await import('./generated/response-checks.js')).responseValidators,
  contextOf,
  controllers,
  registerRoutes: RegisterRoutes,
})
