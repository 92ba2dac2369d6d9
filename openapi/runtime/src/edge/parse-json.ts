import { ServiceError } from '../errors/service-error.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The JSON value that the bytes hold, with whole numbers beyond 2^53 as bigints where they are to be exact. Throws INVALID_JSON if
 * they are no JSON in UTF-8.
 */
export function parseJson(bytes: Uint8Array, isExact = false): unknown {
  try {
    return JSON.parse(utf8.decode(bytes), isExact ? exactNumber : undefined)
  } catch (cause) {
    throw new ServiceError('INVALID_JSON', { cause })
  }
}

/** For JSON.parse: a whole number that a number would round is a bigint. */
export function exactNumber(
  _name: string,
  value: unknown,
  { source = '' }: { readonly source?: string } = {},
) {
  const isRounded = typeof value === 'number' && !Number.isSafeInteger(value)
  return isRounded && /^-?\d{16,19}$/.test(source) ? BigInt(source) : value
}
