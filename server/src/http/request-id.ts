import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { limits } from '../generated/limits.js'

const usable = new RegExp(`^[!-~]{1,${limits.requestIdCharactersMax}}$`)

/**
 * The id that a request goes by: the client's own X-Request-Id when it is 1 to 128 visible ASCII characters, else a new
 * one. A header that was sent twice counts as unusable, because nobody could tell which of the two is meant.
 */
export function requestIdOf(request: Pick<IncomingMessage, 'headersDistinct'>): string {
  const [sent, ...others] = request.headersDistinct['x-request-id'] ?? []
  return sent !== undefined && others.length === 0 && usable.test(sent) ? sent : newRequestId()
}

/** 32 hex digits. A UUID's, for those come out of a store of random bytes; fetching 16 a request cost 3 % of an acceptance. */
export function newRequestId(): string {
  return randomUUID().replaceAll('-', '')
}
