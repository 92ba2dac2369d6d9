import type { IncomingMessage } from 'node:http'
import { parse } from 'node:querystring'

const noQuery = {}

/**
 * The query of a request: a text for each name, a list for one that was sent several times. Read from the
 * URL, because an app around this one may have a parser of its own.
 */
export function queryOf({ url = '' }: Pick<IncomingMessage, 'url'>): Readonly<Record<string, unknown>> {
  const at = url.indexOf('?')
  return at < 0 ? noQuery : parse(url.slice(at + 1))
}
