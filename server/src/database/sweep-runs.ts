import type { Kysely } from 'kysely'
import type { Database, Tx } from './database.ts'
import type { Reader, Tables } from './tables.ts'

/** A sweep that one process runs at a time for all; each has a row, inserted by its migration. */
export type SharedSweep = 'reconcile-ledger' | 'erase-deleted' | SweepInTurn | TaskSweep

/** A sweep over all tasks in the order of their ids that continues where it has got to. */
export type TaskSweep = 'expire-results' | 'scrub-tasks'

/** A sweep that begins again once it has reached its end. */
type SweepInTurn = 'sweep-objects' | 'archive-tasks' | 'reconcile-storage'

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

/** Whether nobody has claimed the sweep after the claim that made it due then; nobody does until the transaction ends. */
export async function holdsSweep(tx: Tx, sweep: SharedSweep, dueAtMs: number): Promise<boolean> {
  const row = await tx.db
    .selectFrom('sweep_runs')
    .select('sweep')
    .where('sweep', '=', sweep)
    .where('due_at', '=', BigInt(dueAtMs))
    .modifyEnd(tx.dialect.forShare)
    .executeTakeFirst()
  return row !== undefined
}

/** Makes a sweep that has not come to its end due at once. */
export async function continueSweep(tx: Tx, sweep: SharedSweep): Promise<void> {
  await tx.db.updateTable('sweep_runs').set({ due_at: 0n }).where('sweep', '=', sweep).execute()
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
    .executeTakeFirstOrThrow()
  if (row.ended_at === null) return undefined
  return { endedAtMs: Number(row.ended_at), found: Number(row.found) }
}

/** How much of a key or an id a position holds. */
export const sweepPositionLength = 24

/** Up to where a sweep has dealt with every task, object or account; '' before the first. */
export async function readSweepPosition(db: Reader, sweep: TaskSweep | SweepInTurn): Promise<string> {
  const row = await db
    .selectFrom('sweep_runs')
    .select('position')
    .where('sweep', '=', sweep)
    .executeTakeFirstOrThrow()
  return row.position ?? ''
}

/** Records how far a sweep has got; never back, whichever of two processes writes last. */
export async function recordSweepPosition(
  database: Database,
  sweep: TaskSweep,
  position: string,
): Promise<void> {
  await database.autocommit((db) =>
    db
      .updateTable('sweep_runs')
      .set({ position })
      .where('sweep', '=', sweep)
      .where((row) => row.or([row('position', 'is', null), row('position', '<', position)]))
      .execute(),
  )
}

/** Moves the position of a sweep that begins again at its end. False if another process has moved it from there. */
export async function moveSweepPosition(
  database: Database,
  sweep: SweepInTurn,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await database.autocommit((db) =>
    db
      .updateTable('sweep_runs')
      .set({ position: to })
      .where('sweep', '=', sweep)
      .where((row) =>
        row.or([row('position', '=', from), ...(from === '' ? [row('position', 'is', null)] : [])]),
      )
      .executeTakeFirstOrThrow(),
  )
  return numUpdatedRows === 1n
}

/**
 * Adds to counts what they lack, once: what was read while another correction was written is read again, also after a
 * lost response to the COMMIT. Whoever loses has been overtaken by a correction, so all of them end. The time at which
 * the next reconciliation is due stands for a version.
 */
export async function correctOnce<Missing>(
  database: Database,
  {
    read,
    write,
  }: {
    /** undefined where nothing is missing. */
    readonly read: () => Promise<Missing | undefined>
    readonly write: (tx: Tx, missing: Missing) => Promise<void>
  },
): Promise<void> {
  let isCorrected = false
  while (!isCorrected) {
    const { due_at: version } = await database.read((db) =>
      db
        .selectFrom('sweep_runs')
        .select('due_at')
        .where('sweep', '=', 'reconcile-ledger')
        .executeTakeFirstOrThrow(),
    )
    const missing = await read()
    if (missing === undefined) return
    isCorrected = await database.transaction(async (tx) => {
      const { numUpdatedRows } = await tx.db
        .updateTable('sweep_runs')
        .set({ due_at: version + 1n })
        .where('sweep', '=', 'reconcile-ledger')
        .where('due_at', '=', version)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) return false
      await write(tx, missing)
      return true
    })
  }
}
