import { createEarlyError } from '../errors/api-error.js'
import { toHex } from './hex.js'

export const keyHeader = 'idempotency-key'

/**
 * How long a generation that may have been accepted is sent again: the service remembers its key for a day,
 * and a later attempt would be charged again. The rest is for clocks that are wrong.
 */
export const repeatableMs = 12 * 3_600_000

/** With these the service responds after it has looked the key up: no task was accepted under it. */
export const conclusiveStatuses: readonly number[] = [400, 402, 409, 413, 415, 422]

/** A random key. `randomUUID` is missing from browsers on pages that are not secure. */
export function createIdempotencyKey(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(16)))
}

/** Visible ASCII, since a header carries nothing else unchanged, in at most the contract's 128 characters. */
const keyPattern = /^[!-~]{1,128}$/

/** Throws InvalidRequestError for a key that no header carries unchanged. */
export function checkIdempotencyKey(key: unknown): void {
  if (typeof key === 'string' && keyPattern.test(key)) return
  const [path, message] = ['idempotencyKey', 'must have 1 to 128 visible ASCII characters']
  throw createEarlyError(400, 'INVALID_REQUEST', `${path} ${message}`, [{ path, message }])
}
