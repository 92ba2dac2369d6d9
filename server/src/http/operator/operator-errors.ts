import { sendJson } from '@mediagen/contract/edge'
import type { ErrorRequestHandler } from 'express'
import { BalanceLimitError, BalanceTooLowError } from '../../core/domain/money/balance-errors.ts'
import {
  AccountClosedError,
  DeletionUnfinishedError,
  RepeatedActionError,
  UnknownIdError,
} from '../../operator/actions.ts'
import { KeyEndedError } from '../../operator/api-keys.ts'
import { BadCursorError } from '../../operator/list-tasks.ts'
import { ReferenceTakenError } from '../../operator/open-account.ts'
import { AccountInUseError } from '../../use-cases/accounts/delete-account-data.ts'

/** Errors of the operator's page. No operation of the contract has them. */
const statuses = {
  BAD_CURSOR: 400,
  NOT_SIGNED_IN: 401,
  CROSS_ORIGIN: 403,
  UNKNOWN_ID: 404,
  ACCOUNT_CLOSED: 409,
  ACCOUNT_IN_USE: 409,
  BALANCE_LIMIT: 409,
  BALANCE_TOO_LOW: 409,
  DELETION_UNFINISHED: 409,
  KEY_ENDED: 409,
  REFERENCE_TAKEN: 409,
  REPEATED_ACTION: 409,
  TOO_MANY_SIGN_INS: 429,
} as const

/** An error whose message may be shown. */
export class OperatorError extends Error {
  readonly code: keyof typeof statuses
  readonly retryAfterSeconds: number | undefined

  constructor(code: keyof typeof statuses, message: string, retryAfterSeconds?: number) {
    super(message)
    this.name = 'OperatorError'
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Responds to these errors in the contract's format; any other error passes through. */
export const sendOperatorError: ErrorRequestHandler = (error: unknown, request, response, next) => {
  const known = toOperatorError(error)
  if (known === undefined || response.headersSent) return next(error)
  const { code, message, retryAfterSeconds } = known
  const status = statuses[code]
  sendJson(
    response,
    status,
    { status, code, message, requestId: request.requestId },
    {
      ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
      ...(code === 'NOT_SIGNED_IN' && { 'WWW-Authenticate': 'Bearer' }),
    },
  )
}

function toOperatorError(error: unknown): OperatorError | undefined {
  if (error instanceof OperatorError) return error
  if (error instanceof UnknownIdError) return new OperatorError('UNKNOWN_ID', error.message)
  if (error instanceof RepeatedActionError) return new OperatorError('REPEATED_ACTION', error.message)
  if (error instanceof BadCursorError) return new OperatorError('BAD_CURSOR', error.message)
  if (error instanceof KeyEndedError) return new OperatorError('KEY_ENDED', error.message)
  if (error instanceof BalanceLimitError) return new OperatorError('BALANCE_LIMIT', error.message)
  if (error instanceof AccountInUseError) return new OperatorError('ACCOUNT_IN_USE', error.message)
  if (error instanceof AccountClosedError) return new OperatorError('ACCOUNT_CLOSED', error.message)
  if (error instanceof DeletionUnfinishedError) return new OperatorError('DELETION_UNFINISHED', error.message)
  if (error instanceof BalanceTooLowError) return new OperatorError('BALANCE_TOO_LOW', error.message)
  if (error instanceof ReferenceTakenError) return new OperatorError('REFERENCE_TAKEN', error.message)
  return undefined
}
