import type { Tx } from '../database.ts'
import type { Reader } from '../tables.ts'

/**
 * Workers that are alive: each has a row that it extends by a heartbeat, with tasks or without. A lease alone
 * does not tell, because an idle worker has none.
 */

/** A worker's heartbeat: from now on it counts as alive for `aliveMs`, and runs so many tasks at once. */
export async function recordHeartbeat(
  tx: Tx,
  worker: string,
  aliveMs: number,
  slotCount?: number,
): Promise<void> {
  const alive_until = BigInt(tx.nowMs + aliveMs)
  const slots = slotCount === undefined ? undefined : BigInt(slotCount)
  const { numUpdatedRows } = await tx.db
    .updateTable('workers')
    .set({ alive_until, slots })
    .where('worker', '=', worker)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n)
    await tx.db.insertInto('workers').values({ worker, alive_until, slots }).execute()
}

/** Forgets workers that have stopped: they count as alive no longer. */
export async function forgetWorkers(tx: Tx, workers: readonly { readonly worker: string }[]): Promise<void> {
  if (workers.length > 0) await tx.dialect.deleteByKeys('workers', workers).execute(tx.db)
}

/** Forgets the workers that died, so that their rows do not add up. */
export async function forgetDeadWorkers(tx: Tx): Promise<void> {
  const dead = await tx.db
    .selectFrom('workers')
    .select('worker')
    .where('alive_until', '<', BigInt(tx.nowMs))
    .execute()
  await forgetWorkers(tx, dead)
}

/** Forgets every worker: for a process that knows by its lock that no other one runs tasks. */
export async function forgetEveryWorker(tx: Tx): Promise<void> {
  await forgetWorkers(tx, await tx.db.selectFrom('workers').select('worker').execute())
}

/** The names of the workers that are alive, by the database's clock. */
export async function listLiveWorkers(db: Reader, nowMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('workers')
    .select('worker')
    .where('alive_until', '>=', BigInt(nowMs))
    .orderBy('worker')
    .execute()
  return rows.map(({ worker }) => worker)
}
