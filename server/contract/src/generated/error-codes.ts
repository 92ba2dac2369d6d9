// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import type { ErrorKind } from '@mediagen/contract-runtime/errors'

/** Every error of the API: its status, and the message for people. */
export const errorCodes = {
  INVALID_REQUEST: {
    status: 400,
    message: 'The request does not meet the contract; see details.',
  },
  INVALID_JSON: {
    status: 400,
    message: 'The request body is not a valid JSON object.',
  },
  ASSET_NOT_USABLE: {
    status: 400,
    message: 'No usable upload has this assetId: it must be one of your own uploads with status READY.',
  },
  EFFECT_NOT_USABLE: {
    status: 400,
    message: 'No effect of this kind has this effectId; GET /api/v1/effects lists them.',
  },
  UPLOAD_NOT_RECEIVED: {
    status: 400,
    message: 'The file has not arrived yet: PUT it to the uploadUrl, then complete the upload again.',
  },
  UNAUTHENTICATED: {
    status: 401,
    message: 'A valid API key is required: Authorization: Bearer <API_KEY>.',
  },
  INSUFFICIENT_BALANCE: {
    status: 402,
    message: 'The balance is too low to start this generation.',
  },
  KEY_NOT_PERMITTED: {
    status: 403,
    message: 'This API key may only read, or may not order this product.',
  },
  KEY_LIMIT_REACHED: {
    status: 403,
    message: 'The price exceeds what this API key may still spend.',
  },
  ACCOUNT_NOT_ACTIVE: {
    status: 403,
    message: 'This account is suspended or closed, so it can order and upload nothing; ask the operator of the service.',
  },
  NOT_FOUND: {
    status: 404,
    message: 'There is no such endpoint.',
  },
  TASK_NOT_FOUND: {
    status: 404,
    message: 'There is no such task.',
  },
  UPLOAD_NOT_FOUND: {
    status: 404,
    message: 'There is no such upload.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: 'This endpoint does not support this method; see the Allow header.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    message: 'The request did not arrive in time; send it again, with the same Idempotency-Key if it had one.',
  },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    message: 'This Idempotency-Key was already used with different parameters; nothing was created or charged.',
  },
  TASK_NOT_CANCELLABLE: {
    status: 409,
    message: 'Only a queued task can be cancelled; this one has already started or ended.',
  },
  STORAGE_LIMIT_REACHED: {
    status: 409,
    message: 'The account\'s space for uploads is used up; the operator of the service can free some.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    message: 'The request body is larger than the service accepts.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: 'The request body must be sent as application/json.',
  },
  RATE_LIMITED: {
    status: 429,
    message: 'Too many generation requests; wait for the seconds in Retry-After.',
    retryAfterSeconds: 1,
  },
  TOO_MANY_OPEN_TASKS: {
    status: 429,
    message: 'The account has as many unfinished tasks as it may; wait until one ends, or cancel one.',
    retryAfterSeconds: 5,
  },
  TOO_MANY_OPEN_UPLOADS: {
    status: 429,
    message: 'Too many uploads are open; complete one with a valid file, or wait for the seconds in Retry-After.',
  },
  INTERNAL: {
    status: 500,
    message: 'The service failed; its log has the cause under the requestId.',
  },
  TIER_UNAVAILABLE: {
    status: 503,
    message: 'This generation tier is currently unavailable.',
    retryAfterSeconds: 10,
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: 'The service is temporarily unavailable; try again shortly.',
    retryAfterSeconds: 1,
  },
} as const satisfies Readonly<Record<string, ErrorKind>>

export type ErrorCode = keyof typeof errorCodes
