import type * as contract from '@mediagen/contract/models'

/** One transition of a task, and the movement of its money in the same transaction. */
interface TaskMove {
  readonly from: 'QUEUED' | 'PROCESSING' | null
  readonly to: 'QUEUED' | 'PROCESSING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED'
  readonly money: 'reserve' | 'charge' | 'refund' | 'none'
}

/**
 * The lifecycle of a task and of its money. Every path from creation to a terminal status reserves once and
 * settles once: `money` names the function of the ledger that the move calls, and a test makes every path on a
 * real database. `retake` is the takeover of an expired lease: the status stays the same.
 */
export const taskMoves = {
  accept: { from: null, to: 'QUEUED', money: 'reserve' },
  start: { from: 'QUEUED', to: 'PROCESSING', money: 'none' },
  retake: { from: 'PROCESSING', to: 'PROCESSING', money: 'none' },
  succeed: { from: 'PROCESSING', to: 'SUCCEEDED', money: 'charge' },
  fail: { from: 'PROCESSING', to: 'FAILED', money: 'refund' },
  cancel: { from: 'QUEUED', to: 'CANCELLED', money: 'refund' },
} as const satisfies Record<string, TaskMove>

type Moves = typeof taskMoves
export type TaskMoveName = keyof Moves
export type TaskStatus = Moves[TaskMoveName]['to']
/**
 * A status without outgoing transitions. Derived, so that a new row of the table affects every switch over
 * it.
 */
export type TerminalStatus = Exclude<TaskStatus, Moves[TaskMoveName]['from']>

export const taskStatuses = [
  'QUEUED',
  'PROCESSING',
  'SUCCEEDED',
  'FAILED',
  'CANCELLED',
] as const satisfies readonly TaskStatus[]

export function isTerminal(status: TaskStatus): status is TerminalStatus {
  return !Object.values(taskMoves).some((move) => move.from === status)
}

/** Why a task failed, as the caller reads it in `error.code`. */
export const taskErrorCodes = [
  'INVALID_INPUT',
  'GENERATION_FAILED',
  'PROVIDER_UNAVAILABLE',
  'PROVIDER_SUBMIT_AMBIGUOUS',
  'NO_PROVIDER_CONFIGURED',
  'WORKER_TIMEOUT',
] as const satisfies readonly contract.TaskErrorCode[]

export type TaskErrorCode = (typeof taskErrorCodes)[number]

export interface TaskFailure {
  readonly code: TaskErrorCode
  /** Public: shown to the caller. */
  readonly message: string
}

/** Why the files of a result no longer exist, as the caller reads it in `output.removed.code`. */
export type RemovedResultCode = contract.RemovedResultCode

/** Of a task that succeeded and whose files are removed; its output is then an empty list. */
export interface RemovedResult {
  readonly code: RemovedResultCode
  readonly removedAtMs: number
}

/** What a finished task stores of each file; the signed link is created again on every poll. */
export interface StoredMedia {
  readonly key: string
  readonly contentType: string
  readonly sizeBytes: number
  /** A small WebP of it, in the same store; absent where it is small itself, or none could be made. */
  readonly thumbnail?: { readonly key: string }
  /** Absent if the file has neither a mark of ours nor content credentials of the engine. */
  readonly provenance?: {
    readonly mark: 'none' | 'xmp' | 'signed'
    /** What became of the engine's C2PA manifest. */
    readonly manifest?: 'kept' | 'lost'
  }
}

/** The keys of everything that is stored of a result. */
export function storedKeysOf(output: readonly Pick<StoredMedia, 'key' | 'thumbnail'>[]): string[] {
  return output.flatMap(({ key, thumbnail }) => (thumbnail === undefined ? [key] : [key, thumbnail.key]))
}
