/** 128 random bits in hexadecimal; unlike `crypto.randomUUID`, also for a page of plain HTTP. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
