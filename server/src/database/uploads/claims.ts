import { sql } from 'kysely'
import { uploadMoves } from '../../core/domain/uploads/upload-states.ts'
import type { Database, Tx } from '../database.ts'

/** One completion's claim on an upload, whose file it alone copies and judges. */
export interface UploadClaim {
  readonly uploadId: string
  /** A new id for each completion, so that repeating a statement finds its own claim. */
  readonly claimId: string
}

/**
 * Takes the claim for a time by the database's clock, or keeps it. False if another completion has it, or the
 * upload is not PENDING. It spares work and guards nothing: one that has lapsed may be taken by another.
 */
export async function claimUpload(
  database: Database,
  { uploadId, claimId }: UploadClaim,
  claimMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await database.autocommit((db, now) =>
    db
      .updateTable('uploads')
      .set({ claimed_by: claimId, claimed_until: sql<bigint>`${now} + ${claimMs}` })
      .where('id', '=', uploadId)
      .where('status', '=', uploadMoves.verify.from)
      .where((row) =>
        row.or([
          row('claimed_by', 'is', null),
          row('claimed_by', '=', claimId),
          row('claimed_until', '<=', now),
        ]),
      )
      .executeTakeFirstOrThrow(),
  )
  return numUpdatedRows === 1n
}

/**
 * Makes the claim last for this time from now, also one that has lapsed and that nobody else took. False if it is
 * gone, or the upload is. Until the transaction ends, the upload is not deleted.
 */
export async function lockUploadClaim(
  tx: Tx,
  { uploadId, claimId }: UploadClaim,
  claimMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('uploads')
    .set({ claimed_until: BigInt(tx.nowMs + claimMs) })
    .where('id', '=', uploadId)
    .where('claimed_by', '=', claimId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Makes the claim last for this time from now, unless it is gone. */
export async function renewUploadClaim(
  database: Database,
  { uploadId, claimId }: UploadClaim,
  claimMs: number,
): Promise<void> {
  await database.autocommit((db, now) =>
    db
      .updateTable('uploads')
      .set({ claimed_until: sql<bigint>`${now} + ${claimMs}` })
      .where('id', '=', uploadId)
      .where('claimed_by', '=', claimId)
      .execute(),
  )
}

/** Gives the claim back, unless it is gone: with the verdict, or to another completion. */
export async function releaseUploadClaim(
  database: Database,
  { uploadId, claimId }: UploadClaim,
): Promise<void> {
  await database.autocommit((db) =>
    db
      .updateTable('uploads')
      .set({ claimed_by: null, claimed_until: null })
      .where('id', '=', uploadId)
      .where('claimed_by', '=', claimId)
      .execute(),
  )
}
