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
  readonly onProgress: ((share: number) => void) | undefined
}

export interface Child<Request, Result> {
  readonly process: ChildProcess
  readonly folder: ChildFolder | undefined
  /** Called once it holds no place any more. */
  onLeft: (() => void) | undefined
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
type AnyChild = Pick<Child<unknown, unknown>, 'process' | 'isReady' | 'ending'> & { readonly job: unknown }

/** A working child keeps this process alive, an idle one does not. */
export function keepAlive(child: AnyChild, isKept: boolean): void {
  if (isKept) {
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
