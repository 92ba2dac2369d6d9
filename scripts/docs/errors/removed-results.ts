import type { RemovedResultCode } from '@mediagen/contract/models'
import type { ErrorText } from './error-text.ts'

const charged = 'Yes, when the task succeeded. The removal changes nothing about that.'

/** The codes of results that no longer exist. A code of the contract that is missing here does not compile. */
export const removedResults = {
  RESULT_EXPIRED: {
    title: 'The result is no longer kept',
    whatHappened:
      'The task succeeded, and the service keeps results for a limited time, which has passed. `removedAt` is when the files were deleted; links from earlier polls return 404.',
    wasICharged: charged,
    whatToDo:
      'Download results soon after their tasks succeed, and store them yourself. The operator of the service knows how long they are kept.',
    retry: 'The files do not come back. The same request, as a new generation, makes a similar result.',
  },
  RESULT_DELETED: {
    title: 'The result was deleted',
    whatHappened: 'The task succeeded, and its result was deleted, as with all data of an account.',
    wasICharged: charged,
    whatToDo: 'Nothing. Ask the operator of the service if you did not expect it.',
    retry: 'The files do not come back.',
  },
} as const satisfies Record<RemovedResultCode, ErrorText>
