import { acceptancesOf } from '../acceptances.ts'
import type { Operation } from '../history.ts'
import { allOf, type FinalTask, refusedByGate } from '../service-history.ts'

/**
 * A task ends for a reason that the history has: its engine failed it or a gate refused it, and a deadline cancels it
 * no sooner than it passes and lets it start no later.
 */
export function findEndingErrors(operations: readonly Operation[]): string[] {
  const submits = allOf(operations, 'submit').map(({ asked }) => asked)
  const submitted = new Set(submits.map(({ task }) => task))
  const failed = new Set(submits.filter(({ fails }) => fails).map(({ task }) => task))
  const refused = refusedByGate(operations)
  const cancelled = new Set(
    allOf(operations, 'cancel').flatMap(({ asked, found }) =>
      found === undefined || found.isGranted ? [asked.task] : [],
    ),
  )
  const waitMs = new Map(
    acceptancesOf(operations).map(({ task, accept }) => [
      task,
      1000 * (accept.asked.cancelAfter ?? Infinity),
    ]),
  )

  /** Whether an error is one that its task can have; of those that are left, what was away is unknown. */
  const isFounded: Readonly<Record<string, (task: FinalTask) => boolean>> = {
    GENERATION_FAILED: ({ id }) => failed.has(id) || refused.has(id),
    PROVIDER_SUBMIT_AMBIGUOUS: ({ body }) => body.startsWith('image'),
    NO_PROVIDER_CONFIGURED: () => false,
  }
  const errorsOf = (task: FinalTask): string[] => {
    const { id, status, error, acceptedAtMs, startedAtMs, endedAtMs } = task
    const deadlineMs = acceptedAtMs + (waitMs.get(id) ?? Infinity)
    return [
      ...(status === 'SUCCEEDED' && !submitted.has(id) ? ['succeeded, and no engine got it'] : []),
      ...(error !== null && isFounded[error]?.(task) === false ? [`failed with ${error} for no reason`] : []),
      ...(startedAtMs !== null && startedAtMs > deadlineMs ? ['started after its deadline'] : []),
      ...(status === 'CANCELLED' && !cancelled.has(id) && (endedAtMs ?? 0) < deadlineMs
        ? ['was cancelled before its deadline, and not by a client']
        : []),
    ].map((what) => `task ${id} ${what}`)
  }
  return allOf(operations, 'final').flatMap(({ found }) => (found?.tasks ?? []).flatMap(errorsOf))
}
