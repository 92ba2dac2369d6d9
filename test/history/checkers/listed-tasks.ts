import { acceptancesOf } from '../acceptances.ts'
import type { Operation } from '../history.ts'
import { allOf, type Status } from '../service-history.ts'
import { groupBy } from './group-by.ts'

/** What a list says of a task. */
interface ListedTask {
  readonly task: string
  readonly status: Status | 'NOT_FOUND'
  readonly list: Operation
}

/**
 * What lists say, as polls would. A task is not found by one that lacks it although it must have it: one with ids has
 * each of the account's, and a page each that is newer than its last. The times of tasks with an input are set back
 * during a history, so no page must have these.
 */
export function listedTasks(operations: readonly Operation[]): ListedTask[] {
  const firstAcceptance = new Map<string, number>()
  const withInput = new Set<string>()
  for (const { task, accept } of acceptancesOf(operations)) {
    firstAcceptance.set(task, Math.min(accept.start, firstAcceptance.get(task) ?? accept.start))
    if (accept.asked.input !== undefined) withInput.add(task)
  }
  const tasks = allOf(operations, 'final').flatMap(({ found }) => found?.tasks ?? [])
  const tasksOf = groupBy(tasks, ({ account }) => account)
  const timeOf = new Map(tasks.map(({ id, acceptedAtMs }) => [id, acceptedAtMs]))
  return allOf(operations, 'list').flatMap((list) => {
    const { type, asked, found, end } = list
    if (type !== 'ok' || found === undefined) return []
    const { account, ids } = asked
    const shown = new Set(found.tasks.map(({ task }) => task))
    const oldestMs = found.isLast
      ? Number.NEGATIVE_INFINITY
      : Math.min(...[...shown].map((task) => timeOf.get(task) ?? Number.POSITIVE_INFINITY))
    const missing = (tasksOf.get(account) ?? []).filter(
      ({ id, acceptedAtMs }) =>
        !shown.has(id) &&
        (firstAcceptance.get(id) ?? 0) < end &&
        (ids === undefined ? acceptedAtMs > oldestMs && !withInput.has(id) : ids.includes(id)),
    )
    return [
      ...found.tasks.map(({ task, status }) => ({ task, status, list })),
      ...missing.map(({ id }) => ({ task: id, status: 'NOT_FOUND' as const, list })),
    ]
  })
}
