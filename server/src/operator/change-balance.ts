import { BalanceLimitError, BalanceTooLowError } from '../core/domain/money/balance-errors.ts'
import { Usd } from '../core/domain/money/usd.ts'
import { type Account, findAccount } from '../database/accounts/accounts.ts'
import type { Database, Tx } from '../database/database.ts'
import { findChange } from '../database/money/credits-and-debits.ts'
import { type BalanceRefusal, ledger } from '../database/money/ledger.ts'
import type { Reader } from '../database/tables.ts'
import { actionIdFor, type Repeatable, RepeatedActionError, record, UnknownIdError } from './actions.ts'

/** A credit or a debit. */
export interface BalanceRequest extends Repeatable {
  readonly accountId: string
  readonly amount: Usd
  /** Why, for the audit table. */
  readonly reason?: string | undefined
}

export interface BalanceChange {
  readonly accountId: string
  readonly balance: Usd
  /** Whether an earlier request with the same idempotency key made this change. */
  readonly replayed: boolean
}

/** Parses an amount; throws a RangeError for 0 too, which is a mistake and would only be recorded. */
export function parseAmount(text: string): Usd {
  const amount = Usd.parse(text)
  if (amount.equals(Usd.zero)) throw new RangeError('The amount must be more than 0.')
  return amount
}

/**
 * Credits an account, exactly once even if the COMMIT response is lost, and once for each idempotency key of
 * the account; returns the new balance. Throws UnknownIdError, BalanceLimitError, and RepeatedActionError if
 * the key was used for another amount.
 */
export function creditAccount(
  database: Database,
  actor: string,
  request: BalanceRequest,
): Promise<BalanceChange> {
  return changeOnce(database, request, {
    actor,
    action: 'credit-account',
    done: 'credited',
    table: 'credits',
    apply: (tx, creditId) => ledger.credit(tx, { ...request, creditId }),
  })
}

/**
 * Takes unspent balance back, as exactly as a credit; what is reserved stays. Throws UnknownIdError,
 * BalanceTooLowError, and RepeatedActionError if the key was used for another amount.
 */
export function debitAccount(
  database: Database,
  actor: string,
  request: BalanceRequest,
): Promise<BalanceChange> {
  return changeOnce(database, request, {
    actor,
    action: 'debit-account',
    done: 'debited',
    table: 'debits',
    apply: (tx, debitId) => ledger.debit(tx, { ...request, debitId }),
  })
}

interface Change {
  readonly actor: string
  readonly action: 'credit-account' | 'debit-account'
  /** For the message about a repetition. */
  readonly done: string
  readonly table: 'credits' | 'debits'
  readonly apply: (tx: Tx, id: string) => Promise<BalanceRefusal | undefined>
}

async function changeOnce(
  database: Database,
  request: BalanceRequest,
  { actor, action, done, table, apply }: Change,
): Promise<BalanceChange> {
  const { accountId, amount, reason, idempotencyKey } = request
  // The change and its audit entry share an id: both exist, or neither.
  const actionId = actionIdFor(action, accountId, request)
  const run = (): Promise<BalanceChange> =>
    database.transaction(async (tx) => {
      await requireAccount(tx.db, accountId)
      const mayBeRepeated = idempotencyKey !== undefined || tx.mayHaveCommitted
      const given = mayBeRepeated ? await findChange(tx.db, table, actionId) : undefined
      if (given === undefined) {
        const refusal = await apply(tx, actionId)
        if (refusal !== undefined) throw errorOf(refusal, accountId)
        const details = { amount: amount.toString(), reason }
        await record(tx, { actor, actionId, action, accountId, subject: accountId, details })
      } else if (!given.amount.equals(amount))
        throw new RepeatedActionError(`it ${done} ${given.amount} USD, not ${amount}.`)
      const { balance } = await requireAccount(tx.db, accountId)
      return { accountId, balance, replayed: given !== undefined && !tx.mayHaveCommitted }
    })
  return run().catch((error: unknown) => {
    // A concurrent request with the same key was faster; its change is visible now.
    if (idempotencyKey === undefined || database.classify(error) !== 'duplicate') throw error
    return run()
  })
}

function errorOf(refusal: BalanceRefusal, accountId: string): Error {
  return refusal.kind === 'balanceLimit'
    ? new BalanceLimitError(accountId)
    : new BalanceTooLowError(accountId, refusal.available)
}

/** Throws UnknownIdError. */
export async function requireAccount(db: Reader, accountId: string): Promise<Account> {
  const account = await findAccount(db, accountId)
  if (account === undefined) throw new UnknownIdError('account', accountId)
  return account
}
