import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { randomText } from '../ids.ts'
import type { Usd } from '../money/usd.ts'
import type { ProductName } from '../products.ts'

/** What an operator allows a key to do; a property that is missing does not restrict it. */
export interface KeyProperties {
  readonly name?: string | undefined
  readonly expiresAtMs?: number | undefined
  /** The only products that it may order. */
  readonly products?: readonly ProductName[] | undefined
  /** It may then not order, upload or cancel. */
  readonly isReadOnly?: boolean | undefined
  /** A rate of generation requests below that of the account. */
  readonly requestsPerMinute?: number | undefined
  /** What its orders may cost on one UTC day. */
  readonly dayLimit?: Usd | undefined
  /** What all its orders may cost together. */
  readonly totalLimit?: Usd | undefined
}

/** Characters of a key's name at most. */
export const keyNameCharactersMax = 100

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const idCharacters = 12
const secretCharacters = 32
const checksumCharacters = 6
const prefix = 'mgk_'
const keyPattern = new RegExp(
  `^(${prefix}[0-9a-z]{${idCharacters}}_[0-9A-Za-z]{${secretCharacters}})([0-9A-Za-z]{${checksumCharacters}})$`,
)

/**
 * A new API key in clear text (shown once) with its public id and the stored hash. It is one word of letters,
 * digits and underscores, and ends with a checksum: a search for leaked keys can verify what it found.
 */
export function newApiKey(): { keyId: string; apiKey: string; hash: Buffer } {
  const keyId = randomText(idCharacters)
  const secret = `${prefix}${keyId}_${randomText(secretCharacters, base62)}`
  const apiKey = `${secret}${checksumOf(secret)}`
  return { keyId, apiKey, hash: hashApiKey(apiKey) }
}

/** False for a mistyped or invented key, which needs no look-up. Older keys, without a checksum, may exist. */
export function mayBeApiKey(text: string): boolean {
  if (!text.startsWith(prefix)) return true
  const [, secret, checksum] = keyPattern.exec(text) ?? []
  return secret !== undefined && checksumOf(secret) === checksum
}

/** SHA-256 suffices: a key has 190 random bits or more, so a slow hash would add nothing. */
export function hashApiKey(apiKey: string): Buffer {
  return hash('sha256', apiKey, 'buffer')
}

/** The CRC-32 of everything before it, in base 62 with leading zeros. */
function checksumOf(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let index = 0; index < checksumCharacters; index += 1) {
    digits = base62.charAt(rest % base62.length) + digits
    rest = Math.floor(rest / base62.length)
  }
  return digits
}
