// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

/** The limits that no schema can state. The unit stands in the name. */
export const limits = {
  /** Largest request body, 64 KB. A larger one is refused with 413 PAYLOAD_TOO_LARGE. */
  requestBodyBytesMax: 65536,
  /** How long a body may take to arrive, 30 seconds. After that, 408 REQUEST_TIMEOUT, and the connection closes. */
  requestBodySeconds: 30,
  /** Longest X-Request-Id that is echoed. A longer one is replaced, never refused. */
  requestIdCharactersMax: 128,
  /** Generation requests of an account in any 60 seconds over all four generation operations; beyond it, 429. */
  generationRequestsPerMinute: 60,
  /** How long the Idempotency-Key of an accepted request is remembered, 24 hours, unless the operator sets another time. */
  idempotencyKeyRememberedSeconds: 86400,
  /** Length of an upload window, 15 minutes from the reservation. Bytes and completion must arrive within it. */
  uploadWindowSeconds: 900,
  /** Largest uploaded file, 20 MB counted as 20 * 1024 * 1024. A larger one is INVALID with FILE_TOO_LARGE. */
  uploadBytesMax: 20971520,
  /** Smallest uploaded file, the bytes of the smallest WebP of 16 by 16 pixels. A smaller one is no image and is INVALID with FILE_TOO_SMALL. */
  uploadBytesMin: 28,
  /** Shortest allowed side of an uploaded image. Below it, DIMENSIONS_OUT_OF_RANGE. */
  uploadSidePxMin: 16,
  /** Longest allowed side of an uploaded image. Above it, DIMENSIONS_OUT_OF_RANGE. */
  uploadSidePxMax: 8192,
  /** Most pixels (width times height) of an uploaded image, 40 megapixels. Above it, DIMENSIONS_OUT_OF_RANGE. */
  uploadPixelsMax: 40000000,
  /** Longest time for which a poll is held with Prefer, 30 seconds. A longer one is reduced to this. */
  heldPollSecondsMax: 30,
  /** Polls of an account that one process holds at one time, unless the operator sets another number; one more is answered immediately. */
  heldPollsMax: 100,
  /** Longest range of days whose usage one request returns, 92 days. A longer one is refused with 400. */
  usageDaysMax: 92,
  /** Uploads of an account that may be PENDING or INVALID within their window, unless the operator sets another number; beyond it, 429. */
  openUploadsMax: 100,
  /** Bytes of an account's READY uploads, 10 GB counted as 10 * 1024 * 1024 * 1024, unless the operator sets another number; beyond it, 409. */
  keptUploadsBytesMax: 10737418240,
  /** Bytes that a READY upload counts as at least, 4 KB, so that the number of tiny files is bounded too. */
  keptUploadBytesMin: 4096,
  /** How long a result link is valid, 60 minutes. Polling the task gives a fresh one. */
  resultLinkSeconds: 3600,
  /** How long a provider's link to an input image is valid, 30 minutes. Such links are never returned to a client. */
  generationInputLinkSeconds: 1800,
} as const

/** The size of each resolution: product, resolution, then which edge has how many pixels. */
export const resolutions = {
  'image.generate': {
    '1k': {
      edge: 'long',
      px: 1024,
    },
    '2k': {
      edge: 'long',
      px: 2048,
    },
    '4k': {
      edge: 'long',
      px: 4096,
    },
  },
  'image.transform': {
    hd: {
      edge: 'long',
      px: 1024,
    },
    fhd: {
      edge: 'long',
      px: 1280,
    },
  },
  'video.generate': {
    '480p': {
      edge: 'short',
      px: 480,
    },
    '512p': {
      edge: 'short',
      px: 512,
    },
    '720p': {
      edge: 'short',
      px: 720,
    },
    '1080p': {
      edge: 'short',
      px: 1080,
    },
  },
  'video.transform': {
    hd: {
      edge: 'short',
      px: 720,
    },
    fhd: {
      edge: 'short',
      px: 1080,
    },
  },
} as const

/** The HTTP status of each error code. */
export const errorStatuses = {
  INVALID_REQUEST: 400,
  INVALID_JSON: 400,
  ASSET_NOT_USABLE: 400,
  EFFECT_NOT_USABLE: 400,
  UPLOAD_NOT_RECEIVED: 400,
  UNAUTHENTICATED: 401,
  INSUFFICIENT_BALANCE: 402,
  KEY_NOT_PERMITTED: 403,
  KEY_LIMIT_REACHED: 403,
  ACCOUNT_NOT_ACTIVE: 403,
  NOT_FOUND: 404,
  TASK_NOT_FOUND: 404,
  UPLOAD_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  IDEMPOTENCY_CONFLICT: 409,
  TASK_NOT_CANCELLABLE: 409,
  STORAGE_LIMIT_REACHED: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  TOO_MANY_OPEN_TASKS: 429,
  TOO_MANY_OPEN_UPLOADS: 429,
  INTERNAL: 500,
  TIER_UNAVAILABLE: 503,
  SERVICE_UNAVAILABLE: 503,
} as const
