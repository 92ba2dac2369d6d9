import type { IncomingMessage } from 'node:http'
import { singleHeader } from './header-values.js'

/** Far longer than any issued key, and short enough to look up cheaply. */
const keyCharactersMax = 256

/**
 * The API key of an Authorization header: one header, the scheme Bearer in any case, one token. undefined for
 * anything else, so that every kind of invalid header gets the same response.
 */
export function apiKeyOf(request: Pick<IncomingMessage, 'rawHeaders'>): string | undefined {
  const header = singleHeader(request, 'authorization')
  if (header === undefined) return undefined
  const token = /^bearer +([\w~+/.-]+=*)$/i.exec(header)?.[1]
  return token !== undefined && token.length <= keyCharactersMax ? token : undefined
}
