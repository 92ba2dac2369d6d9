import { Usd } from '../core/domain/usd.ts'
import { type Account, findAccount } from '../database/accounts.ts'
import type { Database } from '../database/database.ts'
import { ledger } from '../database/ledger.ts'
import { findCredit } from '../database/operator/credits.ts'
import type { Reader } from '../database/tables.ts'
import { actionIdFor, type Repeatable, RepeatedActionError, record, UnknownIdError } from './actions.ts'

export interface CreditRequest extends Repeatable {
  readonly accountId: string
  readonly amount: Usd
}

export interface CreditResult {
  readonly accountId: string
  readonly balance: Usd
  /** Whether an earlier request with the same idempotency key gave this credit. */
  readonly replayed: boolean
}

/**
 * Parses the amount of a credit; throws a RangeError for 0 too, which is a mistake and would only be
 * recorded.
 */
export function parseCredit(text: string): Usd {
  const amount = Usd.parse(text)
  if (amount.equals(Usd.zero)) throw new RangeError('A credit must be more than 0.')
  return amount
}

/**
 * Credits an account, exactly once even if the COMMIT response is lost, and once for each idempotency key of
 * the account; returns the new balance. Throws UnknownIdError, BalanceLimitError, and RepeatedActionError if
 * the key was used for another amount.
 */
export async function creditAccount(
  database: Database,
  actor: string,
  request: CreditRequest,
): Promise<CreditResult> {
  const { accountId, amount, idempotencyKey } = request
  // The credit and its audit entry share an id: both exist, or neither.
  const creditId = actionIdFor('credit-account', accountId, request)
  const run = (): Promise<CreditResult> =>
    database.transaction(async (tx) => {
      await requireAccount(tx.db, accountId)
      const mayBeRepeated = idempotencyKey !== undefined || tx.mayHaveCommitted
      const given = mayBeRepeated ? await findCredit(tx.db, creditId) : undefined
      if (given === undefined) {
        await ledger.credit(tx, { accountId, creditId, amount })
        await record(tx, {
          actor,
          actionId: creditId,
          action: 'credit-account',
          accountId,
          subject: accountId,
          details: { amount: amount.toString() },
        })
      } else if (!given.amount.equals(amount))
        throw new RepeatedActionError(`it credited ${given.amount} USD, not ${amount}.`)
      const { balance } = await requireAccount(tx.db, accountId)
      return { accountId, balance, replayed: given !== undefined && !tx.mayHaveCommitted }
    })
  return run().catch((error: unknown) => {
    // A concurrent request with the same key was faster; its credit is visible now.
    if (idempotencyKey === undefined || database.classify(error) !== 'duplicate') throw error
    return run()
  })
}

/** Throws UnknownIdError. */
export async function requireAccount(db: Reader, accountId: string): Promise<Account> {
  const account = await findAccount(db, accountId)
  if (account === undefined) throw new UnknownIdError('account', accountId)
  return account
}
