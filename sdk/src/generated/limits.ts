// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

/** Largest request body, 64 KB. A larger one is refused with 413 PAYLOAD_TOO_LARGE. */
export const requestBodyBytesMax = 65536

/** How long a body may take to arrive, 30 seconds. After that, 408 REQUEST_TIMEOUT, and the connection closes. */
export const requestBodySeconds = 30

/** Longest X-Request-Id that is echoed. A longer one is replaced, never refused. */
export const requestIdCharactersMax = 128

/** Generation requests of an account in any 60 seconds over all four generation operations; beyond it, 429. */
export const generationRequestsPerMinute = 60

/** How long the Idempotency-Key of an accepted request is remembered, 24 hours, unless the operator sets another time. */
export const idempotencyKeyRememberedSeconds = 86400

/** Length of an upload window, 15 minutes from the reservation. Bytes and completion must arrive within it. */
export const uploadWindowSeconds = 900

/** Largest uploaded file, 20 MB counted as 20 * 1024 * 1024. A larger one is INVALID with FILE_TOO_LARGE. */
export const uploadBytesMax = 20971520

/** Smallest uploaded file, the bytes of the smallest WebP of 16 by 16 pixels. A smaller one is no image and is INVALID with FILE_TOO_SMALL. */
export const uploadBytesMin = 28

/** Shortest allowed side of an uploaded image. Below it, DIMENSIONS_OUT_OF_RANGE. */
export const uploadSidePxMin = 16

/** Longest allowed side of an uploaded image. Above it, DIMENSIONS_OUT_OF_RANGE. */
export const uploadSidePxMax = 8192

/** Most pixels (width times height) of an uploaded image, 40 megapixels. Above it, DIMENSIONS_OUT_OF_RANGE. */
export const uploadPixelsMax = 40000000

/** Longest time for which a poll is held with Prefer, 30 seconds. A longer one is reduced to this. */
export const heldPollSecondsMax = 30

/** Polls of an account that one process holds at one time, unless the operator sets another number; one more is answered immediately. */
export const heldPollsMax = 100

/** Longest range of days whose usage one request returns, 92 days. A longer one is refused with 400. */
export const usageDaysMax = 92

/** Uploads of an account that may be PENDING or INVALID within their window, unless the operator sets another number; beyond it, 429. */
export const openUploadsMax = 100

/** Bytes of an account's READY uploads, 10 GB counted as 10 * 1024 * 1024 * 1024, unless the operator sets another number; beyond it, 409. */
export const keptUploadsBytesMax = 10737418240

/** Bytes that a READY upload counts as at least, 4 KB, so that the number of tiny files is bounded too. */
export const keptUploadBytesMin = 4096

/** How long a result link is valid, 60 minutes. Polling the task gives a fresh one. */
export const resultLinkSeconds = 3600

/** How long a provider's link to an input image is valid, 30 minutes. Such links are never returned to a client. */
export const generationInputLinkSeconds = 1800
