import type { Kysely } from 'kysely'
import type { Tx } from './database.ts'
import type { Tables } from './tables.ts'

/** A sweep that one process runs at a time for all; each has a row, inserted by its migration. */
export type SharedSweep = 'reconcile-ledger'

/**
 * Claims the sweep if it is due, and schedules the next run whether or not this process survives. False if it
 * is not due: another process is running it, or has run it.
 */
export async function claimSweep(tx: Tx, sweep: SharedSweep, everyMs: number): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('sweep_runs')
    .set({ due_at: BigInt(tx.nowMs + everyMs) })
    .where('sweep', '=', sweep)
    .where((row) =>
      row.or([
        row('due_at', '<=', BigInt(tx.nowMs)),
        // Scheduled by a clock that has been set back since; concurrent transactions differ by far less.
        row('due_at', '>', BigInt(tx.nowMs + 2 * everyMs)),
      ]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Records that the sweep has ended, and its findings. */
export async function recordSweep(tx: Tx, sweep: SharedSweep, found: number): Promise<void> {
  await tx.db
    .updateTable('sweep_runs')
    .set({ ended_at: BigInt(tx.nowMs), found: BigInt(found) })
    .where('sweep', '=', sweep)
    .execute()
}

/** When the sweep last ended, in any process, and its findings; undefined before the first. */
export async function readSweep(
  db: Kysely<Tables>,
  sweep: SharedSweep,
): Promise<{ readonly endedAtMs: number; readonly found: number } | undefined> {
  const row = await db
    .selectFrom('sweep_runs')
    .select(['ended_at', 'found'])
    .where('sweep', '=', sweep)
    .executeTakeFirst()
  if (row === undefined || row.ended_at === null) return undefined
  return { endedAtMs: Number(row.ended_at), found: Number(row.found) }
}
