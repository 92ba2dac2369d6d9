/** Scheme and host of the absolute form (RFC 9112, section 3.2.2); an http URL has no user name. */
const schemeAndHost = /^https?:\/\/(?:[^\s/?#@[\]\\]+|\[[\da-f:.]+\](?::\d*)?)(?=[/?]|$)/i

/**
 * The target of a request as path and query, on which all later steps rely; undefined if it has none of the
 * forms of RFC 9112. Express would respond to an unparsable target itself, in HTML and without a request id.
 */
export function originForm(target: string): string | undefined {
  if (target.includes('#')) return undefined
  if (target.startsWith('/') || target === '*') return target
  const prefix = schemeAndHost.exec(target)?.[0]
  if (prefix === undefined) return undefined
  const rest = target.slice(prefix.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}
