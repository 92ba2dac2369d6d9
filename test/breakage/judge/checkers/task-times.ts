import { acceptancesOf } from '../acceptances.ts'
import type { Operation } from '../history.ts'
import { allOf } from '../service-history.ts'
import { seenStatuses } from './seen-statuses.ts'

/** A task as the requests that may have made it have it. */
export interface AcceptedTask {
  readonly account: string
  readonly price: number
  readonly start: number
  readonly end: number
}

/** Of several requests with one key, the first began a task, and the first response tells of it. */
export function acceptedTasks(operations: readonly Operation[]): Map<string, AcceptedTask> {
  const accepted = new Map<string, AcceptedTask>()
  for (const { task, accept } of acceptancesOf(operations)) {
    const { asked, start, end } = accept
    const known = accepted.get(task)
    accepted.set(task, {
      account: asked.account,
      price: asked.price,
      start: Math.min(start, known?.start ?? start),
      end: Math.min(end, known?.end ?? end),
    })
  }
  return accepted
}

/** By which entry each task was settled, and when a client was first told. */
export function endsOf(
  operations: readonly Operation[],
): Map<string, { kind: 'charge' | 'refund'; end: number }> {
  const ends = new Map<string, { kind: 'charge' | 'refund'; end: number }>()
  const add = (task: string, kind: 'charge' | 'refund', end: number): void => {
    const known = ends.get(task)
    if (known === undefined || end < known.end) ends.set(task, { kind, end })
  }
  for (const { task, status, by } of seenStatuses(operations)) {
    if (status === 'SUCCEEDED') add(task, 'charge', by.end)
    if (status === 'FAILED' || status === 'CANCELLED') add(task, 'refund', by.end)
  }
  for (const { asked, found, end } of allOf(operations, 'cancel'))
    if (found?.isGranted === true) add(asked.task, 'refund', end)
  for (const { found, end } of allOf(operations, 'final'))
    for (const { id, status } of found?.tasks ?? [])
      if (status === 'SUCCEEDED' || status === 'FAILED' || status === 'CANCELLED')
        add(id, status === 'SUCCEEDED' ? 'charge' : 'refund', end)
  return ends
}
