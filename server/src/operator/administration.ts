import { limits } from '@mediagen/contract/limits'
import { requestsPerMinuteDefault } from '../core/domain/accounts/requests-per-minute.ts'
import { newActionId } from '../core/domain/ids.ts'
import { dayMs } from '../core/domain/utc-day.ts'
import type { ObjectStore } from '../core/ports/object-store.ts'
import { type Account, listAccounts } from '../database/accounts/accounts.ts'
import { type ApiKeyInfo, listApiKeys } from '../database/accounts/api-keys.ts'
import { type AccountDeletion, findAccountDeletion } from '../database/accounts/deletions.ts'
import type { TaskLimits } from '../database/accounts/task-limits.ts'
import type { Database } from '../database/database.ts'
import { type AccountTotals, readAccountTotals } from '../database/operator/account-totals.ts'
import {
  type ClosedLedger,
  findClosedLedger,
  findNewestEntryMs,
} from '../database/reconciliation/ledger-periods.ts'
import { findDisagreements } from '../database/reconciliation/reconcile-ledger.ts'
import { findKeptUploads, type KeptUploads } from '../database/uploads/kept-uploads.ts'
import { countOpenUploads } from '../database/uploads/uploads.ts'
import { requireAgreeingClocks } from '../use-cases/sweeps/agreeing-clocks.ts'
import { deleteUploadsOfAccount } from '../use-cases/sweeps/unused-uploads.ts'
import type { UploadLimits } from '../use-cases/uploads/uploads.ts'
import { createStateAdministration } from './account-states.ts'
import { record, recordOnce } from './actions.ts'
import { createKeyAdministration } from './api-keys.ts'
import { createArchiveAdministration } from './archives.ts'
import { cancelTask, type TaskRequest } from './cancel-task.ts'
import { type BalanceRequest, creditAccount, debitAccount, requireAccount } from './change-balance.ts'
import { createDataAdministration } from './delete-account-data.ts'
import { createInspection, type EngineList } from './inspection.ts'
import { type AccountRequest, createAccount, type LabelChanges, setAccount } from './open-account.ts'
import { createPauseAdministration } from './pauses.ts'
import { retryTask } from './retry-task.ts'
import { type AccountLimitChanges, appliedLimit, setAccountLimits } from './set-account-limits.ts'
import type { ShownSettings } from './settings-view.ts'
import { showResult } from './show-result.ts'

/**
 * What operators do and see. Each action but a deletion, which has many, is one transaction, which also
 * records who did it in the audit table.
 */
export type Administration = ReturnType<typeof createAdministration>

export interface AdministrationOptions {
  /** Who acts, as the audit table names them. @default the service itself */
  readonly actor?: string
  /** The engines whose states are listed. @default none */
  readonly engines?: EngineList
  /** If undefined, the bytes of deleted uploads are left to the sweep of objects. */
  readonly objectStore?: ObjectStore
  /** Called after each transaction of a deletion of an account's data. */
  readonly onDeletion?: (deletion: AccountDeletion) => void
  /** Called with what a complete reconciliation reads next. */
  readonly onReconciliation?: (next: string) => void
  /** Called with how far the work on archives is. */
  readonly onArchive?: (what: string) => void
  /** The limits shown for accounts. @default those of the contract */
  readonly uploadLimits?: UploadLimits
  /** The same for limits of tasks. @default none */
  readonly taskLimits?: TaskLimits
  /** The settings that are shown. @default showing them is an error */
  readonly settings?: () => ShownSettings
}

const contractUploadLimits: UploadLimits = {
  openMax: limits.openUploadsMax,
  bytesKeptMax: limits.keptUploadsBytesMax,
}

export function createAdministration(
  database: Database,
  {
    actor = 'service',
    engines = () => [],
    objectStore,
    onDeletion,
    onReconciliation,
    onArchive,
    uploadLimits = contractUploadLimits,
    taskLimits = {},
    settings,
  }: AdministrationOptions = {},
) {
  return {
    ...createInspection(database, engines),
    ...createKeyAdministration(database, actor),
    ...createDataAdministration({ database, actor, objectStore, onProgress: onDeletion }),
    ...createStateAdministration(database, actor),
    ...createPauseAdministration(database, actor, engines),
    cancelTask: (request: TaskRequest) => cancelTask(database, actor, request),
    retryTask: (request: TaskRequest) => retryTask({ database, actor, taskLimits }, request),
    ...createArchiveAdministration({ database, actor, objectStore, onProgress: onArchive }),
    createAccount: (request: AccountRequest) => createAccount(database, actor, request),
    setAccount: (accountId: string, changes: LabelChanges) =>
      setAccount(database, actor, { accountId, changes }),
    creditAccount: (request: BalanceRequest) => creditAccount(database, actor, request),
    debitAccount: (request: BalanceRequest) => debitAccount(database, actor, request),
    setAccountLimits: (request: AccountLimitChanges & { readonly accountId: string }) =>
      setAccountLimits(database, actor, request),
    /** Records that somebody has gained access, and from which address. */
    recordSignIn: (address: string) => recordOnce(database, { actor, action: 'sign-in', subject: address }),
    listAccounts: () => database.read(listAccounts),
    showAccount: (accountId: string) => showAccount(database, accountId, { uploadLimits, taskLimits }),
    deleteUploads: (request: { readonly accountId: string; readonly unusedMs: number }) =>
      deleteUploads(database, { actor, objectStore, ...request }),
    showResult: (taskId: string) => showResult(database, { actor, objectStore }, taskId),
    /** What the environment and the providers file set. */
    async showSettings() {
      if (settings === undefined) throw new Error('This process shows no settings.')
      return settings()
    },
    /** Disagreements between balances, ledger, tasks and upload counts; an empty list is the only good result. */
    findDisagreements: () => findDisagreements(database, { onProgress: onReconciliation }),
    /** How much of the ledger is closed, and since when all of it was read again; undefined if nothing is. */
    findClosedLedger: () => database.read((db) => findClosedLedger(db)),
    /** When an order, a settlement or a payment was last recorded; undefined before the first. */
    findNewestEntryMs: () => database.read(findNewestEntryMs),
  }
}

/**
 * Deletes an account's READY uploads that no accepted generation has used for this long, with their bytes, in as many
 * transactions as needed. Uploads used in the last hour or two are always kept. Each transaction records what it alone
 * deletes, under its own id, because a rerun may delete more. Throws UnknownIdError and ClocksDisagreeError.
 */
async function deleteUploads(
  database: Database,
  request: {
    readonly actor: string
    readonly objectStore: ObjectStore | undefined
    readonly accountId: string
    readonly unusedMs: number
  },
): Promise<{ accountId: string; deleted: number; bytesFreed: number }> {
  const { actor, objectStore, accountId, unusedMs } = request
  await database.read((db) => requireAccount(db, accountId))
  await requireAgreeingClocks({ database, objectStore })
  const deleted = await deleteUploadsOfAccount(
    { database, ...(objectStore !== undefined && { objectStore }) },
    {
      accountId,
      unusedMs,
      onDeleted: (tx, uploads) =>
        record(tx, {
          actor,
          actionId: newActionId(Date.now()),
          action: 'delete-uploads',
          accountId,
          subject: accountId,
          details: { deleted: uploads.length, unusedDays: unusedMs / dayMs },
        }),
    },
  )
  return { accountId, ...deleted }
}

/** An account with all details for an operator. */
export interface AccountStatement {
  readonly account: Account
  readonly totals: AccountTotals
  readonly apiKeys: readonly ApiKeyInfo[]
  readonly uploads: KeptUploads & { readonly open: number }
  /** The closed part of its ledger; undefined if there is none. */
  readonly closed: ClosedLedger | undefined
  /** The latest deletion of its data; undefined if there was none. */
  readonly deletion: AccountDeletion | undefined
  /** The limits that apply; those that are not the account's own are what this process has as settings. */
  readonly limits: {
    readonly generationRequestsPerMinute: number
    readonly openUploadsMax: number
    readonly keptUploadsBytesMax: number
    /** null: none. */
    readonly openTasksMax: number | null
    readonly runningTasksMax: number | null
  }
}

/** Throws UnknownIdError. */
async function showAccount(
  database: Database,
  accountId: string,
  { uploadLimits, taskLimits }: { readonly uploadLimits: UploadLimits; readonly taskLimits: TaskLimits },
): Promise<AccountStatement> {
  const account = await database.read((db) => requireAccount(db, accountId))
  return database.read(async (db, now) => ({
    account,
    totals: await readAccountTotals(db, accountId),
    apiKeys: await listApiKeys(db, now, accountId),
    uploads: {
      ...(await findKeptUploads(db, accountId)),
      open: await countOpenUploads(db, now, accountId),
    },
    closed: await findClosedLedger(db, accountId),
    deletion: await findAccountDeletion(db, accountId),
    limits: {
      generationRequestsPerMinute: account.requestsPerMinute ?? requestsPerMinuteDefault,
      openUploadsMax: uploadLimits.openMax,
      keptUploadsBytesMax: uploadLimits.bytesKeptMax,
      openTasksMax: appliedLimit(account.tasksOpenMax, taskLimits.tasksOpenMax),
      runningTasksMax: appliedLimit(account.tasksRunningMax, taskLimits.tasksRunningMax),
    },
  }))
}
