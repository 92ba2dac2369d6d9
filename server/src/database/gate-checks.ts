import type { GateStage, GateVerdict } from '../core/ports/gate.ts'
import type { Database, Tx } from './database.ts'
import { findWritten } from './find-written.ts'
import { numberOf } from './nullable-number.ts'
import type { Reader } from './tables.ts'

/** One request to a gate about a task or an upload. */
export interface GateCheckRow {
  readonly id: string
  /** The id of a task, or of an upload at the stage `upload`. */
  readonly subjectId: string
  readonly gate: string
  readonly stage: GateStage
  /**
   * Tells the bytes that were judged from other ones; the same at every attempt for the same bytes of a task, and new
   * for each copy of an upload.
   */
  readonly version: string
  readonly askedAtMs: number
  readonly answeredAtMs: number | undefined
  /**
   * undefined: none was recorded, because the process died or lost the database meanwhile, or because an upload had
   * waited too long for its turn.
   */
  readonly verdict: GateVerdict['kind'] | undefined
  readonly reason: string | undefined
}

/** Every request about a task or an upload, in the order in which they began. */
export async function listGateChecks(db: Reader, subjectId: string): Promise<GateCheckRow[]> {
  const rows = await db
    .selectFrom('gate_checks')
    .selectAll()
    .where('subject_id', '=', subjectId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    subjectId: row.subject_id,
    gate: row.gate,
    stage: row.stage,
    version: row.version,
    askedAtMs: Number(row.asked_at),
    answeredAtMs: numberOf(row.answered_at),
    verdict: row.verdict ?? undefined,
    reason: row.reason ?? undefined,
  }))
}

/**
 * Locks a task or an upload until the transaction ends. False if it is deleted, scrubbed, ended or in the hands of
 * another process: then nothing about it may be stored, because nothing would delete it.
 */
export type LockSubject = (tx: Tx) => Promise<boolean>

/**
 * Records that a gate is about to be asked; false if the subject is gone, and then nothing is recorded. The id
 * is new, so that repeating the statement finds its row.
 */
export async function recordGateRequest(
  database: Database,
  check: Pick<GateCheckRow, 'id' | 'subjectId' | 'gate' | 'stage' | 'version'>,
  lock: LockSubject,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await lock(tx))) return false
    if (await findWritten(tx, () => hasGateCheck(tx, check.id))) return true
    await tx.db
      .insertInto('gate_checks')
      .values({
        id: check.id,
        subject_id: check.subjectId,
        gate: check.gate,
        stage: check.stage,
        version: check.version,
        asked_at: BigInt(tx.nowMs),
      })
      .execute()
    return true
  })
}

async function hasGateCheck(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.db.selectFrom('gate_checks').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Records what the gate said, unless the request is deleted; a verdict that is recorded stays. */
export async function recordGateVerdict(
  database: Database,
  id: string,
  { kind, reason }: GateVerdict,
): Promise<void> {
  await database.autocommit((db, now) =>
    db
      .updateTable('gate_checks')
      .set({ verdict: kind, reason: reason ?? null, answered_at: now })
      .where('id', '=', id)
      .where('verdict', 'is', null)
      .execute(),
  )
}

/** Whether gates were asked about a task of this account; looks each of its tasks up. */
export async function hasGateChecks(db: Reader, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('tasks')
    .innerJoin('gate_checks', 'gate_checks.subject_id', 'tasks.id')
    .select('gate_checks.id')
    .where('tasks.account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes what gates were asked about these tasks or uploads. */
export async function deleteGateChecks(tx: Tx, subjectIds: readonly string[]): Promise<void> {
  const checks = await tx.db
    .selectFrom('gate_checks')
    .select('id')
    .where('subject_id', 'in', subjectIds)
    .execute()
  if (checks.length > 0) await tx.dialect.deleteByKeys('gate_checks', checks).execute(tx.db)
}
