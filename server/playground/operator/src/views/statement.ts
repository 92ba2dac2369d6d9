import type { Output } from '../api.ts'

export type Statement = Output<'GET /accounts/{accountId}'>

/** What each part of the page of an account is about. */
export interface OfAccount {
  readonly statement: Statement
}
