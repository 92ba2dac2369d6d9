import { Usd } from './usd.ts'

/** A credit would raise an account above Usd.max. Nothing of the credit is kept. */
export class BalanceLimitError extends Error {
  constructor(accountId: string) {
    super(`Account ${accountId} would hold more than ${Usd.max} USD.`)
    this.name = 'BalanceLimitError'
  }
}

/** A debit exceeds what is available. Nothing of the debit is kept. */
export class BalanceTooLowError extends Error {
  constructor(accountId: string, available: Usd) {
    super(
      `Account ${accountId} has ${available} USD available, and no more can be taken: what is reserved belongs to its tasks.`,
    )
    this.name = 'BalanceTooLowError'
  }
}
