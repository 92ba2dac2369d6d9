import { MediagenError } from './errors/mediagen-error.js'
import { sha256Hex } from './hex.js'

/**
 * An idempotency key derived from the request: equal requests give equal keys, whatever the order of their fields;
 * undefined fields do not count. Rejects where `crypto.subtle` is missing.
 */
export async function contentKey(product: string, body: object): Promise<string> {
  const fields = Object.entries(body).filter(([, value]) => value !== undefined)
  const text = JSON.stringify([product, fields.sort(([one], [other]) => (one < other ? -1 : 1))])
  const hash = await sha256Hex(new TextEncoder().encode(text))
  if (hash === undefined) throw new MediagenError('dedupe needs a page that came over https')
  return hash
}
