import type { Selectable } from 'kysely'
import type { AccountState } from '../../core/domain/accounts/account-states.ts'
import { type AccountLabels, foldName } from '../../core/domain/accounts/labels.ts'
import { mayBeId } from '../../core/domain/ids.ts'
import { Usd } from '../../core/domain/money/usd.ts'
import type { Tx } from '../database.ts'
import type { Reader, Tables } from '../tables.ts'

export interface Account extends AccountLabels {
  readonly id: string
  /** Available for new generations. */
  readonly balance: Usd
  /** Reserved by accepted, unfinished generations. */
  readonly reserved: Usd
  readonly createdAtMs: number
  readonly state: AccountState
  /** Its QUEUED and PROCESSING tasks. */
  readonly tasksOpen: number
  /** Its own limits: null where the service's setting applies, 0 for none. */
  readonly tasksOpenMax: number | null
  readonly tasksRunningMax: number | null
  /** Its own generation requests a minute: null where those of the contract apply. */
  readonly requestsPerMinute: number | null
  /** The size of the results that it keeps. */
  readonly resultBytes: number
}

/** Opens an empty account; money is added by `ledger.credit`. */
export async function insertAccount(tx: Tx, accountId: string, labels: AccountLabels): Promise<void> {
  await tx.db
    .insertInto('accounts')
    .values({
      id: accountId,
      balance: 0n,
      reserved: 0n,
      created_at: BigInt(tx.nowMs),
      ...labelColumns(labels),
    })
    .execute()
}

/** Replaces both labels. */
export async function setAccountLabels(tx: Tx, accountId: string, labels: AccountLabels): Promise<void> {
  await tx.db.updateTable('accounts').set(labelColumns(labels)).where('id', '=', accountId).execute()
}

export async function setAccountState(tx: Tx, accountId: string, state: AccountState): Promise<void> {
  await tx.db.updateTable('accounts').set({ state }).where('id', '=', accountId).execute()
}

function labelColumns({ name, reference }: AccountLabels) {
  return {
    name: name ?? null,
    name_folded: name === undefined ? null : foldName(name),
    reference: reference ?? null,
  }
}

export async function findAccount(db: Reader, accountId: string): Promise<Account | undefined> {
  if (!mayBeId(accountId)) return undefined
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirst()
  return row === undefined ? undefined : toAccount(row)
}

/** Sets at least one limit of an account; undefined leaves one as it is. */
export async function setAccountLimits(
  tx: Tx,
  accountId: string,
  limits: {
    readonly tasksOpenMax: number | null | undefined
    readonly tasksRunningMax: number | null | undefined
    readonly requestsPerMinute: number | null | undefined
  },
): Promise<void> {
  const stored = (max: number | null | undefined) => (typeof max === 'number' ? BigInt(max) : max)
  await tx.db
    .updateTable('accounts')
    .set({
      tasks_open_max: stored(limits.tasksOpenMax),
      tasks_running_max: stored(limits.tasksRunningMax),
      requests_per_minute: stored(limits.requestsPerMinute),
    })
    .where('id', '=', accountId)
    .execute()
}

/** Locks accounts in one order, so that two transactions that update several of them cannot deadlock. */
export async function lockAccounts(tx: Tx, accountIds: readonly string[]): Promise<void> {
  await tx.db
    .selectFrom('accounts')
    .select('id')
    .where('id', 'in', accountIds)
    .orderBy('id')
    .modifyEnd(tx.dialect.forUpdate)
    .execute()
}

export async function listAccounts(db: Reader): Promise<Account[]> {
  const rows = await db.selectFrom('accounts').selectAll().orderBy('created_at').orderBy('id').execute()
  return rows.map(toAccount)
}

/**
 * One page of accounts, newest first, since ids begin with their time. `idPrefix` narrows to ids that begin
 * with it; both are ranges of the primary key.
 */
export async function listAccountsPage(
  db: Reader,
  {
    idPrefix = '',
    before = `${idPrefix}~`,
    limit,
  }: {
    readonly idPrefix?: string | undefined
    readonly before?: string | undefined
    readonly limit: number
  },
): Promise<Account[]> {
  const rows = await db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '>=', idPrefix)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toAccount)
}

export function toAccount(row: Selectable<Tables['accounts']>): Account {
  return {
    id: row.id,
    name: row.name ?? undefined,
    reference: row.reference ?? undefined,
    balance: Usd.ofMicros(row.balance),
    reserved: Usd.ofMicros(row.reserved),
    createdAtMs: Number(row.created_at),
    state: row.state,
    tasksOpen: Number(row.tasks_open),
    tasksOpenMax: row.tasks_open_max === null ? null : Number(row.tasks_open_max),
    tasksRunningMax: row.tasks_running_max === null ? null : Number(row.tasks_running_max),
    requestsPerMinute: row.requests_per_minute === null ? null : Number(row.requests_per_minute),
    resultBytes: Number(row.result_bytes),
  }
}
