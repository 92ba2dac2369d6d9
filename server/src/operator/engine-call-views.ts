import { toTimestamp, toTimestampOrNull } from '../core/domain/clock.ts'
import type { TaskErrorCode } from '../core/domain/tasks/task-states.ts'
import type { EngineCallOutcome } from '../database/tables.ts'
import type { TaskHistory } from './show-task.ts'

/** Each call of an engine for a task, as commands print it with --json and the operator's page receives it. */

type Shown = Pick<TaskHistory, 'task' | 'engineCalls'>

const outcomes: Readonly<Record<EngineCallOutcome, string>> = {
  unavailable: 'did not take it',
  busy: 'was busy',
  ambiguous: 'gave no clear answer',
  lost: 'lost the job',
  overdue: 'took too long',
}

/** How a call ended; the code of a failed task as it is. */
export function wordsOf(outcome: EngineCallOutcome | TaskErrorCode): string {
  return outcome in outcomes ? outcomes[outcome as EngineCallOutcome] : outcome
}

/** Those that ended without a result, then the last one, which ends with the task, unless it is among them. */
export function viewEngineCalls({ task, engineCalls }: Shown) {
  const ended = engineCalls.map(({ attempt, provider, startedAtMs, endedAtMs, outcome, reason }) => ({
    attempt,
    engine: provider,
    startedAt: toTimestamp(startedAtMs),
    endedAt: toTimestamp(endedAtMs) as string | null,
    outcome: outcomes[outcome] as string | null,
    /** The outcome as a word for programs, or the code of the task that failed with it; null: neither. */
    code: outcome as EngineCallOutcome | TaskErrorCode | null,
    reason: reason ?? null,
    /** The engine did not work on the task: it was called again and again until then. */
    isWaiting: outcome === 'busy',
  }))
  const { submission, engineCalledAtMs, completedAtMs, status, error } = task
  if (submission.kind === 'none' || engineCalledAtMs === undefined) return ended
  // An unclear answer that ended the task is recorded like the others.
  const isRecorded = engineCalls.at(-1)?.startedAtMs === engineCalledAtMs
  if (isRecorded && error?.code === 'PROVIDER_SUBMIT_AMBIGUOUS') return ended
  return [
    ...ended,
    {
      attempt: task.attempt,
      engine: submission.provider,
      startedAt: toTimestamp(engineCalledAtMs),
      endedAt: toTimestampOrNull(completedAtMs),
      /** null: it goes on. */
      outcome:
        completedAtMs === undefined
          ? null
          : status === 'SUCCEEDED'
            ? 'delivered'
            : `ended with the task, ${error?.code ?? status}`,
      code: error?.code ?? null,
      // A scrubbed task has lost its message.
      reason: error?.message || null,
      isWaiting: false,
    },
  ]
}

/** The calls that ended without a result, for the history of the task. */
export function eventsOfCalls({ engineCalls }: Pick<Shown, 'engineCalls'>) {
  return engineCalls.map(({ provider, endedAtMs, outcome, reason }) => ({
    atMs: endedAtMs,
    what: `The engine ${provider} ${outcomes[outcome]}${reason === undefined ? '' : `: ${reason}`}`,
    tone: outcome === 'busy' ? ('waiting' as const) : ('bad' as const),
  }))
}
