import { limits } from '@mediagen/contract/limits'
import { type Kysely, sql } from 'kysely'
import type { AccountState } from '../../core/domain/accounts/account-states.ts'
import { keptBytesOf } from '../../core/domain/uploads/upload.ts'
import { uploadMoves } from '../../core/domain/uploads/upload-states.ts'
import type { Tx } from '../database.ts'
import type { Reader, Tables } from '../tables.ts'
import { valueByKey } from '../value-by-key.ts'

/** An account's READY uploads, which its row of `upload_usage` counts. */
export interface KeptUploads {
  readonly uploadsKept: number
  /** Each upload counted as by `keptBytesOf`. */
  readonly bytesKept: number
}

/**
 * The space used by an account's READY uploads. The row stays locked until the transaction ends, so that
 * concurrent reservations and completions of the account wait and then see what this transaction has written.
 * The account itself is read without a lock.
 */
export async function lockKeptUploads(
  tx: Tx,
  accountId: string,
): Promise<KeptUploads & { readonly accountState: AccountState }> {
  const locked = await selectForUpdate(tx, accountId)
  if (locked !== undefined) return locked
  await insertMissingCount(tx, accountId)
  const inserted = await selectForUpdate(tx, accountId)
  if (inserted === undefined) throw new Error(`The kept uploads of account ${accountId} were not counted.`)
  return inserted
}

async function selectForUpdate(tx: Tx, accountId: string) {
  const row = await tx.db
    .selectFrom('upload_usage')
    .select((kept) => [
      'uploads_kept',
      'bytes_kept',
      kept
        .selectFrom('accounts')
        .select('state')
        .whereRef('accounts.id', '=', 'upload_usage.account_id')
        .as('state'),
    ])
    .where('account_id', '=', accountId)
    .modifyEnd(tx.dialect.forUpdate)
    .executeTakeFirst()
  return (
    row && {
      uploadsKept: Number(row.uploads_kept),
      bytesKept: Number(row.bytes_kept),
      accountState: row.state ?? 'ACTIVE',
    }
  )
}

/** Two may find it missing at once; the second then waits for the first, and writes nothing. */
async function insertMissingCount(tx: Tx, accountId: string): Promise<void> {
  await sql`${tx.dialect.insertMissing} upload_usage (account_id, uploads_kept, bytes_kept)
    values (${accountId}, 0, 0)`.execute(tx.db)
}

/** The space used by an account's READY uploads, without a lock. */
export async function findKeptUploads(db: Kysely<Tables>, accountId: string): Promise<KeptUploads> {
  const row = await db
    .selectFrom('upload_usage')
    .select(['uploads_kept', 'bytes_kept'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return { uploadsKept: Number(row?.uploads_kept ?? 0n), bytesKept: Number(row?.bytes_kept ?? 0n) }
}

/**
 * Counts an upload that becomes READY in this transaction. False if it does not fit; the caller must then
 * roll back.
 */
export async function countKeptUpload(
  tx: Tx,
  upload: { readonly accountId: string; readonly sizeBytes: number; readonly bytesKeptMax: number },
): Promise<boolean> {
  if (await addKeptUpload(tx, upload)) return true
  // It does not fit, or a process of an older version, which does not count, has reserved the upload.
  await insertMissingCount(tx, upload.accountId)
  return addKeptUpload(tx, upload)
}

async function addKeptUpload(
  tx: Tx,
  { accountId, sizeBytes, bytesKeptMax }: Parameters<typeof countKeptUpload>[1],
): Promise<boolean> {
  const bytes = keptBytesOf(sizeBytes)
  const { numUpdatedRows } = await tx.db
    .updateTable('upload_usage')
    .set((row) => ({
      uploads_kept: row('uploads_kept', '+', 1n),
      bytes_kept: row('bytes_kept', '+', BigInt(bytes)),
    }))
    .where('account_id', '=', accountId)
    .where('bytes_kept', '<=', BigInt(bytesKeptMax - bytes))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * Subtracts uploads that this transaction deletes from their accounts' counts. A count never falls below 0:
 * the next reconciliation corrects one that lacks uploads kept by a process of an older version.
 */
export async function uncountKeptUploads(
  tx: Tx,
  uploads: readonly { readonly accountId: string; readonly sizeBytes: number }[],
): Promise<void> {
  const counts = new Map<string, bigint>()
  const bytes = new Map<string, bigint>()
  for (const { accountId, sizeBytes } of uploads) {
    counts.set(accountId, (counts.get(accountId) ?? 0n) + 1n)
    bytes.set(accountId, (bytes.get(accountId) ?? 0n) + BigInt(keptBytesOf(sizeBytes)))
  }
  if (counts.size === 0) return
  const less = (column: 'uploads_kept' | 'bytes_kept', by: ReadonlyMap<string, bigint>) => {
    const difference = sql`${sql.ref(column)} - ${valueByKey('account_id', by)}`
    return sql<bigint>`case when ${difference} > 0 then ${difference} else 0 end`
  }
  await tx.db
    .updateTable('upload_usage')
    .set({ uploads_kept: less('uploads_kept', counts), bytes_kept: less('bytes_kept', bytes) })
    .where('account_id', 'in', [...counts.keys()])
    .execute()
}

/** Recounts an account's READY uploads and stores the result. */
export async function recountKeptUploads(tx: Tx, accountId: string): Promise<void> {
  // Locked first, so that a concurrent upload or deletion is counted exactly once.
  await lockKeptUploads(tx, accountId)
  const counted = await tx.db
    .selectFrom('uploads')
    .select((row) => [row.fn.countAll<bigint>().as('uploads'), keptBytesSum.as('bytes')])
    .where('account_id', '=', accountId)
    .where('status', '=', uploadMoves.verify.to)
    .executeTakeFirstOrThrow()
  await tx.db
    .updateTable('upload_usage')
    .set({ uploads_kept: counted.uploads, bytes_kept: BigInt(counted.bytes) })
    .where('account_id', '=', accountId)
    .execute()
}

const keptBytesMin = sql.lit(limits.keptUploadBytesMin)

/** The sum of `keptBytesOf` over rows of uploads; MySQL returns sums as decimal strings. */
export const keptBytesSum = sql<
  bigint | string
>`coalesce(sum(case when size_bytes < ${keptBytesMin} then ${keptBytesMin} else size_bytes end), 0)`

/** Bytes that all accounts together keep, for the metrics. */
export async function sumUploadBytes(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('upload_usage')
    .select((kept) => kept.fn.sum<bigint | string>('bytes_kept').as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(row.bytes ?? 0)
}
