/**
 * The server half of the contract: implement the interfaces of some or all tags, and `createContractApp`
 * makes an Express app of them.
 */
export { type ContractAppOptions, createContractApp } from './create-contract-app.js'
export type { RequestEnd } from './edge/begin-request.js'
export type { RateLimitResult } from './edge/operation-steps.js'
export type { RequestFailure } from './errors/answer-error.js'
export { ServiceError, type Violation } from './errors/service-error.js'
export * from './generated/apis.js'
export { type ErrorCode, errorCodes } from './generated/error-codes.js'
export * from './generated/models.js'
