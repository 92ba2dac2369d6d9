import { parse } from 'node:querystring'
import { requestValidators } from '@mediagen/contract/validation'
import type { ErrorRequestHandler, RequestHandler } from 'express'
import type { ListHold } from '../use-cases/follow-tasks.ts'
import type { UseCases } from '../use-cases/use-cases.ts'
import { statesSeenBy } from './entity-tags.ts'
import { holdRequest } from './hold-request.ts'
import { filtersOf, followResponse } from './operations/follow-response.ts'

/** Holds requests about several tasks by their ids. */
export function holdTaskList({
  useCases,
  errorHandler,
}: {
  readonly useCases: Pick<UseCases, 'holdTasks'>
  readonly errorHandler: ErrorRequestHandler
}): RequestHandler {
  return holdRequest({
    errorHandler,
    beginHold(request, accountId, times) {
      const { id: ids, ...others } = parse(new URL(request.url, 'http://any').search.slice(1))
      const taskIds = [ids ?? []].flat()
      // What is invalid is rejected as without a hold.
      const isValid = requestValidators.listTasks.query?.({ id: taskIds }) !== false
      if (ids === undefined || !isValid || filtersOf(others).length > 0) return undefined
      const hold: ListHold = { ...times, hasSeen: statesSeenBy(request.get('If-None-Match')) }
      return {
        hold,
        async response() {
          const followed = await useCases.holdTasks(accountId, taskIds, hold)
          return { ...followResponse(followed, hold.hasSeen), isApplied: followed.isApplied }
        },
      }
    },
  })
}
