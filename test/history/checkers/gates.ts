import type { Operation } from '../history.ts'
import { allOf } from '../service-history.ts'

/**
 * An engine gets a task only after the gate has allowed it, whichever process died since it was asked; a task that the
 * gate refused, or about which it said nothing, does not succeed.
 */
export function findGateErrors(operations: readonly Operation[]): string[] {
  const allowedAt = new Map<string, number>()
  for (const { asked, start } of allOf(operations, 'judge'))
    if (asked.verdict === 'allow')
      allowedAt.set(asked.task, Math.min(start, allowedAt.get(asked.task) ?? start))
  const isAllowed = (task: string, at: number): boolean =>
    (allowedAt.get(task) ?? Number.POSITIVE_INFINITY) < at
  return [
    ...allOf(operations, 'submit')
      .filter(({ asked, start }) => !isAllowed(asked.task, start))
      .map(
        ({ asked, start }) => `task ${asked.task} is submitted without a verdict that allows it: ${start}`,
      ),
    ...allOf(operations, 'final').flatMap(({ found, start }) =>
      (found?.tasks ?? [])
        .filter(({ id, status }) => status === 'SUCCEEDED' && !isAllowed(id, start))
        .map(({ id }) => `task ${id} succeeded without a verdict that allows it`),
    ),
  ]
}
