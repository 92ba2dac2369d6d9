import {
  AccountNotActiveError,
  AssetNotUsableError,
  AuthenticationError,
  ConnectionError,
  CostLimitError,
  EffectNotUsableError,
  IdempotencyConflictError,
  InsufficientBalanceError,
  InvalidRequestError,
  InvalidResponseError,
  KeyLimitError,
  KeyNotPermittedError,
  type MediagenError,
  NotFoundError,
  RateLimitError,
  RequestNotReceivedError,
  ResultNotDeletableError,
  ResultRemovedError,
  ServerError,
  StorageLimitError,
  SubmitAmbiguousError,
  TaskCancelledError,
  TaskFailedError,
  TaskNotCancellableError,
  TierUnavailableError,
  TooManyOpenTasksError,
  TooManyOpenUploadsError,
  UploadNotDeletableError,
  UploadRejectedError,
  UploadTransferError,
  WaitTimeoutError,
} from '@mediagen/sdk'
import { AdvisedError, CommandError, SeveralError } from './command-error.js'
import { type ExitCodeName, exitCodes } from './exit-codes.js'
import { StoppedError } from './stop.js'

type ErrorClass = abstract new (...args: never) => MediagenError

/** Subclasses before their parents: the first match wins. */
const codesOfErrors: readonly (readonly [ExitCodeName, readonly ErrorClass[]])[] = [
  ['usage', [InvalidRequestError, AssetNotUsableError, EffectNotUsableError]],
  ['unauthenticated', [AuthenticationError]],
  ['insufficientBalance', [InsufficientBalanceError]],
  ['costLimit', [CostLimitError]],
  ['fileRejected', [UploadRejectedError]],
  ['notFound', [NotFoundError, ResultRemovedError]],
  [
    'conflict',
    [IdempotencyConflictError, TaskNotCancellableError, ResultNotDeletableError, UploadNotDeletableError],
  ],
  ['rateLimited', [RateLimitError, TooManyOpenTasksError, TooManyOpenUploadsError]],
  ['storageFull', [StorageLimitError]],
  ['forbidden', [KeyNotPermittedError, KeyLimitError, AccountNotActiveError]],
  ['taskFailed', [TaskFailedError]],
  ['taskCancelled', [TaskCancelledError]],
  ['waitTimeout', [WaitTimeoutError]],
  ['submitAmbiguous', [SubmitAmbiguousError]],
  [
    'unavailable',
    [
      TierUnavailableError,
      RequestNotReceivedError,
      ServerError,
      ConnectionError,
      InvalidResponseError,
      UploadTransferError,
    ],
  ],
]

/** The exit code for an error. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof AdvisedError) return exitCodeOf(error.reason)
  if (error instanceof SeveralError) return exitCodeOf(error.first)
  if (error instanceof CommandError) return exitCodes[error.exit]
  if (error instanceof StoppedError) return exitCodes[error.by === 'SIGINT' ? 'interrupted' : 'terminated']
  const found = codesOfErrors.find(([, classes]) => classes.some((one) => error instanceof one))
  return exitCodes[found?.[0] ?? 'other']
}
