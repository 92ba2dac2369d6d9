import type { IncomingMessage } from 'node:http'

/** Far longer than any key that is issued, and short enough to be looked up without a thought. */
const keyCharactersMax = 256

/**
 * The API key of an Authorization header: one header, the scheme Bearer in any case, one token. undefined for anything
 * else, so that every kind of bad header answers alike.
 */
export function apiKeyOf(request: Pick<IncomingMessage, 'headersDistinct'>): string | undefined {
  const [header, ...others] = request.headersDistinct.authorization ?? []
  if (header === undefined || others.length > 0) return undefined
  const token = /^bearer +([\w~+/.-]+=*)$/i.exec(header)?.[1]
  return token !== undefined && token.length <= keyCharactersMax ? token : undefined
}
