import { foldName } from '../core/domain/accounts/labels.ts'
import { OperatorError } from '../core/domain/operator-error.ts'
import { type Account, findAccount } from '../database/accounts/accounts.ts'
import type { Database } from '../database/database.ts'
import { findAccountByReference, searchAccounts } from '../database/operator/account-search.ts'
import { UnknownIdError } from './actions.ts'

const matchesMax = 10

/** The text does not tell which account is meant. */
export class AmbiguousAccountError extends OperatorError {
  /** The first ones that are found. */
  readonly accounts: readonly { readonly accountId: string; readonly name: string | null }[]

  constructor(text: string, accounts: readonly Account[]) {
    super('AMBIGUOUS_ACCOUNT', `Several accounts match ${text}: give the ID of one.`)
    this.accounts = accounts.map(({ id, name = null }) => ({ accountId: id, name }))
  }
}

/**
 * The id of the account that has this id, reference or name, or else of the only one whose id or name begins so.
 * Throws UnknownIdError and AmbiguousAccountError.
 */
export async function resolveAccount(database: Database, text: string): Promise<string> {
  const named =
    (await database.read((db) => findAccount(db, text))) ??
    (await database.read((db) => findAccountByReference(db, text)))
  if (named !== undefined) return named.id
  const found = await database.read((db) => searchAccounts(db, { text, limit: matchesMax }))
  const [first, ...others] = found
  if (first === undefined) throw new UnknownIdError('account', text)
  if (others.length === 0) return first.id
  // By name, the whole of it comes before what begins with it.
  const exact = found.filter(({ name }) => name !== undefined && foldName(name) === foldName(text))
  if (exact.length !== 1 || exact[0] === undefined) throw new AmbiguousAccountError(text, found)
  return exact[0].id
}
