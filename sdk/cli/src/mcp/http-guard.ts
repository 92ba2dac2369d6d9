import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

interface Guard {
  readonly port: number
  readonly token: string | undefined
}

/**
 * Why a request is rejected; undefined if it is admitted. A web page must not use the server through its
 * user's browser: its Origin differs, and after DNS rebinding, where its own name resolves to this machine,
 * the Host does.
 */
export function rejectionOf(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { port, token }: Guard,
): { readonly status: number; readonly message: string } | undefined {
  const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`)
  if (!hosts.includes(headers.host ?? ''))
    return { status: 403, message: 'The Host header must be a name of this machine' }
  const { origin } = headers
  if (origin !== undefined && !hosts.some((host) => origin === `http://${host}`))
    return { status: 403, message: 'Web pages may not use this server' }
  if (token !== undefined && !isEqual(headers.authorization ?? '', `Bearer ${token}`))
    return { status: 401, message: 'The token is missing or wrong' }
  return undefined
}

/** Compares digests, whose length says nothing about the token's. */
function isEqual(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}
