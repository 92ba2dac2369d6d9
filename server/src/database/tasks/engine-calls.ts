import { newTaskId } from '../../core/domain/ids.ts'
import type { Tx } from '../database.ts'
import { findWritten } from '../find-written.ts'
import type { EngineCallOutcome, Reader } from '../tables.ts'

/** One call of an engine for a task, from its start to its end without a result; or all calls of a busy one. */
export interface EngineCall {
  readonly attempt: number
  readonly provider: string
  readonly startedAtMs: number
  readonly endedAtMs: number
  readonly outcome: EngineCallOutcome
  readonly reason: string | undefined
}

/** A call to be recorded; the id is made before. */
export interface EndedEngineCall extends Omit<EngineCall, 'endedAtMs'> {
  /** undefined: it ends with the transaction that records it. */
  readonly endedAtMs?: number | undefined
  readonly id: string
  readonly taskId: string
}

const reasonCharactersMax = 300

let lastMs = 0

/** Sorts after every id that this process has made before: calls may end within the same millisecond. */
export function newEngineCallId(): string {
  lastMs = Math.max(lastMs + 1, Date.now())
  return newTaskId(lastMs)
}

/**
 * Records the end of a call in the transaction that saves what follows it, and that has locked its task. An engine
 * that is busy for long has one row, from the first call to the end of the last.
 */
export async function insertEngineCall(tx: Tx, call: EndedEngineCall): Promise<void> {
  if (await findWritten(tx, () => hasEngineCall(tx.db, call))) return
  if (call.outcome === 'busy' && (await extendBusyCall(tx, call))) return
  await tx.db
    .insertInto('engine_calls')
    .values({
      id: call.id,
      task_id: call.taskId,
      attempt: BigInt(call.attempt),
      provider: call.provider,
      started_at: BigInt(call.startedAtMs),
      ended_at: endOf(tx, call),
      outcome: call.outcome,
      reason: storedReason(call),
    })
    .execute()
}

/** False if the engine was not busy before, or any engine has said something else since. */
async function extendBusyCall(tx: Tx, call: EndedEngineCall): Promise<boolean> {
  const rows = await tx.db
    .selectFrom('engine_calls')
    .select(['id', 'attempt', 'provider', 'outcome'])
    .where('task_id', '=', call.taskId)
    .orderBy('id', 'desc')
    .execute()
  const end = rows.findIndex(({ outcome, attempt }) => outcome !== 'busy' || Number(attempt) !== call.attempt)
  const run = end === -1 ? rows : rows.slice(0, end)
  const same = run.find(({ provider }) => provider === call.provider)
  if (same === undefined) return false
  await tx.db
    .updateTable('engine_calls')
    .set({ ended_at: endOf(tx, call), reason: storedReason(call) })
    .where('task_id', '=', call.taskId)
    .where('id', '=', same.id)
    .execute()
  return true
}

/** A pause that came after the call is not part of it. */
function endOf(tx: Tx, { endedAtMs = tx.nowMs }: EndedEngineCall): bigint {
  return BigInt(Math.min(endedAtMs, tx.nowMs))
}

function storedReason({ reason }: EndedEngineCall): string | null {
  return reason === undefined ? null : [...reason].slice(0, reasonCharactersMax).join('')
}

async function hasEngineCall(db: Reader, { taskId, id }: EndedEngineCall): Promise<true | undefined> {
  const row = await db
    .selectFrom('engine_calls')
    .select('id')
    .where('task_id', '=', taskId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? undefined : true
}

/** The calls for a task that ended without a result, in their order. */
export async function listEngineCalls(db: Reader, taskId: string): Promise<EngineCall[]> {
  const rows = await db
    .selectFrom('engine_calls')
    .selectAll()
    .where('task_id', '=', taskId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    attempt: Number(row.attempt),
    provider: row.provider,
    startedAtMs: Number(row.started_at),
    endedAtMs: Number(row.ended_at),
    outcome: row.outcome,
    reason: row.reason ?? undefined,
  }))
}

/** Deletes the calls for these tasks. */
export async function deleteEngineCalls(tx: Tx, taskIds: readonly string[]): Promise<void> {
  const calls = await tx.db
    .selectFrom('engine_calls')
    .select(['task_id', 'id'])
    .where('task_id', 'in', taskIds)
    .execute()
  if (calls.length > 0) await tx.dialect.deleteByKeys('engine_calls', calls).execute(tx.db)
}
