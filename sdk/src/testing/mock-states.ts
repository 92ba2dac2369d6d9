import type { TaskErrorCode } from '../types/index.js'
import type { TaggedState } from './state-tags.js'

/** What decides how a task of a mock goes on. */
export interface Course {
  readonly createdAtMs: number
  readonly queuedMs: number
  readonly processingMs: number
  /** The time between two steps of its progress; as long as it runs for a task that tells none. */
  readonly progressStepMs: number
  readonly failure: TaskErrorCode | undefined
  /** When it is cancelled because it has not started; undefined if it starts in time. */
  readonly overdueAtMs: number | undefined
  readonly cancelledAtMs: number | undefined
}

/** The shortest time between two steps; a task that takes no longer tells none, as at the service. */
const stepMsMin = 2000
const stepsMax = 20

/** Between two steps of the progress of a task that runs for so long. */
export function progressStepMsFor(processingMs: number): number {
  return Math.max(stepMsMin, processingMs / stepsMax)
}

/** A task's state at a time. */
export function stateAt(task: Course, nowMs: number): TaggedState {
  const status = statusAt(task, nowMs)
  return { status, progress: status === 'PROCESSING' ? progressAt(task, nowMs).percent : undefined }
}

/** The time until a task changes by itself; undefined once it has ended. */
export function untilChangeMs(task: Course, nowMs: number): number | undefined {
  switch (statusAt(task, nowMs)) {
    case 'QUEUED':
      return Math.min(task.createdAtMs + task.queuedMs, task.overdueAtMs ?? Infinity) - nowMs
    case 'PROCESSING':
      return progressAt(task, nowMs).nextMs
    default:
      return undefined
  }
}

function statusAt({ createdAtMs, failure, ...times }: Course, nowMs: number): TaggedState['status'] {
  const ageMs = nowMs - createdAtMs
  if (times.cancelledAtMs !== undefined || nowMs >= (times.overdueAtMs ?? Infinity)) return 'CANCELLED'
  if (ageMs < times.queuedMs) return 'QUEUED'
  if (ageMs < times.queuedMs + times.processingMs) return 'PROCESSING'
  return failure === undefined ? 'SUCCEEDED' : 'FAILED'
}

/** How far a task is that runs: the last step, and the time until the next or the end. */
function progressAt({ createdAtMs, queuedMs, processingMs, progressStepMs: stepMs }: Course, nowMs: number) {
  const ranMs = nowMs - createdAtMs - queuedMs
  const doneMs = Math.floor(ranMs / stepMs) * stepMs
  const percent = doneMs > 0 ? Math.floor((100 * doneMs) / processingMs) : undefined
  return { percent, nextMs: Math.min(doneMs + stepMs, processingMs) - ranMs }
}
