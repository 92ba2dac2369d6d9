import { sendJson } from '@mediagen/contract/edge'
import type { ErrorRequestHandler } from 'express'
import { OperatorError, type OperatorErrorCode } from '../../core/domain/operator-error.ts'
import { AmbiguousAccountError } from '../../operator/resolve-account.ts'

/** No operation of the contract has these errors. */
const statuses: Readonly<Record<OperatorErrorCode, number>> = {
  AMBIGUOUS_ACCOUNT: 400,
  BAD_CURSOR: 400,
  BAD_PERIOD: 400,
  NOT_SIGNED_IN: 401,
  CROSS_ORIGIN: 403,
  UNKNOWN_ID: 404,
  ACCOUNT_CLOSED: 409,
  ACCOUNT_IN_USE: 409,
  ARCHIVE_BUSY: 409,
  ARCHIVE_UNREADABLE: 409,
  BALANCE_LIMIT: 409,
  BALANCE_TOO_LOW: 409,
  CLOCKS_DISAGREE: 409,
  DELETION_UNFINISHED: 409,
  KEY_ENDED: 409,
  REFERENCE_TAKEN: 409,
  REPEATED_ACTION: 409,
  TASK_ENDED: 409,
  TASK_NOT_RETRYABLE: 409,
  TOO_MANY_SIGN_INS: 429,
}

/** Responds to these errors in the contract's format; any other error passes through. */
export const sendOperatorError: ErrorRequestHandler = (error: unknown, request, response, next) => {
  if (!(error instanceof OperatorError) || response.headersSent) return next(error)
  const { code, message, retryAfterSeconds } = error
  const status = statuses[code]
  sendJson(
    response,
    status,
    {
      ...{ status, code, message, requestId: request.requestId },
      ...(error instanceof AmbiguousAccountError && { accounts: error.accounts }),
    },
    {
      ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
      ...(code === 'NOT_SIGNED_IN' && { 'WWW-Authenticate': 'Bearer' }),
    },
  )
}
