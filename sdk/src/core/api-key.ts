import { MediagenError } from '../errors/mediagen-error.js'

/** Visible ASCII. What else a header cannot carry, platforms quote in their errors. */
const keyPattern = /^[!-~]*$/

/**
 * An API key without the white space around it. Throws MediagenError for one that no header can carry; the
 * key is not part of the message.
 */
export function checkKey(key: string): string {
  const trimmed = key.trim()
  if (keyPattern.test(trimmed)) return trimmed
  throw new MediagenError('apiKey (or MEDIAGEN_API_KEY) has a character that no header takes')
}
