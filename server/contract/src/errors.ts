export { type ErrorAnswer, errorAnswer } from './errors/error-answer.js'
export { ServiceError, type Violation } from './errors/service-error.js'
export { type ErrorCode, errorCodes } from './generated/error-codes.js'
