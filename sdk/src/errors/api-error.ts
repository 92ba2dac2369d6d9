import type { ApiErrorCode, ApiErrorDetail } from '../types/index.js'
import { type ErrorProperties, MediagenError } from './mediagen-error.js'

/** What an error response of the service contains. */
export interface ApiErrorProperties extends ErrorProperties {
  readonly status: number
  readonly code: string
  readonly details: readonly ApiErrorDetail[]
  readonly retryAfterMs: number | undefined
  readonly helpUrl?: string | undefined
}

/** The service responded with an error. Its subclasses say which; this class itself is for unknown codes. */
export class ApiError extends MediagenError {
  static override readonly errorName: string = 'ApiError'
  /** The HTTP status. */
  declare readonly status: number
  /**
   * The stable code of the contract; `HTTP_502` and the like if something between you and the service
   * responded.
   */
  declare readonly code: ApiErrorCode | (string & {})
  /** The invalid places in the request; empty if none is named. */
  declare readonly details: readonly ApiErrorDetail[]
  /** How long the service asks you to wait before a retry, in milliseconds. */
  declare readonly retryAfterMs: number | undefined
  /**
   * The service's page about this code: what happened, whether you were charged and what to do. Undefined if
   * the service has no such pages.
   */
  declare readonly helpUrl: string | undefined
}

/** 400, 413, 415: the request breaks the contract; `details` names the places. */
export class InvalidRequestError extends ApiError {
  static override readonly errorName: string = 'InvalidRequestError'
  declare readonly name: 'InvalidRequestError'
}

/** 400: `assetId` is not one of your uploads, or is not `READY`. */
export class AssetNotUsableError extends ApiError {
  static override readonly errorName: string = 'AssetNotUsableError'
  declare readonly name: 'AssetNotUsableError'
}

/** 400: `effectId` is unknown, or belongs to the other surface. */
export class EffectNotUsableError extends ApiError {
  static override readonly errorName: string = 'EffectNotUsableError'
  declare readonly name: 'EffectNotUsableError'
}

/** 400: `uploads.complete` came before the bytes had arrived. */
export class UploadNotReceivedError extends ApiError {
  static override readonly errorName: string = 'UploadNotReceivedError'
  declare readonly name: 'UploadNotReceivedError'
}

/** 401: the API key is missing, unknown, revoked or expired. */
export class AuthenticationError extends ApiError {
  static override readonly errorName: string = 'AuthenticationError'
  declare readonly name: 'AuthenticationError'
}

/** 402: the balance does not cover the price. Nothing was reserved. */
export class InsufficientBalanceError extends ApiError {
  static override readonly errorName: string = 'InsufficientBalanceError'
  declare readonly name: 'InsufficientBalanceError'
}

/** 403: the API key may only read, or may not order this product. */
export class KeyNotPermittedError extends ApiError {
  static override readonly errorName: string = 'KeyNotPermittedError'
  declare readonly name: 'KeyNotPermittedError'
}

/** 403: the price exceeds what the API key may spend on this UTC day or in total. Nothing was reserved. */
export class KeyLimitError extends ApiError {
  static override readonly errorName: string = 'KeyLimitError'
  declare readonly name: 'KeyLimitError'
}

/** 403: the account is suspended or closed, so it can order and upload nothing. Reading and cancelling still work. */
export class AccountNotActiveError extends ApiError {
  static override readonly errorName: string = 'AccountNotActiveError'
  declare readonly name: 'AccountNotActiveError'
}

/** 404: you have no such task or upload, or the path is wrong; `code` says which. */
export class NotFoundError extends ApiError {
  static override readonly errorName: string = 'NotFoundError'
  declare readonly name: 'NotFoundError'
}

/** 408: the request did not arrive completely within 30 seconds, so nothing was done or charged. */
export class RequestNotReceivedError extends ApiError {
  static override readonly errorName: string = 'RequestNotReceivedError'
  declare readonly name: 'RequestNotReceivedError'
}

/** 409: the idempotency key already belongs to a request with other parameters. Nothing was charged. */
export class IdempotencyConflictError extends ApiError {
  static override readonly errorName: string = 'IdempotencyConflictError'
  declare readonly name: 'IdempotencyConflictError'
}

/** 409: the task has started or ended. */
export class TaskNotCancellableError extends ApiError {
  static override readonly errorName: string = 'TaskNotCancellableError'
  declare readonly name: 'TaskNotCancellableError'
}

/** 409: the task whose result was to be deleted has not finished. */
export class ResultNotDeletableError extends ApiError {
  static override readonly errorName: string = 'ResultNotDeletableError'
  declare readonly name: 'ResultNotDeletableError'
}

/** 409: the upload is not `READY`, and its 15 minutes last; the service deletes its file afterwards. */
export class UploadNotDeletableError extends ApiError {
  static override readonly errorName: string = 'UploadNotDeletableError'
  declare readonly name: 'UploadNotDeletableError'
}

/**
 * 409: the account's uploads use all of its space: delete some, or ask the operator of the service. If the bytes
 * had already arrived, `uploadId` is set: `uploads.complete(uploadId)` finishes the upload within its 15
 * minutes.
 */
export class StorageLimitError extends ApiError {
  static override readonly errorName: string = 'StorageLimitError'
  declare readonly name: 'StorageLimitError'
}

/**
 * 429: the account has as many unfinished tasks as its operator allows; wait until one ends, or cancel one.
 * Nothing was reserved.
 */
export class TooManyOpenTasksError extends ApiError {
  static override readonly errorName: string = 'TooManyOpenTasksError'
  declare readonly name: 'TooManyOpenTasksError'
}

/**
 * 429: too many uploads are open; complete one with a valid file, or wait `retryAfterMs`. Generations
 * are not affected.
 */
export class TooManyOpenUploadsError extends ApiError {
  static override readonly errorName: string = 'TooManyOpenUploadsError'
  declare readonly name: 'TooManyOpenUploadsError'
}

/** 429: more generation requests than the account may send in any minute; wait `retryAfterMs`. */
export class RateLimitError extends ApiError {
  static override readonly errorName: string = 'RateLimitError'
  declare readonly name: 'RateLimitError'
}

/** 503: no engine can make this product at this resolution right now. */
export class TierUnavailableError extends ApiError {
  static override readonly errorName: string = 'TierUnavailableError'
  declare readonly name: 'TierUnavailableError'
}

/** 500 and above: an error of the service, or of something between it and you. */
export class ServerError extends ApiError {
  static override readonly errorName: string = 'ServerError'
  declare readonly name: 'ServerError'
}

/**
 * By code if a code has its own class, otherwise by status. Without a prototype, which would contain the code
 * `constructor`.
 */
const classes: Readonly<Record<string, typeof ApiError | null>> = {
  __proto__: null,
  400: InvalidRequestError,
  401: AuthenticationError,
  402: InsufficientBalanceError,
  404: NotFoundError,
  408: RequestNotReceivedError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  429: RateLimitError,
  ASSET_NOT_USABLE: AssetNotUsableError,
  EFFECT_NOT_USABLE: EffectNotUsableError,
  UPLOAD_NOT_RECEIVED: UploadNotReceivedError,
  KEY_NOT_PERMITTED: KeyNotPermittedError,
  KEY_LIMIT_REACHED: KeyLimitError,
  ACCOUNT_NOT_ACTIVE: AccountNotActiveError,
  IDEMPOTENCY_CONFLICT: IdempotencyConflictError,
  TASK_NOT_CANCELLABLE: TaskNotCancellableError,
  RESULT_NOT_DELETABLE: ResultNotDeletableError,
  UPLOAD_NOT_DELETABLE: UploadNotDeletableError,
  STORAGE_LIMIT_REACHED: StorageLimitError,
  TOO_MANY_OPEN_TASKS: TooManyOpenTasksError,
  TOO_MANY_OPEN_UPLOADS: TooManyOpenUploadsError,
  TIER_UNAVAILABLE: TierUnavailableError,
}

/** Creates an error of the right class. */
export function createApiError(message: string, facts: ApiErrorProperties): ApiError {
  const { code, status } = facts
  const ErrorClass = classes[code] ?? classes[status] ?? (status >= 500 ? ServerError : ApiError)
  return new ErrorClass(message, facts)
}

/** The error that the service would return, for what is known before anything is sent. */
export function createEarlyError(
  status: number,
  code: ApiErrorCode,
  message: string,
  details: readonly ApiErrorDetail[] = [],
): ApiError {
  return createApiError(message, { status, code, details, retryAfterMs: undefined })
}
