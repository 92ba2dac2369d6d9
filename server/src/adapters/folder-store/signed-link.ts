import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SignedLink } from '../../ports/signed-files.js'

/** The query of a link: the terms in clear and an HMAC-SHA-256 over method, key and terms. */
export function signLink(secret: string, link: SignedLink): string {
  const query = new URLSearchParams({
    type: link.contentType,
    name: link.fileName,
    expires: String(link.expiresAtMs),
  })
  query.set('signature', signatureOf(secret, link))
  return query.toString()
}

/** The terms of a request's link, or why it does not stand. Compares in constant time. */
export function verifyLink(
  secret: string,
  request: { method: 'PUT' | 'GET'; key: string; query: URLSearchParams; nowMs: number },
): SignedLink | 'forged' | 'expired' {
  const link: SignedLink = {
    method: request.method,
    key: request.key,
    contentType: request.query.get('type') ?? '',
    fileName: request.query.get('name') ?? '',
    expiresAtMs: Number(request.query.get('expires') ?? Number.NaN),
  }
  const given = Buffer.from(request.query.get('signature') ?? '', 'latin1')
  const expected = Buffer.from(signatureOf(secret, link), 'latin1')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged'
  return request.nowMs >= link.expiresAtMs ? 'expired' : link
}

function signatureOf(secret: string, link: SignedLink): string {
  const terms = JSON.stringify([link.method, link.key, link.contentType, link.fileName, link.expiresAtMs])
  return createHmac('sha256', secret).update(terms).digest('base64url')
}
