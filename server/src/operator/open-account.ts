import { newApiKey } from '../core/domain/accounts/api-key.ts'
import type { AccountLabels } from '../core/domain/accounts/labels.ts'
import { newAccountId, newActionId, newCreditId } from '../core/domain/ids.ts'
import { BalanceLimitError } from '../core/domain/money/balance-errors.ts'
import type { Usd } from '../core/domain/money/usd.ts'
import { OperatorError } from '../core/domain/operator-error.ts'
import {
  type Account,
  findAccount,
  insertAccount,
  lockAccounts,
  setAccountLabels,
} from '../database/accounts/accounts.ts'
import { insertApiKey } from '../database/accounts/api-keys.ts'
import type { Database } from '../database/database.ts'
import { findWritten } from '../database/find-written.ts'
import { ledger } from '../database/money/ledger.ts'
import { findAccountByReference } from '../database/operator/account-search.ts'
import { type AuditDetails, hasAuditEntry } from '../database/operator/audit-entries.ts'
import { actionIdFor, onlyOnce, type Repeatable, record } from './actions.ts'
import type { IssuedKey } from './api-keys.ts'
import { requireAccount } from './change-balance.ts'

export interface AccountRequest extends Repeatable, Partial<AccountLabels> {
  readonly balance: Usd
}

/** New labels of an account: null removes one, and a missing one stays as it is. */
export interface LabelChanges {
  readonly name?: string | null | undefined
  readonly reference?: string | null | undefined
}

/** Another account has this reference. */
export class ReferenceTakenError extends OperatorError {
  readonly accountId: string

  constructor(reference: string, accountId: string) {
    super('REFERENCE_TAKEN', `The reference ${reference} is that of the account ${accountId}.`)
    this.accountId = accountId
  }
}

/**
 * Opens an account with a first credit and a first key, in one transaction. Only the response contains the
 * key. Throws RepeatedActionError and ReferenceTakenError.
 */
export async function createAccount(
  database: Database,
  actor: string,
  request: AccountRequest,
): Promise<IssuedKey> {
  const { balance, name, reference } = request
  const nowMs = Date.now()
  const accountId = newAccountId(nowMs)
  const creditId = newCreditId(nowMs)
  const actionId = actionIdFor('create-account', '', request)
  const { keyId, apiKey, hash } = newApiKey()
  const what = 'it opened an account, whose first key was shown then.'
  const opened = onlyOnce(database, { actionId, what }, async (tx) => {
    if (await findWritten(tx, () => findAccount(tx.db, accountId))) return
    const details = { balance: balance.toString(), keyId, ...detailsOf({ name, reference }) }
    await record(tx, { actor, actionId, action: 'create-account', accountId, subject: accountId, details })
    await insertAccount(tx, accountId, { name, reference })
    await insertApiKey(tx, { keyId, accountId, hash })
    const refusal = await ledger.credit(tx, { accountId, creditId, amount: balance })
    if (refusal !== undefined) throw new BalanceLimitError(accountId)
  })
  await naming(database, { accountId, reference }, opened)
  return { accountId, apiKey, keyId }
}

/**
 * Changes an account's labels, and returns it. A change to what it has already is not recorded. Throws
 * UnknownIdError and ReferenceTakenError.
 */
export async function setAccount(
  database: Database,
  actor: string,
  { accountId, changes }: { readonly accountId: string; readonly changes: LabelChanges },
): Promise<Account> {
  const actionId = newActionId(Date.now())
  const changed = database.transaction(async (tx) => {
    await requireAccount(tx.db, accountId)
    await lockAccounts(tx, [accountId])
    const before = await requireAccount(tx.db, accountId)
    if (await findWritten(tx, () => hasAuditEntry(tx.db, actionId))) return before
    const labels = {
      name: changes.name === undefined ? before.name : (changes.name ?? undefined),
      reference: changes.reference === undefined ? before.reference : (changes.reference ?? undefined),
    }
    const details = detailsOf({
      ...(labels.name !== before.name && { name: labels.name ?? null }),
      ...(labels.reference !== before.reference && { reference: labels.reference ?? null }),
    })
    if (Object.keys(details).length === 0) return before
    await record(tx, { actor, actionId, action: 'set-account', accountId, subject: accountId, details })
    await setAccountLabels(tx, accountId, labels)
    return { ...before, ...labels }
  })
  return naming(database, { accountId, reference: changes.reference ?? undefined }, changed)
}

/** A name may be that of a person, and audit entries are kept for ever: they only say that it was changed. */
function detailsOf({ name, reference }: LabelChanges): AuditDetails {
  return {
    ...(name !== undefined && { name: name === null ? 'none' : 'set' }),
    ...(reference !== undefined && { reference: reference ?? 'none' }),
  }
}

/** Names the account that has the reference, if that is why the work failed. */
async function naming<T>(
  database: Database,
  { accountId, reference }: { readonly accountId: string; readonly reference: string | undefined },
  work: Promise<T>,
): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (reference === undefined || database.classify(error) !== 'duplicate') throw error
    const holder = await database.read((db) => findAccountByReference(db, reference))
    if (holder === undefined || holder.id === accountId) throw error
    throw new ReferenceTakenError(reference, holder.id)
  }
}
