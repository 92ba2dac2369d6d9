import { toHex } from './hex.js'

export const keyHeader = 'idempotency-key'

/** A random key. `randomUUID` is missing from browsers on pages that are not secure. */
export function createIdempotencyKey(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(16)))
}
