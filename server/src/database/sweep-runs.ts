import type { Kysely } from 'kysely'
import type { Tx } from './database.js'
import type { Tables } from './tables.js'

/** A sweep that one process at a time does for all; each has its row from the migration that brought it. */
export type SharedSweep = 'reconcile-ledger'

/**
 * Takes the sweep for this process when it is due, and makes it due again so much later: whether the process lives to end it
 * or not. False when it is not due: another process does it, or has done it.
 */
export async function claimSweep(tx: Tx, sweep: SharedSweep, everyMs: number): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('sweep_runs')
    .set({ due_at: BigInt(tx.nowMs + everyMs) })
    .where('sweep', '=', sweep)
    .where((row) =>
      row.or([
        row('due_at', '<=', BigInt(tx.nowMs)),
        // Made due by a clock that was set back since; transactions that met here differ by far less.
        row('due_at', '>', BigInt(tx.nowMs + 2 * everyMs)),
      ]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Writes down that the sweep has ended, and how much it found. */
export async function recordSweep(tx: Tx, sweep: SharedSweep, found: number): Promise<void> {
  await tx.db
    .updateTable('sweep_runs')
    .set({ ended_at: BigInt(tx.nowMs), found: BigInt(found) })
    .where('sweep', '=', sweep)
    .execute()
}

/** When the sweep last ended, in whichever process, and what it found; undefined before the first. */
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
