import { MediagenError } from '../errors/mediagen-error.js'

/** Visible ASCII. Platforms quote anything else that a header cannot carry in their errors. */
const keyPattern = /^[!-~]*$/

/**
 * An API key without surrounding white space. Throws MediagenError for one that no header can carry; the
 * message does not contain the key.
 */
export function checkKey(key: string): string {
  const trimmed = key.trim()
  if (keyPattern.test(trimmed)) return trimmed
  throw new MediagenError('apiKey (or MEDIAGEN_API_KEY) has a character that no header takes')
}
