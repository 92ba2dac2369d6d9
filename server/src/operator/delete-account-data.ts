import { newActionId } from '../core/domain/ids.ts'
import type { Usd } from '../core/domain/money/usd.ts'
import type { ObjectStore } from '../core/ports/object-store.ts'
import {
  type AccountData,
  countAccountData,
  endKeysOfAccount,
  removeAccountLabels,
} from '../database/accounts/account-data.ts'
import { type Account, lockAccounts } from '../database/accounts/accounts.ts'
import {
  type AccountDeletion,
  countDeleted,
  endAccountDeletion,
  findAccountDeletion,
  insertAccountDeletion,
} from '../database/accounts/deletions.ts'
import type { Database } from '../database/database.ts'
import { hasGateChecks } from '../database/gate-checks.ts'
import { hasPersonalEntries } from '../database/operator/audit-entries.ts'
import { deletionSteps, inDeletion, requireUnused } from '../use-cases/accounts/delete-account-data.ts'
import { batchMax } from '../use-cases/sweeps/sweeps.ts'
import { type RequestObjectStore, withOutageErrors } from '../use-cases/uploads/storage-outage.ts'
import { record } from './actions.ts'
import { requireAccount } from './change-balance.ts'

/** What is stored of an account, and its deletion, if there was one. */
export interface AccountDataStatement {
  readonly account: Account
  readonly stored: AccountData
  readonly deletion: AccountDeletion | undefined
}

/** How far a deletion is, and the account's balance, which no deletion changes. */
export interface DeletionState extends AccountDeletion {
  readonly balance: Usd
}

export interface DeletionDependencies {
  readonly database: Database
  readonly actor: string
  readonly objectStore: (RequestObjectStore & Pick<ObjectStore, 'list'>) | undefined
  /** Called after each transaction. */
  readonly onProgress?: ((deletion: AccountDeletion) => void) | undefined
}

/** Operators' actions on the data of a customer who leaves. */
export function createDataAdministration(deps: DeletionDependencies) {
  return {
    showAccountData: (accountId: string) => showAccountData(deps.database, accountId),
    deleteAccountData: (accountId: string, { msMax }: { readonly msMax?: number } = {}) =>
      deleteAccountData(deps, accountId, msMax),
  }
}

/** What a deletion would delete; changes nothing. Throws UnknownIdError and AccountInUseError. */
async function showAccountData(database: Database, accountId: string): Promise<AccountDataStatement> {
  const account = await database.read((db) => requireAccount(db, accountId))
  requireUnused(account)
  const stored = await database.readLongRunning((db) => countAccountData(db, accountId))
  const deletion = await database.read((db) => findAccountDeletion(db, accountId))
  return { account, stored, deletion }
}

/**
 * Deletes all data of a closed account in bounded transactions, and the bytes of each upload and result before the
 * row that names them; last of all from the database's files, as far as a client can. Ended, it has deleted everything;
 * if it dies on the way, or `msMax` is over, a repetition finishes it. Repeated after its end, it returns the same,
 * unless something about the customer was stored since: that takes another deletion. Throws UnknownIdError,
 * AccountInUseError, and the error of the object store while that is away.
 */
async function deleteAccountData(
  { objectStore, ...deps }: DeletionDependencies,
  accountId: string,
  msMax = Number.POSITIVE_INFINITY,
): Promise<DeletionState> {
  if (objectStore === undefined)
    throw new Error('Without an object store the data of an account cannot be deleted.')
  const { database, onProgress = () => undefined } = deps
  const endMs = performance.now() + msMax
  const statement = await showAccountData(database, accountId)
  if (statement.deletion?.endedAtMs !== undefined && (await isNothing(database, statement)))
    return { ...statement.deletion, balance: statement.account.balance }
  await begin(deps, accountId)
  const { list } = objectStore
  const run = { database, objectStore: { ...withOutageErrors(objectStore), list }, accountId }
  for (const step of deletionSteps(run))
    for (let isLeft = true; isLeft; ) {
      isLeft = await step()
      const reached = await requireDeletion(database, accountId)
      onProgress(reached)
      // Only then, so that each request deletes something.
      if (isLeft && performance.now() > endMs) return reached
    }
  await inDeletion(database, accountId, (tx) => removeAccountLabels(tx, accountId))
  // Before the end: without it there is no receipt, and a repetition comes here again.
  await database.eraseDeleted()
  await end(deps, accountId)
  return requireDeletion(database, accountId)
}

async function isNothing(database: Database, { account, stored }: AccountDataStatement): Promise<boolean> {
  const isNamed = account.name !== undefined || account.reference !== undefined
  if (isNamed || Object.values(stored).some((count) => count > 0)) return false
  const entries = { accountId: account.id, limit: batchMax }
  return database.readLongRunning(
    async (db) => !(await hasPersonalEntries(db, entries)) && !(await hasGateChecks(db, account.id)),
  )
}

/** Begins the deletion, or goes on with one that has begun. From here on no key of the account works. */
async function begin({ database, actor }: Acting, accountId: string): Promise<void> {
  const actionId = newActionId(Date.now())
  await database.transaction(async (tx) => {
    await lockAccounts(tx, [accountId])
    requireUnused(await requireAccount(tx.db, accountId))
    const begun = await findAccountDeletion(tx.db, accountId)
    // A rerun after a lost COMMIT finds it begun, with its entry.
    if (begun === undefined || begun.endedAtMs !== undefined) {
      await insertAccountDeletion(tx, accountId)
      const details = { step: 'begun' }
      await record(tx, { ...entryOf(accountId), actor, actionId, details })
    }
    await countDeleted(tx, accountId, { apiKeys: await endKeysOfAccount(tx, accountId) })
  })
}

async function end({ database, actor }: Acting, accountId: string): Promise<void> {
  const actionId = newActionId(Date.now())
  await inDeletion(database, accountId, async (tx) => {
    await removeAccountLabels(tx, accountId)
    // False also in a rerun after a lost COMMIT, which has recorded it.
    if (!(await endAccountDeletion(tx, accountId))) return
    const deletion = await findAccountDeletion(tx.db, accountId)
    const details = { step: 'ended', ...deletion?.deleted }
    await record(tx, { ...entryOf(accountId), actor, actionId, details })
  })
}

type Acting = Pick<DeletionDependencies, 'database' | 'actor'>

function entryOf(accountId: string) {
  return { action: 'delete-account-data', accountId, subject: accountId } as const
}

async function requireDeletion(database: Database, accountId: string): Promise<DeletionState> {
  const { balance } = await database.read((db) => requireAccount(db, accountId))
  const deletion = await database.read((db) => findAccountDeletion(db, accountId))
  if (deletion === undefined)
    throw new Error(`The deletion of ${accountId} is missing although it has begun.`)
  return { ...deletion, balance }
}
