import { parseJson } from '../edge/parse-json.ts'
import { ServiceError } from '../errors/service-error.ts'

/**
 * The JSON that texts hold, or files of that type: a Blob is the only way in which a browser can say which one a part of a form has.
 * Throws INVALID_REQUEST for what is none.
 */
export function jsonOfTexts(
  { name, isList }: { readonly name: string; readonly isList?: boolean },
  sent: unknown,
): unknown {
  if (sent === undefined) return undefined
  const values = [sent].flat().map((one) => jsonOf(name, one))
  const [only] = values
  return values.length > 1 || (isList && !Array.isArray(only)) ? values : only
}

function jsonOf(name: string, sent: unknown): unknown {
  const bytes = typeof sent === 'string' ? Buffer.from(sent) : bytesOf(Object(sent))
  // What another handler has read is no text any more.
  if (bytes === undefined) return sent
  try {
    return parseJson(bytes)
  } catch (cause) {
    const details = [{ path: `/${name}`, message: 'must be JSON' }]
    throw new ServiceError('INVALID_REQUEST', { details, cause })
  }
}

/** The bytes of a file, of which those of another type are no JSON. */
function bytesOf({ bytes, mediaType }: { readonly bytes?: unknown; readonly mediaType?: unknown }) {
  if (!(bytes instanceof Uint8Array)) return undefined
  return /[/+]json$/i.test(String(mediaType)) ? bytes : new Uint8Array()
}
