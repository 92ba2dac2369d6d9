// Generated from openapi/errors.yaml by `npm run generate`. Do not edit.

import type { ApiErrorCode, RemovedResult, TaskErrorCode, UploadErrorCode } from '@mediagen/sdk'
import type { Explanation } from './strings.ts'

/** The errors of the service. For a code that is not here, the page shows the message of the service. */
export const apiErrors = {
  "INVALID_REQUEST": {
    "title": "The service does not accept these settings",
    "advice": "Change the fields named below and send it again. Nothing was charged."
  },
  "ASSET_NOT_USABLE": {
    "title": "This image can no longer be used",
    "advice": "Choose it again to upload it again. Nothing was charged."
  },
  "EFFECT_NOT_USABLE": {
    "title": "This effect is not available here",
    "advice": "Choose another one; reload the page to refresh the list. Nothing was charged."
  },
  "UPLOAD_NOT_RECEIVED": {
    "title": "The image did not arrive",
    "advice": "Choose it again. If that fails too, check your connection."
  },
  "UNAUTHENTICATED": {
    "title": "The API key is not valid",
    "advice": "Enter another one at the top of the page. Keys can expire, and the operator of the service can revoke them."
  },
  "INSUFFICIENT_BALANCE": {
    "title": "The balance is too low",
    "advice": "The operator of the service adds money to accounts. Nothing was charged."
  },
  "KEY_NOT_PERMITTED": {
    "title": "This API key may not do that",
    "advice": "It may only read, or not order this product. Ask the operator for another one. Nothing was charged."
  },
  "KEY_LIMIT_REACHED": {
    "title": "This API key has spent what it may",
    "advice": "Choose something cheaper, try again after midnight UTC, or ask the operator. Nothing was charged."
  },
  "ACCOUNT_NOT_ACTIVE": {
    "title": "This account is suspended or closed",
    "advice": "Its tasks and results remain. Ask the operator of the service. Nothing was charged."
  },
  "NOT_FOUND": {
    "title": "The service has no such address",
    "advice": "Check the address at the top of the page: it must not end with /api."
  },
  "TASK_NOT_FOUND": {
    "title": "The service does not know this task",
    "advice": "It belongs to another account, or its data was reset."
  },
  "UPLOAD_NOT_FOUND": {
    "title": "The service does not know this upload",
    "advice": "Choose the image again."
  },
  "REQUEST_TIMEOUT": {
    "title": "The request arrived too slowly",
    "advice": "Check the connection and send it again. Nothing was charged."
  },
  "IDEMPOTENCY_CONFLICT": {
    "title": "This request was sent before with other settings",
    "advice": "Send it again as a new request. Nothing was charged."
  },
  "TASK_NOT_CANCELLABLE": {
    "title": "Too late to cancel",
    "advice": "The task has started. It will run to its end, and is refunded if it fails."
  },
  "RESULT_NOT_DELETABLE": {
    "title": "The task has not finished",
    "advice": "Wait until it has finished, then delete it."
  },
  "UPLOAD_NOT_DELETABLE": {
    "title": "This upload cannot be deleted yet",
    "advice": "Wait until its 15 minutes are over."
  },
  "STORAGE_LIMIT_REACHED": {
    "title": "The space for uploads is used up",
    "advice": "Delete some, or ask the operator of the service. Effects on images that are already uploaded still work."
  },
  "PAYLOAD_TOO_LARGE": {
    "title": "The request is too large",
    "advice": "Shorten the text and send it again. Nothing was charged."
  },
  "RATE_LIMITED": {
    "title": "Too many generation requests in a minute",
    "advice": "Wait a moment and send it again. Nothing was charged."
  },
  "TOO_MANY_OPEN_TASKS": {
    "title": "Too many tasks are unfinished",
    "advice": "Wait until one ends, or cancel one that has not started. Nothing was charged."
  },
  "TOO_MANY_OPEN_UPLOADS": {
    "title": "Too many uploads are unfinished",
    "advice": "They expire after 15 minutes. Try again then."
  },
  "INTERNAL": {
    "title": "The service failed",
    "advice": "Try again. If it persists, give the request id below to the operator."
  },
  "TIER_UNAVAILABLE": {
    "title": "No engine can make this right now",
    "advice": "Choose another resolution, or try again later. Nothing was charged."
  },
  "SERVICE_UNAVAILABLE": {
    "title": "The service is busy or restarting",
    "advice": "Try again shortly."
  }
} as const satisfies Partial<Record<ApiErrorCode, Explanation>>

/** Why a task has failed. */
export const taskErrors = {
  "INVALID_INPUT": {
    "title": "The engine rejected the prompt or the image",
    "advice": "It was refunded in full. The same request will fail again: change the prompt or the image."
  },
  "GENERATION_FAILED": {
    "title": "The engine produced no usable result",
    "advice": "It was refunded in full. Try again."
  },
  "PROVIDER_UNAVAILABLE": {
    "title": "No engine could be reached",
    "advice": "It was refunded in full. Try again in a few minutes."
  },
  "PROVIDER_SUBMIT_AMBIGUOUS": {
    "title": "It is not known whether the engine accepted the task",
    "advice": "It was refunded in full. It was not sent again, so that nobody pays twice. Try again."
  },
  "NO_PROVIDER_CONFIGURED": {
    "title": "No engine is set up for this",
    "advice": "It was refunded in full. The operator of the service can set one up."
  },
  "WORKER_TIMEOUT": {
    "title": "It took too long",
    "advice": "It was refunded in full. Try again, with a smaller resolution if you can."
  }
} as const satisfies Record<TaskErrorCode, Explanation>

/** Why the result of a task that succeeded is not there any more. */
export const removedResults = {
  "RESULT_EXPIRED": {
    "title": "The result is no longer kept",
    "advice": "This service keeps results for a limited time: download what you want to keep. Make it again."
  },
  "RESULT_DELETED": {
    "title": "The result was deleted",
    "advice": "Make it again if you need it."
  }
} as const satisfies Record<RemovedResult['code'], Explanation>

/** Why an image cannot be used. */
export const uploadErrors = {
  "UNSUPPORTED_FORMAT": {
    "title": "This is not a JPEG, PNG or WebP",
    "advice": "Choose an image in one of these formats."
  },
  "CONTENT_TYPE_MISMATCH": {
    "title": "The file is of another type than declared",
    "advice": "Save the image again and choose the new file."
  },
  "FILE_TOO_LARGE": {
    "title": "The file is larger than 20 MB",
    "advice": "Choose a smaller one."
  },
  "FILE_TOO_SMALL": {
    "title": "The file is too small to be an image",
    "advice": "It may be damaged. Choose another one."
  },
  "DIMENSIONS_OUT_OF_RANGE": {
    "title": "The image has too few or too many pixels",
    "advice": "Each side must have 16 to 8192 pixels, and the image at most 40 megapixels."
  },
  "CONTENT_REFUSED": {
    "title": "The image breaks the content rules of this service",
    "advice": "Choose another image."
  },
  "UPLOAD_EXPIRED": {
    "title": "The upload took longer than 15 minutes",
    "advice": "Choose the image again."
  }
} as const satisfies Record<UploadErrorCode, Explanation>

/** What a person can do about a code, other than to send the request again. */
export const nextSteps = {
  "INVALID_REQUEST": "edit",
  "ASSET_NOT_USABLE": "image",
  "EFFECT_NOT_USABLE": "edit",
  "UPLOAD_NOT_RECEIVED": "image",
  "UNAUTHENTICATED": "key",
  "INSUFFICIENT_BALANCE": "smaller",
  "KEY_NOT_PERMITTED": "key",
  "KEY_LIMIT_REACHED": "smaller",
  "ACCOUNT_NOT_ACTIVE": "key",
  "UPLOAD_NOT_FOUND": "image",
  "PAYLOAD_TOO_LARGE": "edit",
  "TIER_UNAVAILABLE": "edit",
  "INVALID_INPUT": "edit",
  "NO_PROVIDER_CONFIGURED": "edit",
  "UNSUPPORTED_FORMAT": "image",
  "CONTENT_TYPE_MISMATCH": "image",
  "FILE_TOO_LARGE": "image",
  "FILE_TOO_SMALL": "image",
  "DIMENSIONS_OUT_OF_RANGE": "image",
  "CONTENT_REFUSED": "image",
  "UPLOAD_EXPIRED": "image"
} as const
