// Copied from the runtime of @mediagen/codegen. Do not edit: the next generation replaces it.
/** The server half of the contract: implement the interfaces of some or all tags, and pass them on. */
export { type ContractAppOptions, createContractApp } from './create-contract-app.js'
export { createContractRouter } from './create-contract-router.js'
export type { RequestEnd } from './edge/begin-request.js'
export type { Authenticate, RateLimitResult } from './edge/operation-steps.js'
export { DeclaredError, declaredError } from './errors/declared-error.js'
export { type ErrorCode, errorCodes } from './errors/error-codes.js'
export type { RequestFailure } from './errors/error-handler.js'
export { NotImplementedError } from './errors/not-implemented-error.js'
export { ServiceError, type Violation } from './errors/service-error.js'
export * from './generated/apis.js'
export * from './generated/models.js'
