import type { TaskPage } from '@mediagen/contract/models'
import type { FollowedTasks } from '../../use-cases/tasks/follow-tasks.ts'
import { entityTagOfStates } from './entity-tags.ts'
import type { AppliedHeaders } from './hold.ts'

/** What a request with ids does not take. */
const filters = ['status', 'type', 'prompt', 'createdFrom', 'createdBefore', 'limit', 'cursor']

/** The names of the filters that a query has. */
export function filtersOf(query: object): string[] {
  return filters.filter((name) => name in query)
}

/** The response about several tasks, with their tag, or 304 if the caller has seen their states. */
export function followResponse(
  { tasks, states }: FollowedTasks,
  hasSeen: ((states: string) => boolean) | undefined,
  applied: AppliedHeaders | undefined,
) {
  const body: TaskPage = { tasks: [...tasks], nextCursor: null }
  if (states === undefined) return { status: 200, body, headers: { ...applied } } as const
  const headers = { ETag: entityTagOfStates(states), ...applied }
  return hasSeen?.(states)
    ? ({ status: 304, body: undefined, headers } as const)
    : ({ status: 200, body, headers } as const)
}
