import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SignedLink } from '../../core/ports/signed-files.ts'

/** Texts that are safe in a header and within quotes. */
const plainText = /^[ !#-[\]-~]*$/

/** In the order in which `verifyLink` reads them. */
const parameters = ['type', 'name', 'expires', 'signature'] as const

/** The query of a link: the terms in plain text and an HMAC-SHA-256 over method, key and terms. */
export function signLink(secret: string, link: SignedLink): string {
  const query = new URLSearchParams({
    type: link.contentType,
    name: link.fileName,
    expires: String(link.expiresAtMs),
  })
  query.set('signature', signatureOf(secret, link))
  return query.toString()
}

/** The terms of a request's link by any of the secrets, or why it is invalid. Compares in constant time. */
export function verifyLink(
  secrets: readonly string[],
  request: { method: 'PUT' | 'GET'; key: string; query: URLSearchParams; nowMs: number },
): SignedLink | 'forged' | 'expired' {
  const [contentType, fileName, expires, signature] = parameters.map((name) => onlyValue(request.query, name))
  if (contentType === undefined || fileName === undefined || expires === undefined) return 'forged'
  const { method, key } = request
  const link: SignedLink = { method, key, contentType, fileName, expiresAtMs: Number(expires) }
  const given = Buffer.from(signature ?? '', 'latin1')
  const isSignedBy = (secret: string): boolean => {
    const expected = Buffer.from(signatureOf(secret, link), 'latin1')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  if (!secrets.some(isSignedBy)) return 'forged'
  if (!isUsable(link) || String(link.expiresAtMs) !== expires) return 'forged'
  return request.nowMs >= link.expiresAtMs ? 'expired' : link
}

/** If a parameter is sent twice, a proxy could read the other one. */
function onlyValue(query: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = query.getAll(name)
  return others.length === 0 ? value : undefined
}

/** NaN would never expire and is signed like Infinity; type and name become response headers. */
function isUsable({ contentType, fileName, expiresAtMs }: SignedLink): boolean {
  return Number.isSafeInteger(expiresAtMs) && plainText.test(contentType) && plainText.test(fileName)
}

function signatureOf(secret: string, link: SignedLink): string {
  const terms = JSON.stringify([link.method, link.key, link.contentType, link.fileName, link.expiresAtMs])
  return createHmac('sha256', secret).update(terms).digest('base64url')
}
