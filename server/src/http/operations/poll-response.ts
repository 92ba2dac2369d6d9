import type { Task } from '@mediagen/contract/models'
import { entityTagOf } from './entity-tags.ts'
import type { AppliedHeaders } from './hold.ts'

/** The response to a poll: the task with its state's tag, or 304 if the caller has seen that state. */
export function pollResponse(
  task: Task,
  hasSeen: ((status: Task['status']) => boolean) | undefined,
  applied: AppliedHeaders | undefined,
) {
  const tag = entityTagOf(task.status)
  if (tag === undefined) return { status: 200, body: task, headers: { ...applied } } as const
  const headers = { ETag: tag, ...applied }
  return hasSeen?.(task.status)
    ? ({ status: 304, body: undefined, headers } as const)
    : ({ status: 200, body: task, headers } as const)
}
