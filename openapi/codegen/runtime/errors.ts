export type { ErrorAnswer } from './errors/edge-error.js'
export { errorAnswer } from './errors/error-answer.js'
export { type ErrorCode, errorCodes } from './errors/error-codes.js'
export { ServiceError, type Violation } from './errors/service-error.js'
