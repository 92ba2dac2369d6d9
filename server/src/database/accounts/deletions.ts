import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import { numberOf } from '../nullable-number.ts'
import type { Reader } from '../tables.ts'

const counts = {
  uploads: 'uploads',
  uploadBytes: 'upload_bytes',
  results: 'results',
  resultBytes: 'result_bytes',
  tasks: 'tasks',
  idempotencyKeys: 'idempotency_keys',
  apiKeys: 'api_keys',
  auditEntries: 'audit_entries',
} as const

/** What a deletion has deleted: uploads and files of results with their bytes, and rows of each other kind. */
export type DeletionCounts = Readonly<Record<keyof typeof counts, number>>

/** The deletion of all data of an account. */
export interface AccountDeletion {
  readonly accountId: string
  readonly begunAtMs: number
  /** undefined while something is left to delete. */
  readonly endedAtMs: number | undefined
  readonly deleted: DeletionCounts
}

/** The latest deletion of an account's data; undefined if there was none. */
export async function findAccountDeletion(
  db: Reader,
  accountId: string,
): Promise<AccountDeletion | undefined> {
  const row = await db
    .selectFrom('account_deletions')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    accountId,
    begunAtMs: Number(row.begun_at),
    endedAtMs: numberOf(row.ended_at),
    deleted: {
      uploads: Number(row.uploads),
      uploadBytes: Number(row.upload_bytes),
      results: Number(row.results),
      resultBytes: Number(row.result_bytes),
      tasks: Number(row.tasks),
      idempotencyKeys: Number(row.idempotency_keys),
      apiKeys: Number(row.api_keys),
      auditEntries: Number(row.audit_entries),
    },
  }
}

/** Begins a deletion, or begins a new one where the last has ended. */
export async function insertAccountDeletion(tx: Tx, accountId: string): Promise<void> {
  await tx.db
    .deleteFrom('account_deletions')
    .where('account_id', '=', accountId)
    .where('ended_at', 'is not', null)
    .execute()
  await tx.db
    .insertInto('account_deletions')
    .values({ account_id: accountId, begun_at: BigInt(tx.nowMs) })
    .execute()
}

/** Counts what this transaction deletes. */
export async function countDeleted(
  tx: Tx,
  accountId: string,
  deleted: Partial<DeletionCounts>,
): Promise<void> {
  const increased = Object.entries(deleted).filter(([, count]) => count > 0)
  if (increased.length === 0) return
  await tx.db
    .updateTable('account_deletions')
    .set(
      Object.fromEntries(
        increased.map(([name, count]) => {
          const column = counts[name as keyof DeletionCounts]
          return [column, sql<bigint>`${sql.ref(column)} + ${BigInt(count)}`]
        }),
      ),
    )
    .where('account_id', '=', accountId)
    .execute()
}

/** Ends a deletion; false if it has ended already. */
export async function endAccountDeletion(tx: Tx, accountId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('account_deletions')
    .set({ ended_at: BigInt(tx.nowMs) })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
