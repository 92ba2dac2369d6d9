export type { Clock } from './core/clock.js'
export type { FetchedResponse, FetchFunction, FetchInit, ResponseHeaders } from './core/fetch.js'
export { fromPath } from './core/file-system.js'
export type * from './core/hooks.js'
export type { MediagenHttp } from './core/http.js'
export { type Logger, type LogOptions, logHooks } from './core/log-hooks.js'
export {
  AccountNotActiveError,
  ApiError,
  AssetNotUsableError,
  AuthenticationError,
  EffectNotUsableError,
  IdempotencyConflictError,
  InsufficientBalanceError,
  InvalidRequestError,
  KeyLimitError,
  KeyNotPermittedError,
  NotFoundError,
  RateLimitError,
  RequestNotReceivedError,
  ResultNotDeletableError,
  ServerError,
  StorageLimitError,
  TaskNotCancellableError,
  TierUnavailableError,
  TooManyOpenTasksError,
  TooManyOpenUploadsError,
  UploadNotDeletableError,
  UploadNotReceivedError,
} from './errors/api-error.js'
export {
  ConnectionError,
  DownloadError,
  InvalidResponseError,
  RequestTimeoutError,
  SubmitAbortedError,
  SubmitAmbiguousError,
} from './errors/call-errors.js'
export { CostLimitError } from './errors/cost-errors.js'
export { MediagenError } from './errors/mediagen-error.js'
export {
  ResultRemovedError,
  TaskCancelledError,
  TaskFailedError,
  WaitTimeoutError,
} from './errors/task-errors.js'
export { UploadRejectedError, UploadTransferError } from './errors/upload-errors.js'
export type { paths } from './generated/openapi.js'
export type { Images, Videos } from './generations/generations.js'
export type { Tasks } from './generations/tasks.js'
export { type CatalogueOptions, Mediagen, type MediagenOptions } from './mediagen.js'
export type * from './types/index.js'
export type { Uploads } from './uploads/uploads.js'
