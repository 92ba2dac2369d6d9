import { OperatorError } from '../operator-error.ts'
import { Usd } from './usd.ts'

/** A credit would raise an account above Usd.max. Nothing of the credit is kept. */
export class BalanceLimitError extends OperatorError {
  constructor(accountId: string) {
    super('BALANCE_LIMIT', `Account ${accountId} would hold more than ${Usd.max} USD.`)
  }
}

/** A debit exceeds what is available. Nothing of the debit is kept. */
export class BalanceTooLowError extends OperatorError {
  constructor(accountId: string, available: Usd) {
    super(
      'BALANCE_TOO_LOW',
      `Account ${accountId} has ${available} USD available, and no more can be taken: what is reserved belongs to its tasks.`,
    )
  }
}
