import { toHex } from '../core/hex.js'

/** The id that the caller gave its request in `X-Request-Id`, or a new one. */
export function requestIdOf(given: unknown): string {
  if (typeof given === 'string' && /^[!-~]{1,128}$/.test(given)) return given
  return toHex(crypto.getRandomValues(new Uint8Array(16)))
}
