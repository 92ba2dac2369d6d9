/** Scheme and host of the absolute form (RFC 9112, section 3.2.2); user names are no part of an http address. */
const schemeAndHost = /^https?:\/\/(?:[^\s/?#@[\]\\]+|\[[\da-f:.]+\](?::\d*)?)(?=[/?]|$)/i

/**
 * The target of a request as path and query, which all that follows relies on; undefined for a target that is in none of the
 * forms of RFC 9112. Express answers a target that it cannot parse by itself, in HTML and without a request id.
 */
export function originForm(target: string): string | undefined {
  if (target.includes('#')) return undefined
  if (target.startsWith('/') || target === '*') return target
  const prefix = schemeAndHost.exec(target)?.[0]
  if (prefix === undefined) return undefined
  const rest = target.slice(prefix.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}
