import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { EdgeLimits } from '../facts.ts'
import { singleHeader } from './header-values.ts'

/**
 * Reads the id of a request: the client's own if it is visible ASCII characters and not too long, else a new one. A
 * repeated header is invalid, because it is unclear which value is meant.
 */
export function requestIds(
  requestIdHeader: string,
  { requestIdCharactersMax }: EdgeLimits,
): (request: Pick<IncomingMessage, 'rawHeaders'>) => string {
  const header = requestIdHeader.toLowerCase()
  const usable = new RegExp(`^[!-~]{1,${requestIdCharactersMax}}$`)
  return (request) => {
    const sent = singleHeader(request, header)
    return sent !== undefined && usable.test(sent) ? sent : newRequestId()
  }
}

/**
 * 32 hex digits, taken from a UUID because Node pools random bytes for those; fetching 16 per request cost 3
 * % of an acceptance.
 */
export function newRequestId(): string {
  return randomUUID().replaceAll('-', '')
}
