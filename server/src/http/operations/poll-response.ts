import type { Task } from '@mediagen/contract/models'
import type { PolledState } from '../../use-cases/tasks/get-task.ts'
import { entityTagOf } from './entity-tags.ts'
import type { AppliedHeaders } from './hold.ts'

/** The response to a poll: the task with its state's tag, or 304 if the caller has seen that state. */
export function pollResponse(
  task: Task,
  hasSeen: ((state: PolledState) => boolean) | undefined,
  applied: AppliedHeaders | undefined,
) {
  const tag = entityTagOf(task)
  if (tag === undefined) return { status: 200, body: task, headers: { ...applied } } as const
  const headers = { ETag: tag, ...applied }
  return hasSeen?.(task)
    ? ({ status: 304, body: undefined, headers } as const)
    : ({ status: 200, body: task, headers } as const)
}
