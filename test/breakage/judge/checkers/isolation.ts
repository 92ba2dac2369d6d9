import { acceptancesOf } from '../acceptances.ts'
import type { Operation } from '../history.ts'
import { allOf } from '../service-history.ts'

/** Nobody sees, lists, cancels or uses what belongs to another account, or learns that it is there. */
export function findIsolationErrors(operations: readonly Operation[]): string[] {
  const owners = new Map(acceptancesOf(operations).map(({ task, accept }) => [task, accept.asked.account]))
  const listed = allOf(operations, 'list').flatMap(({ asked: { account }, found, start }) =>
    (found?.tasks ?? [])
      .filter(({ task }) => (owners.get(task) ?? account) !== account)
      .map(({ task }) => `account ${account}: the list has ${task}, of another account: operation ${start}`),
  )
  const trespasses = allOf(operations, 'trespass').flatMap(
    ({ asked: { account, what, id }, found, start }) => {
      const isRefused = found === undefined || (what === 'use' ? found.status >= 400 : found.status === 404)
      return isRefused ? [] : [`account ${account}: ${what} of ${id}, of another account: operation ${start}`]
    },
  )
  return [...trespasses, ...listed]
}
