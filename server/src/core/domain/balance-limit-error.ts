import { Usd } from './usd.ts'

/** A credit would raise an account above Usd.max. Nothing of the credit is kept. */
export class BalanceLimitError extends Error {
  constructor(accountId: string) {
    super(`Account ${accountId} would hold more than ${Usd.max} USD.`)
    this.name = 'BalanceLimitError'
  }
}
