import { ServiceError } from './service-error.js'

/**
 * Converts any error to an error: an outage (503) if `isOutage` says so, otherwise an internal error (500).
 */
export function toServiceError(error: unknown, isOutage: (error: unknown) => boolean): ServiceError {
  if (error instanceof ServiceError) return error
  if (isOutage(error)) return new ServiceError('SERVICE_UNAVAILABLE', { cause: error })
  return new ServiceError('INTERNAL', { cause: error })
}
