import { Usd } from './usd.js'

/** With a credit an account would hold more than Usd.max. Nothing of the credit is kept. */
export class BalanceLimitError extends Error {
  constructor(accountId: string) {
    super(`Account ${accountId} would hold more than ${Usd.max} USD.`)
    this.name = 'BalanceLimitError'
  }
}
