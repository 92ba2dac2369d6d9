import { requestValidators } from '@mediagen/contract/validation'
import type { ErrorRequestHandler, RequestHandler } from 'express'
import type { Hold } from '../use-cases/get-task.ts'
import type { UseCases } from '../use-cases/use-cases.ts'
import { seenBy } from './entity-tags.ts'
import { holdRequest } from './hold-request.ts'
import { pollResponse } from './operations/poll-response.ts'

/** Holds polls of one task. */
export function holdPoll({
  useCases,
  errorHandler,
}: {
  readonly useCases: Pick<UseCases, 'holdTask'>
  readonly errorHandler: ErrorRequestHandler
}): RequestHandler {
  return holdRequest({
    errorHandler,
    beginHold(request, accountId, times) {
      // An invalid id is rejected as in any poll.
      if (requestValidators.getTask.path?.(request.params) === false) return undefined
      const hold: Hold = { ...times, hasSeen: seenBy(request.get('If-None-Match')) }
      const taskId = String(request.params.taskId)
      return {
        hold,
        async response() {
          const { task, isApplied } = await useCases.holdTask(accountId, taskId, hold)
          return { ...pollResponse(task, hold.hasSeen), isApplied }
        },
      }
    },
  })
}
