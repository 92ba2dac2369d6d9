export type OperatorErrorCode =
  | 'ACCOUNT_CLOSED'
  | 'ACCOUNT_IN_USE'
  | 'AMBIGUOUS_ACCOUNT'
  | 'ARCHIVE_BUSY'
  | 'ARCHIVE_UNREADABLE'
  | 'BAD_CURSOR'
  | 'BAD_PERIOD'
  | 'BALANCE_LIMIT'
  | 'BALANCE_TOO_LOW'
  | 'CLOCKS_DISAGREE'
  | 'CROSS_ORIGIN'
  | 'DELETION_UNFINISHED'
  | 'KEY_ENDED'
  | 'NOT_SIGNED_IN'
  | 'REFERENCE_TAKEN'
  | 'REPEATED_ACTION'
  | 'TASK_ENDED'
  | 'TASK_NOT_RETRYABLE'
  | 'TOO_MANY_SIGN_INS'
  | 'UNKNOWN_ID'

/** Why what an operator asked for is not done. Its message is a sentence for the operator, on the page and in a terminal. */
export class OperatorError extends Error {
  readonly code: OperatorErrorCode
  readonly retryAfterSeconds: number | undefined

  constructor(code: OperatorErrorCode, message: string, retryAfterSeconds?: number) {
    super(message)
    this.name = new.target.name
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}
