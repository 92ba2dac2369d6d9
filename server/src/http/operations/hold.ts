import type { RequestContext } from '@mediagen/contract'
import type { PollHold } from '../../use-cases/tasks/get-task.ts'
import { waitSecondsOf } from './prefer.ts'

/** Says that a hold was granted to its end. */
export interface AppliedHeaders {
  readonly 'Preference-Applied': `wait=${number}`
}

/** How long the request may be held for `Prefer: wait`; undefined without that. Its time is kept for the log. */
export function holdOf<HasSeen>(prefer: string | undefined, hasSeen: HasSeen, caller: RequestContext) {
  const seconds = waitSecondsOf(prefer)
  if (seconds === 0) return undefined
  const hold: Omit<PollHold, 'hasSeen'> & { hasSeen: HasSeen } = {
    waitMs: seconds * 1000,
    signal: caller.signal,
    hasSeen,
  }
  caller.held = hold
  return hold
}

export function appliedHeaders(
  hold: { readonly waitMs: number } | undefined,
  { isApplied }: { readonly isApplied: boolean },
): AppliedHeaders | undefined {
  return hold !== undefined && isApplied ? { 'Preference-Applied': `wait=${hold.waitMs / 1000}` } : undefined
}
