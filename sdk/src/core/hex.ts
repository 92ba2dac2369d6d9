/** Bytes in hexadecimal. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The SHA-256 of bytes in hexadecimal; undefined on a page without https, where browsers have no
 * `crypto.subtle`.
 */
export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  // The types declare it as always present.
  const subtle: SubtleCrypto | undefined = crypto.subtle
  return subtle && toHex(new Uint8Array(await subtle.digest('SHA-256', bytes)))
}

type SubtleCrypto = typeof crypto.subtle
