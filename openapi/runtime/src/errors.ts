export type { ErrorResponse } from './errors/edge-error.js'
export { type ErrorCode, errorCodes } from './errors/error-codes.js'
export { errorResponse } from './errors/error-response.js'
export { ServiceError, type Violation } from './errors/service-error.js'
