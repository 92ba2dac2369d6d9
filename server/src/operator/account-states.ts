import { ServiceError } from '@mediagen/contract/errors'
import type { AccountState } from '../core/domain/accounts/account-states.ts'
import { newActionId } from '../core/domain/ids.ts'
import { productNames } from '../core/domain/products.ts'
import { type Account, lockAccounts, setAccountState } from '../database/accounts/accounts.ts'
import { findAccountDeletion } from '../database/accounts/deletions.ts'
import type { Database, Tx } from '../database/database.ts'
import { findWritten } from '../database/find-written.ts'
import { hasAuditEntry } from '../database/operator/audit-entries.ts'
import { listBlockedTaskIds } from '../database/operator/blocked-overview.ts'
import { listQueuePlaces, listWaitingTaskIds } from '../database/operator/tasks-overview.ts'
import type { QueuePlace } from '../database/queue/queue-rows.ts'
import { lockKeptUploads } from '../database/uploads/kept-uploads.ts'
import { cancelTask } from '../use-cases/tasks/cancel-task.ts'
import { AccountClosedError, DeletionUnfinishedError, record } from './actions.ts'
import { requireAccount } from './change-balance.ts'

export interface StateRequest {
  readonly accountId: string
  /** Why, for the audit table. */
  readonly reason?: string | undefined
}

export interface ClosedAccount {
  readonly account: Account
  /** Waiting tasks that this closing has cancelled and refunded. */
  readonly cancelled: number
  /** Tasks that workers have started, and will end and settle. */
  readonly running: number
}

/** Operators' actions on the state of an account. Repeating one is harmless, and is recorded once. */
export function createStateAdministration(database: Database, actor: string) {
  const change = (move: StateMove, request: StateRequest) => changeState(database, actor, move, request)
  return {
    /** No order or upload is accepted after this returns; tasks go on. Throws UnknownIdError and AccountClosedError. */
    suspendAccount: (request: StateRequest) =>
      change({ action: 'suspend-account', to: 'SUSPENDED' }, request),
    /** Makes a suspended or closed account active. Throws UnknownIdError and DeletionUnfinishedError. */
    resumeAccount: (request: StateRequest) => change({ action: 'resume-account', to: 'ACTIVE' }, request),
    /**
     * As suspending, and then cancels the waiting tasks one by one; running ones end normally. If it dies on the
     * way, a repetition finishes it. Throws UnknownIdError.
     */
    async closeAccount(request: StateRequest): Promise<ClosedAccount> {
      const { accountId } = request
      await change({ action: 'close-account', to: 'CLOSED' }, request)
      const cancelled = await cancelWaitingTasks(database, accountId)
      const account = await database.read((db) => requireAccount(db, accountId))
      return { account, cancelled, running: account.tasksOpen }
    },
  }
}

interface StateMove {
  readonly action: 'suspend-account' | 'resume-account' | 'close-account'
  readonly to: AccountState
}

/** Orders check the state in the statement that reserves their cost, and so wait for this transaction or precede it. */
async function changeState(
  database: Database,
  actor: string,
  { action, to }: StateMove,
  { accountId, reason }: StateRequest,
): Promise<Account> {
  const actionId = newActionId(Date.now())
  return database.transaction(async (tx) => {
    await requireAccount(tx.db, accountId)
    // Reservations of uploads hold this row while they rely on the state.
    await lockKeptUploads(tx, accountId)
    await lockAccounts(tx, [accountId])
    const account = await requireAccount(tx.db, accountId)
    const isDone = await findWritten(tx, () => hasAuditEntry(tx.db, actionId))
    if (isDone || account.state === to) return account
    if (account.state === 'CLOSED' && to === 'SUSPENDED') throw new AccountClosedError(accountId)
    if (to === 'ACTIVE') await requireNoDeletion(tx, accountId)
    await setAccountState(tx, accountId, to)
    await record(tx, { actor, actionId, action, accountId, subject: accountId, details: { reason } })
    return { ...account, state: to }
  })
}

/** Its results may be gone already while its tasks still show them. */
async function requireNoDeletion(tx: Tx, accountId: string): Promise<void> {
  const deletion = await findAccountDeletion(tx.db, accountId)
  if (deletion !== undefined && deletion.endedAtMs === undefined) throw new DeletionUnfinishedError(accountId)
}

/**
 * Cancels what waits of a closed account, and returns how many. One walk finds all of it, because a closed account
 * gets no new task; it ends early once the account is active again.
 */
async function cancelWaitingTasks(database: Database, accountId: string): Promise<number> {
  let cancelled = 0
  for await (const taskIds of waitingTaskIds(database, accountId)) {
    for (const taskId of taskIds) if (await isCancelled(database, accountId, taskId)) cancelled += 1
    const { state } = await database.read((db) => requireAccount(db, accountId))
    if (state !== 'CLOSED') break
  }
  return cancelled
}

/** Places that are read at once. */
const placesRead = 500

/** The account's waiting tasks in pages. Blocked ones come twice: tasks move from there to the queue and back. */
async function* waitingTaskIds(database: Database, accountId: string): AsyncGenerator<string[]> {
  yield* blockedTaskIds(database, accountId)
  for (let after: QueuePlace | undefined, isEnd = false; !isEnd; ) {
    const places = await database.read((db) => listQueuePlaces(db, { after, limit: placesRead }))
    const among = places.map(({ id }) => id)
    yield await database.read((db) => listWaitingTaskIds(db, { accountId, among }))
    after = places.at(-1)
    isEnd = places.length < placesRead
  }
  yield* blockedTaskIds(database, accountId)
}

async function* blockedTaskIds(database: Database, accountId: string): AsyncGenerator<string[]> {
  for (const product of productNames) {
    for (let after: string | undefined, isEnd = false; !isEnd; ) {
      const line = { accountId, product, after, limit: placesRead }
      const blocked = await database.read((db) => listBlockedTaskIds(db, line))
      yield blocked
      after = blocked.at(-1)
      isEnd = blocked.length < placesRead
    }
  }
}

/** False if a worker was faster. Held polls find the cancellation at their next look. */
async function isCancelled(database: Database, accountId: string, taskId: string): Promise<boolean> {
  try {
    await cancelTask({ database, taskWatch: { wake: () => undefined } }, accountId, taskId)
    return true
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'TASK_NOT_CANCELLABLE') return false
    throw error
  }
}
