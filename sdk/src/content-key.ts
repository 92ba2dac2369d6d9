import { MediagenError } from './errors/mediagen-error.js'
import { hashOf } from './hex.js'

/**
 * An idempotency key that says what is asked for: the same for the same request, in whatever order its fields are
 * given, and whether one that has no value is given at all. Rejects where there is no cryptography.
 */
export async function contentKey(product: string, body: object): Promise<string> {
  const fields = Object.entries(body).filter(([, value]) => value !== undefined)
  const text = JSON.stringify([product, fields.sort(([one], [other]) => (one < other ? -1 : 1))])
  const hash = await hashOf(new TextEncoder().encode(text))
  if (hash === undefined) throw new MediagenError('dedupe needs a page that came over https')
  return hash
}
