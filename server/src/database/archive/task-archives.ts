import { type Selectable, sql } from 'kysely'
import { Usd } from '../../core/domain/money/usd.ts'
import type { Tx } from '../database.ts'
import { findWritten } from '../find-written.ts'
import type { Reader, Tables, TaskArchiveState } from '../tables.ts'
import { findPresent } from './archived-task.ts'

/**
 * The archives: a row for each file of archived tasks. One of them at a time is being written, deleted from the tables
 * or restored, by the process that has claimed it; every transaction of that work names the claim, so that a process
 * which lost it changes nothing more.
 */

export interface TaskArchive {
  readonly id: string
  readonly state: TaskArchiveState
  /** Until when the process that moves its tasks has claimed it, renewed by each transaction of the work; 0 at the end. */
  readonly claimedUntilMs: number
  readonly createdAtMs: number
  /** Of the file, in hex. */
  readonly sha256: string
  readonly sizeBytes: number
  readonly tasks: number
  readonly firstTaskId: string
  readonly lastTaskId: string
  /** The newest entry of the ledger that it has. */
  readonly lastEntryId: bigint
  readonly charged: Usd
  readonly refunded: Usd
}

const unfinished = ['WRITING', 'DELETING', 'RESTORING'] as const
/** In which tasks may be absent from the tables. */
const leaving = ['DELETING', 'ARCHIVED', 'RESTORING'] as const
/** Looked up by a statement. */
const idsPerStatement = 1_000
/** Twice the longest that a write of the object store or a read takes. */
const claimMs = 5 * 60_000

/** The claim of another process has not lapsed. */
export interface Busy {
  readonly kind: 'busy'
  readonly untilMs: number
}

/** Locks the work on archives until the transaction ends, and claims the archive that is unfinished, if there is one. */
export async function claimUnfinished(
  tx: Tx,
  claim: string,
): Promise<Busy | { readonly kind: 'claimed'; readonly archive: TaskArchive | undefined }> {
  await tx.db
    .selectFrom('sweep_runs')
    .select('sweep')
    .where('sweep', '=', 'archive-tasks')
    .modifyEnd(tx.dialect.forUpdate)
    .execute()
  const row = await tx.db
    .selectFrom('task_archives')
    .selectAll()
    .where('state', 'in', unfinished)
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return { kind: 'claimed', archive: undefined }
  const isTaken = row.claimed_by !== claim && Number(row.claimed_until) > tx.nowMs
  if (isTaken) return { kind: 'busy', untilMs: Number(row.claimed_until) }
  await tx.db.updateTable('task_archives').set(claimed(tx, claim)).where('id', '=', row.id).execute()
  return { kind: 'claimed', archive: toArchive(row) }
}

/**
 * Inserts an archive that is about to be written. Returns that another process is at work if another archive is
 * unfinished, or has taken one of the tasks since they were read: then it would be in two files.
 */
export async function insertArchive(
  tx: Tx,
  {
    archive,
    taskIds,
    claim,
  }: {
    readonly archive: Omit<TaskArchive, 'state' | 'claimedUntilMs' | 'createdAtMs'>
    readonly taskIds: readonly string[]
    readonly claim: string
  },
): Promise<Busy | undefined> {
  if (await findWritten(tx, () => findArchive(tx.db, archive.id))) return undefined
  const other = await claimUnfinished(tx, claim)
  if (other.kind === 'busy') return other
  if (other.archive !== undefined || !(await arePresent(tx.db, taskIds)))
    return { kind: 'busy', untilMs: tx.nowMs }
  await tx.db
    .insertInto('task_archives')
    .values({
      id: archive.id,
      state: 'WRITING',
      ...claimed(tx, claim),
      created_at: BigInt(tx.nowMs),
      sha256: archive.sha256,
      size_bytes: BigInt(archive.sizeBytes),
      tasks: BigInt(archive.tasks),
      first_task_id: archive.firstTaskId,
      last_task_id: archive.lastTaskId,
      last_entry_id: archive.lastEntryId,
      charged: archive.charged.micros,
      refunded: archive.refunded.micros,
    })
    .execute()
  return undefined
}

async function arePresent(db: Reader, taskIds: readonly string[]): Promise<boolean> {
  for (let first = 0; first < taskIds.length; first += idsPerStatement) {
    const ids = taskIds.slice(first, first + idsPerStatement)
    if ((await findPresent(db, ids)).size < ids.length) return false
  }
  return true
}

/**
 * Moves an archive on and renews the claim, or ends it with the work. Throws ArchiveLostError if another process has
 * claimed it. Repeating it is harmless.
 */
export async function moveArchive(
  tx: Tx,
  { id }: Pick<TaskArchive, 'id'>,
  move: { readonly claim: string; readonly from: TaskArchiveState; readonly to: TaskArchiveState },
): Promise<void> {
  const { claim, from, to } = move
  const isEnd = !unfinished.some((state) => state === to)
  const { numUpdatedRows } = await tx.db
    .updateTable('task_archives')
    .set({ state: to, ...(isEnd ? { claimed_by: claim, claimed_until: 0n } : claimed(tx, claim)) })
    .where('id', '=', id)
    .where('claimed_by', '=', claim)
    .where('state', 'in', [from, to])
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new ArchiveLostError(id)
}

/** Claims a finished archive, to restore it; returns why not if another one is unfinished. */
export async function claimToRestore(
  tx: Tx,
  { id }: Pick<TaskArchive, 'id'>,
  claim: string,
): Promise<Busy | undefined> {
  const other = await claimUnfinished(tx, claim)
  if (other.kind === 'busy') return other
  if (other.archive?.id === id) return undefined
  if (other.archive !== undefined) return { kind: 'busy', untilMs: tx.nowMs }
  await tx.db
    .updateTable('task_archives')
    .set({ state: 'RESTORING', ...claimed(tx, claim) })
    .where('id', '=', id)
    .where('state', '=', 'ARCHIVED')
    .execute()
  return undefined
}

/** Lets another process go on with an unfinished archive at once. */
export async function releaseClaim(tx: Tx, { id }: Pick<TaskArchive, 'id'>, claim: string): Promise<void> {
  await tx.db
    .updateTable('task_archives')
    .set({ claimed_until: 0n })
    .where('id', '=', id)
    .where('claimed_by', '=', claim)
    .execute()
}

/** Deletes the row of an archive that was never read back, so that no task has left for it. */
export async function deleteUnwritten(tx: Tx, { id }: Pick<TaskArchive, 'id'>, claim: string): Promise<void> {
  await tx.db
    .deleteFrom('task_archives')
    .where('id', '=', id)
    .where('claimed_by', '=', claim)
    .where('state', '=', 'WRITING')
    .execute()
}

/** Another process has claimed the archive meanwhile, and goes on with it. */
export class ArchiveLostError extends Error {
  constructor(id: string) {
    super(`Another process has claimed the archive ${id}.`)
    this.name = 'ArchiveLostError'
  }
}

export async function findArchive(db: Reader, id: string): Promise<TaskArchive | undefined> {
  const row = await db.selectFrom('task_archives').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toArchive(row)
}

/** All of them, oldest first: 5,000 for a hundred million tasks. */
export async function listArchives(db: Reader): Promise<TaskArchive[]> {
  const rows = await db.selectFrom('task_archives').selectAll().orderBy('id').execute()
  return rows.map(toArchive)
}

/** Those whose files may have what the tables lack. */
export async function listLeftArchives(db: Reader): Promise<TaskArchive[]> {
  const archives = await listArchives(db)
  return archives.filter(({ state }) => leaving.some((one) => one === state))
}

/** Those in which a task of this id may be; tasks of a day are in few, and none is in two. */
export async function findArchivesOfTask(db: Reader, taskId: string): Promise<TaskArchive[]> {
  const rows = await db
    .selectFrom('task_archives')
    .selectAll()
    .where('last_task_id', '>=', taskId)
    .where('first_task_id', '<=', taskId)
    .where('state', 'in', leaving)
    .orderBy('last_task_id')
    .execute()
  return rows.map(toArchive)
}

/** When an archive was last begun; undefined before the first. */
export async function findNewestArchiveMs(db: Reader): Promise<number | undefined> {
  const row = await db
    .selectFrom('task_archives')
    .select('created_at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && Number(row.created_at)
}

/** The end of the last period of the ledger of which tasks are archived; 0 if none are. */
export const archivedUpTo = sql<bigint>`coalesce((select min(last_id) from ledger_periods where last_id >= (
  select max(last_entry_id) from task_archives where state in (${sql.join(leaving.map((state) => sql.lit(state)))}))), 0)`

export async function readArchivedUpTo(db: Reader): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`select ${archivedUpTo} as id`.execute(db)
  return BigInt(rows[0]?.id ?? 0n)
}

function claimed({ nowMs }: Tx, claim: string) {
  return { claimed_by: claim, claimed_until: BigInt(nowMs + claimMs) }
}

type Row = Selectable<Tables['task_archives']>

function toArchive(row: Row): TaskArchive {
  return {
    id: row.id,
    state: row.state,
    claimedUntilMs: Number(row.claimed_until),
    createdAtMs: Number(row.created_at),
    sha256: row.sha256,
    sizeBytes: Number(row.size_bytes),
    tasks: Number(row.tasks),
    firstTaskId: row.first_task_id,
    lastTaskId: row.last_task_id,
    lastEntryId: row.last_entry_id,
    charged: Usd.ofMicros(row.charged),
    refunded: Usd.ofMicros(row.refunded),
  }
}
