import { limits } from '@mediagen/contract/limits'
import { type Account, findAccount, insertAccount, listAccounts } from '../database/accounts.js'
import { type ApiKeyInfo, insertApiKey, listApiKeys, revokeApiKey } from '../database/api-keys.js'
import type { Database } from '../database/database.js'
import { findWritten } from '../database/find-written.js'
import { ledger } from '../database/ledger.js'
import { type LedgerTotals, sumLedger } from '../database/ledger-totals.js'
import { type Disagreement, findDisagreements } from '../database/reconcile-ledger.js'
import { countTasksByStatus } from '../database/tasks.js'
import { findUploadUsage, type UploadUsage } from '../database/uploads/upload-usage.js'
import { countOpenUploads } from '../database/uploads/uploads.js'
import { newAccountId, newApiKey, newCreditId } from '../domain/ids.js'
import type { TaskStatus } from '../domain/task-states.js'
import type { Usd } from '../domain/usd.js'
import type { ObjectStore } from '../ports/object-store.js'
import { deleteUploadsOfAccount } from './unused-uploads.js'
import type { UploadLimits } from './uploads.js'

/** Operators' actions on accounts; each method is one transaction. */
export interface Administration {
  createAccount(request: { balance: Usd }): Promise<{ accountId: string; keyId: string; apiKey: string }>
  creditAccount(request: { accountId: string; amount: Usd }): Promise<{ accountId: string; balance: Usd }>
  issueApiKey(accountId: string): Promise<{ accountId: string; keyId: string; apiKey: string }>
  revokeApiKey(keyId: string): Promise<{ keyId: string }>
  listAccounts(): Promise<Account[]>
  showAccount(accountId: string): Promise<AccountStatement>
  /**
   * Deletes an account's READY uploads that no accepted generation has used for this long, with their bytes,
   * in as many transactions as needed. Uploads used in the last hour or two are always kept. Throws
   * UnknownIdError.
   */
  deleteUploads(request: {
    accountId: string
    unusedMs: number
  }): Promise<{ accountId: string; deleted: number; bytesFreed: number }>
  /**
   * Disagreements between balances, ledger, tasks and upload counts; an empty list is the only good result.
   */
  findDisagreements(): Promise<Disagreement[]>
}

export interface AdministrationOptions {
  /** Without one, the bytes of uploads that are deleted are left to the sweep of objects. */
  readonly objectStore?: ObjectStore
  /** What accounts are told of their limits. @default those of the contract */
  readonly uploadLimits?: UploadLimits
}

const contractUploadLimits: UploadLimits = {
  openMax: limits.openUploadsMax,
  bytesKeptMax: limits.keptUploadsBytesMax,
}

export function createAdministration(
  database: Database,
  { objectStore, uploadLimits = contractUploadLimits }: AdministrationOptions = {},
): Administration {
  return {
    createAccount: (request) => createAccount(database, request),
    creditAccount: (request) => creditAccount(database, request),
    issueApiKey: (accountId) => issueApiKey(database, accountId),
    revokeApiKey: (keyId) => revokeKey(database, keyId),
    listAccounts: () => database.read(listAccounts),
    showAccount: (accountId) => showAccount(database, accountId, uploadLimits),
    async deleteUploads({ accountId, unusedMs }) {
      await database.read((db) => requireAccount(db, accountId))
      const deps = { database, ...(objectStore !== undefined && { objectStore }) }
      return { accountId, ...(await deleteUploadsOfAccount(deps, { accountId, unusedMs })) }
    },
    findDisagreements: () => findDisagreements(database),
  }
}

/** The operator named an id that does not exist. */
export class UnknownIdError extends Error {
  constructor(kind: 'account' | 'API key', id: string) {
    super(`There is no ${kind} ${id}.`)
    this.name = 'UnknownIdError'
  }
}

/**
 * Opens an account with a first credit and a first key, in one transaction. Only the response contains the
 * key.
 */
async function createAccount(
  database: Database,
  request: { balance: Usd },
): Promise<{ accountId: string; keyId: string; apiKey: string }> {
  const nowMs = Date.now()
  const accountId = newAccountId(nowMs)
  const creditId = newCreditId(nowMs)
  const { keyId, apiKey, hash } = newApiKey()
  await database.transaction(async (tx) => {
    if (await findWritten(tx, () => findAccount(tx.db, accountId))) return
    await insertAccount(tx, accountId)
    await insertApiKey(tx, { keyId, accountId, hash })
    await ledger.credit(tx, { accountId, creditId, amount: request.balance })
  })
  return { accountId, keyId, apiKey }
}

/**
 * Credits an account, exactly once even if the COMMIT response is lost; returns the new balance. Throws
 * UnknownIdError and BalanceLimitError.
 */
async function creditAccount(
  database: Database,
  request: { accountId: string; amount: Usd },
): Promise<{ accountId: string; balance: Usd }> {
  const creditId = newCreditId(Date.now())
  return database.transaction(async (tx) => {
    await requireAccount(tx.db, request.accountId)
    await ledger.credit(tx, { ...request, creditId })
    const { balance } = await requireAccount(tx.db, request.accountId)
    return { accountId: request.accountId, balance }
  })
}

/** Issues one more key. Throws UnknownIdError. */
async function issueApiKey(
  database: Database,
  accountId: string,
): Promise<{ accountId: string; keyId: string; apiKey: string }> {
  const { keyId, apiKey, hash } = newApiKey()
  await database.transaction(async (tx) => {
    await requireAccount(tx.db, accountId)
    const keys = await findWritten(tx, () => listApiKeys(tx.db, accountId))
    if (keys?.some((key) => key.keyId === keyId)) return
    await insertApiKey(tx, { keyId, accountId, hash })
  })
  return { accountId, keyId, apiKey }
}

/**
 * Revokes a key; it stops working within 5 seconds everywhere. Revoking again changes nothing. Throws
 * UnknownIdError.
 */
async function revokeKey(database: Database, keyId: string): Promise<{ keyId: string }> {
  const found = await database.transaction((tx) => revokeApiKey(tx, keyId))
  if (!found) throw new UnknownIdError('API key', keyId)
  return { keyId }
}

/** An account with all details for an operator. */
export interface AccountStatement {
  readonly account: Account
  readonly ledger: LedgerTotals
  readonly tasks: ReadonlyMap<TaskStatus, number>
  readonly apiKeys: readonly ApiKeyInfo[]
  readonly uploads: UploadUsage & { readonly open: number }
  /** The same for every account; those of uploads as the operator has set them for this process. */
  readonly limits: {
    readonly generationRequestsPerMinute: number
    readonly openUploadsMax: number
    readonly keptUploadsBytesMax: number
  }
}

/** Throws UnknownIdError. */
async function showAccount(
  database: Database,
  accountId: string,
  { openMax, bytesKeptMax }: UploadLimits,
): Promise<AccountStatement> {
  return database.read(async (db, now) => ({
    account: await requireAccount(db, accountId),
    ledger: await sumLedger(db, accountId),
    tasks: await countTasksByStatus(db, accountId),
    apiKeys: await listApiKeys(db, accountId),
    uploads: {
      ...(await findUploadUsage(db, accountId)),
      open: await countOpenUploads(db, now, accountId),
    },
    limits: {
      generationRequestsPerMinute: limits.generationRequestsPerMinute,
      openUploadsMax: openMax,
      keptUploadsBytesMax: bytesKeptMax,
    },
  }))
}

async function requireAccount(db: Parameters<typeof findAccount>[0], accountId: string): Promise<Account> {
  const account = await findAccount(db, accountId)
  if (account === undefined) throw new UnknownIdError('account', accountId)
  return account
}
