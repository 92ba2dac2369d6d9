import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { limits } from '../generated/limits.js'
import { requestIdHeader } from '../generated/request-context.js'
import { singleHeader } from './header-values.js'

const header = requestIdHeader.toLowerCase()
const usable = new RegExp(`^[!-~]{1,${limits.requestIdCharactersMax}}$`)

/**
 * The id of a request: the client's own if it is 1 to 128 visible ASCII characters, else a new
 * one. A repeated header is invalid, because it is unclear which value is meant.
 */
export function requestIdOf(request: Pick<IncomingMessage, 'rawHeaders'>): string {
  const sent = singleHeader(request, header)
  return sent !== undefined && usable.test(sent) ? sent : newRequestId()
}

/**
 * 32 hex digits, taken from a UUID because Node pools random bytes for those; fetching 16 per request cost 3
 * % of an acceptance.
 */
export function newRequestId(): string {
  return randomUUID().replaceAll('-', '')
}
