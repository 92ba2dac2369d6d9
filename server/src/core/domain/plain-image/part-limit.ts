import { UnusableImageError } from './unusable-image-error.ts'

/** Encoders write 8 KB or more at a time: 32,000 parts make 256 MB. */
const partsMax = 100_000

/**
 * Throws an UnusableImageError for more segments of a JPEG, or chunks of a PNG or WebP, than encoders write: walking
 * over millions of empty ones takes seconds, and listing them gigabytes.
 */
export function checkPartCount(count: number): void {
  if (count > partsMax) throw new UnusableImageError(`An image of more than ${partsMax} segments or chunks.`)
}
