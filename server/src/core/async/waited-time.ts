import { AsyncLocalStorage } from 'node:async_hooks'

/** How long a piece of work has waited for the database so far, over all its statements. */
export interface WaitedTime {
  /** In vain. */
  ms: number
  /** In vain or not. @default 0 */
  allMs?: number
  /** What a request has begun and others use, such as a shared look-up, no longer waits for it. */
  isEnded?: boolean
}

const counts = new AsyncLocalStorage<WaitedTime>()

/** Does the work, all of whose waits count together. */
export function countingWaits<T>(waited: WaitedTime, work: () => T): T {
  return counts.run(waited, work)
}

/** The count of the work that is being done, if it has one. */
export function currentWaitedTime(): WaitedTime | undefined {
  const waited = counts.getStore()
  return waited?.isEnded === true ? undefined : waited
}
