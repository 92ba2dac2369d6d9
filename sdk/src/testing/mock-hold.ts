import type { Clock } from '../core/clock.js'
import { heldPollSecondsMax } from '../generated/limits.js'
import type { MockTasks } from './mock-tasks.js'

/**
 * Holds a request about tasks for as long as it prefers to wait and `isHeld` says so after each change. Returns
 * what the response says of the hold.
 */
export async function holdWhile(
  { clock, tasks }: { readonly clock: Clock; readonly tasks: MockTasks },
  ids: readonly string[],
  { headers, signal }: Request,
  isHeld: () => boolean,
): Promise<Record<string, string>> {
  const asked = Number(/\bwait=(\d+)/.exec(headers.get('prefer') ?? '')?.[1] ?? 0)
  const seconds = Math.min(heldPollSecondsMax, asked)
  const endsAtMs = clock.now() + seconds * 1000
  while (clock.now() < endsAtMs && isHeld()) await tasks.holdAny(ids, endsAtMs - clock.now(), signal)
  return seconds > 0 ? { 'preference-applied': `wait=${seconds}` } : {}
}
