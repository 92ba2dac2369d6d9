import { acceptancesOf } from '../acceptances.ts'
import type { Operation } from '../history.ts'
import { allOf, type Status } from '../service-history.ts'
import { groupBy } from './group-by.ts'

/** What a client was told of a task. */
interface SeenStatus {
  readonly task: string
  readonly status: Status | 'NOT_FOUND'
  readonly by: Operation
}

/** How many tasks a page has, unless it is the last one. */
const pageLength = 20

/** What polls and lists say of tasks. */
export function seenStatuses(operations: readonly Operation[]): SeenStatus[] {
  const polled = allOf(operations, 'poll').flatMap((by) =>
    by.type === 'ok' && by.found !== undefined ? [{ task: by.asked.task, status: by.found.status, by }] : [],
  )
  return [...polled, ...listedStatuses(operations)]
}

/**
 * A list says of a task what a poll would. A task is not found by one that lacks it although it must have it: one with
 * ids has each of the account's, the last page has all, and another one each that is newer than its last. The times of
 * tasks with an input are set back during a history, so only the last page must have these.
 */
function listedStatuses(operations: readonly Operation[]): SeenStatus[] {
  const firstAcceptance = new Map<string, number>()
  const withInput = new Set<string>()
  for (const { task, accept } of acceptancesOf(operations)) {
    firstAcceptance.set(task, Math.min(accept.start, firstAcceptance.get(task) ?? accept.start))
    if (accept.asked.input !== undefined) withInput.add(task)
  }
  const tasks = allOf(operations, 'final').flatMap(({ found }) => found?.tasks ?? [])
  const tasksOf = groupBy(tasks, ({ account }) => account)
  const timeOf = new Map(tasks.map(({ id, acceptedAtMs }) => [id, acceptedAtMs]))
  return allOf(operations, 'list').flatMap((by) => {
    const { type, asked, found, end } = by
    if (type !== 'ok' || found === undefined) return []
    const { account, ids } = asked
    const shown = new Set(found.tasks.map(({ task }) => task))
    const isLast = found.isLast || shown.size < pageLength
    const oldestMs = isLast
      ? Number.NEGATIVE_INFINITY
      : Math.min(...[...shown].map((task) => timeOf.get(task) ?? Number.POSITIVE_INFINITY))
    const missing = (tasksOf.get(account) ?? []).filter(
      ({ id, acceptedAtMs }) =>
        !shown.has(id) &&
        (firstAcceptance.get(id) ?? 0) < end &&
        (ids === undefined ? isLast || (acceptedAtMs > oldestMs && !withInput.has(id)) : ids.includes(id)),
    )
    return [
      ...found.tasks.map(({ task, status }) => ({ task, status, by })),
      ...missing.map(({ id }) => ({ task: id, status: 'NOT_FOUND' as const, by })),
    ]
  })
}
