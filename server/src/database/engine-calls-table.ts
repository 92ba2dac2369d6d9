/**
 * How a call of an engine ended without a result: the engine certainly did not take the task (`unavailable`, or
 * `busy`), may have taken it (`ambiguous`), lost the job, or took too long (`overdue`).
 */
export type EngineCallOutcome = 'unavailable' | 'busy' | 'ambiguous' | 'lost' | 'overdue'

/** As in `tables.ts`. */
export interface EngineCallsTable {
  task_id: string
  id: string
  attempt: bigint
  provider: string
  started_at: bigint
  ended_at: bigint
  outcome: EngineCallOutcome
  reason: string | null
}
