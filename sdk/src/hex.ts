/** Bytes as text, two characters each. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The SHA-256 of some bytes; undefined on a page that did not come over https, where browsers have no cryptography. */
export async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  // Said to be always there by the types.
  const subtle: SubtleCrypto | undefined = crypto.subtle
  return subtle && toHex(new Uint8Array(await subtle.digest('SHA-256', bytes)))
}

type SubtleCrypto = typeof crypto.subtle
