/** What a person can do about an error: send it again, or change the request, its image or the key. */
export type NextStep = 'again' | 'edit' | 'smaller' | 'image' | 'key'

const steps: Readonly<Record<string, NextStep>> = {
  // The request.
  INVALID_REQUEST: 'edit',
  INVALID_INPUT: 'edit',
  EFFECT_NOT_USABLE: 'edit',
  TIER_UNAVAILABLE: 'edit',
  NO_PROVIDER_CONFIGURED: 'edit',
  PAYLOAD_TOO_LARGE: 'edit',
  INSUFFICIENT_BALANCE: 'smaller',
  KEY_LIMIT_REACHED: 'smaller',
  // Its image.
  ASSET_NOT_USABLE: 'image',
  UPLOAD_NOT_RECEIVED: 'image',
  UPLOAD_NOT_FOUND: 'image',
  UPLOAD_EXPIRED: 'image',
  UNSUPPORTED_FORMAT: 'image',
  CONTENT_TYPE_MISMATCH: 'image',
  FILE_TOO_LARGE: 'image',
  FILE_TOO_SMALL: 'image',
  DIMENSIONS_OUT_OF_RANGE: 'image',
  CONTENT_REFUSED: 'image',
  UploadTransferError: 'image',
  // The account.
  UNAUTHENTICATED: 'key',
  KEY_NOT_PERMITTED: 'key',
  ACCOUNT_NOT_ACTIVE: 'key',
  ORIGIN_NOT_ALLOWED: 'key',
}

/** The step that leads on from an error; sending it again for whatever is not known better. */
export function nextStepOf(code: string | undefined): NextStep {
  return (code !== undefined && Object.hasOwn(steps, code) ? steps[code] : undefined) ?? 'again'
}

/** Errors of the way to the service, which end by themselves once it is there again. */
export function isOutage(code: string | undefined): boolean {
  return code === 'ConnectionError' || code === 'RequestTimeoutError' || code === 'SERVICE_UNAVAILABLE'
}
