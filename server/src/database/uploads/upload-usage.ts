import { type Kysely, sql, type Transaction } from 'kysely'
import { keptBytesOf } from '../../domain/upload.js'
import { uploadMoves } from '../../domain/upload-states.js'
import { limits } from '../../generated/limits.js'
import type { Tx } from '../database.js'
import type { Tables } from '../tables.js'
import { valueByKey } from '../value-by-key.js'

/** What an account's READY uploads take up. */
export interface UploadUsage {
  readonly uploadsKept: number
  /** Each upload as `keptBytesOf` counts it. */
  readonly bytesKept: number
}

/**
 * What the account's READY uploads take up. Its row stays locked until the transaction ends, so that whatever else reserves
 * an upload for the account, or keeps one, waits and then sees what this transaction has written.
 */
export async function lockUploadUsage(tx: Tx, accountId: string): Promise<UploadUsage> {
  const locked = await selectForUpdate(tx, accountId)
  if (locked !== undefined) return locked
  await insertMissingUsage(tx, accountId)
  const inserted = await selectForUpdate(tx, accountId)
  if (inserted === undefined) throw new Error(`The upload usage of account ${accountId} was not written.`)
  return inserted
}

async function selectForUpdate(tx: Tx, accountId: string): Promise<UploadUsage | undefined> {
  const row = await tx.db
    .selectFrom('upload_usage')
    .select(['uploads_kept', 'bytes_kept'])
    .where('account_id', '=', accountId)
    .modifyEnd(tx.dialect.forUpdate)
    .executeTakeFirst()
  return row && { uploadsKept: Number(row.uploads_kept), bytesKept: Number(row.bytes_kept) }
}

/** Two may find it missing at once; the second then waits for the first, and writes nothing. */
async function insertMissingUsage(tx: Tx, accountId: string): Promise<void> {
  await sql`${tx.dialect.insertMissing} upload_usage (account_id, uploads_kept, bytes_kept)
    values (${accountId}, 0, 0)`.execute(tx.db)
}

/** What the account's READY uploads take up, as it was a moment ago. */
export async function findUploadUsage(db: Kysely<Tables>, accountId: string): Promise<UploadUsage> {
  const row = await db
    .selectFrom('upload_usage')
    .select(['uploads_kept', 'bytes_kept'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return { uploadsKept: Number(row?.uploads_kept ?? 0n), bytesKept: Number(row?.bytes_kept ?? 0n) }
}

/** Counts an upload that becomes READY in this transaction. False when it does not fit; the caller must then roll back. */
export async function countKeptUpload(
  tx: Tx,
  upload: { readonly accountId: string; readonly sizeBytes: number; readonly bytesKeptMax: number },
): Promise<boolean> {
  if (await addKeptUpload(tx, upload)) return true
  // It does not fit, or the upload was reserved by a process of a version that did not count.
  await insertMissingUsage(tx, upload.accountId)
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
 * Takes uploads that this transaction deletes out of their accounts' counts. A count never falls below 0: one that lacks
 * what a process of the version before has kept is set right by the next reconciliation.
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

/** Counts an account's READY uploads anew, and writes what comes of it. */
export async function recountKeptUploads(tx: Tx, accountId: string): Promise<void> {
  // First, so that whatever is kept or deleted meanwhile is counted by the one or the other.
  await lockUploadUsage(tx, accountId)
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

/** The sum of `keptBytesOf` over rows of uploads; MySQL gives sums as decimal texts. */
export const keptBytesSum = sql<
  bigint | string
>`coalesce(sum(case when size_bytes < ${keptBytesMin} then ${keptBytesMin} else size_bytes end), 0)`

/** Bytes that all accounts together keep, for the metrics. */
export async function sumUploadUsage(db: Kysely<Tables> | Transaction<Tables>): Promise<UploadUsage> {
  const row = await db
    .selectFrom('upload_usage')
    .select((usage) => [
      usage.fn.sum<bigint | string>('uploads_kept').as('uploads'),
      usage.fn.sum<bigint | string>('bytes_kept').as('bytes'),
    ])
    .executeTakeFirstOrThrow()
  return { uploadsKept: Number(row.uploads ?? 0), bytesKept: Number(row.bytes ?? 0) }
}
