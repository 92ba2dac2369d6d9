// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

/**
 * @minLength 1
 * @maxLength 128
 * @pattern ^[!-~]+$
 */
export type XRequestIdHeader = string

export type WWWAuthenticateHeader = 'Bearer'

export type RetryAfterHeader = string

export type IdempotencyReplayedHeader = 'true' | 'false'

/** @pattern ^W/"[!#-~]{1,64}"$ */
export type ETagHeader = string

/** @pattern ^wait=([0-9]|[12][0-9]|30)$ */
export type PreferenceAppliedHeader = string
