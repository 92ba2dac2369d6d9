import { ServiceError } from '../errors/service-error.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The JSON value that the bytes hold. Throws INVALID_JSON if they are no JSON in UTF-8. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch (cause) {
    throw new ServiceError('INVALID_JSON', { cause })
  }
}
