import type { ChildProcess } from 'node:child_process'
import type { ChildFolder } from './fork-child.ts'
import type { ExceededLimit } from './limit-process.ts'

/** A job that ended without a result: its child crashed, or was ended for what it exceeded, or the job was abandoned. */
export interface LostJob {
  readonly kind: 'lost'
  readonly exceeded?: ExceededLimit | 'time'
  /** The pool was closed, or no child could be started or held to its limits, which says nothing about the job. */
  readonly isMachines?: true
}

export interface Job<Request, Result> {
  readonly request: Request
  readonly settle: (result: Result | LostJob) => void
}

export interface Child<Request, Result> {
  readonly process: ChildProcess
  readonly folder: ChildFolder | undefined
  /** Ends once its folder is removed. */
  removal: Promise<void>
  job: Job<Request, Result> | undefined
  timer: NodeJS.Timeout | undefined
  stopLooking: (() => void) | undefined
  /** What its job comes to if it ends now. */
  loss: LostJob
  isReady: boolean
  /** Told to end: takes no more jobs, although its process may still exist for a moment. */
  ending: boolean
}

/** Of whatever jobs. */
type AnyChild = Pick<Child<unknown, unknown>, 'process' | 'removal'> & {
  job: unknown
  isReady: boolean
  ending: boolean
}

/** A working child keeps this process alive, an idle one does not. */
export function holdOpen(child: AnyChild, held: boolean): void {
  if (held) {
    child.process.ref()
    child.process.channel?.ref()
  } else {
    child.process.unref()
    child.process.channel?.unref()
  }
}

export function isFree({ job, isReady, ending, process }: AnyChild): boolean {
  return job === undefined && isReady && !ending && process.connected
}

/**
 * SIGKILL: a child in the middle of a frame would not react to another signal, and its folder goes with it.
 */
export function kill(child: AnyChild): void {
  child.ending = true
  child.process.kill('SIGKILL')
}

export function endChild(child: AnyChild): Promise<void> {
  return new Promise((resolve) => {
    child.process.once('close', () => resolve(child.removal))
    holdOpen(child, true)
    kill(child)
  })
}
