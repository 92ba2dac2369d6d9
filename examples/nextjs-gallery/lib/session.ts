import 'server-only'
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'

/** The name of the cookie that tells one visitor from another. */
export const sessionCookie = 'session'

const cookiePattern = new RegExp(`(?:^|; )${sessionCookie}=([^;]*)`)

/** A cookie for a new visitor: an id with its signature, so that nobody can make up sessions. */
export function newSession(): string {
  const id = randomUUID()
  return `${id}.${signatureOf(id)}`
}

/** In place of your own session: the id of who is signed in, undefined for nobody. */
export function sessionOf(headers: Headers): string | undefined {
  return sessionIn(cookiePattern.exec(headers.get('cookie') ?? '')?.[1])
}

/** The same, of the cookie's value. */
export function sessionIn(cookie = ''): string | undefined {
  const [, id = '', signature = ''] = /^([\da-f-]{36})\.([\w-]+)$/.exec(cookie) ?? []
  const expected = Buffer.from(signatureOf(id))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined
}

/** By the API key, which only this server has: a setting less. Another key ends all sessions. */
function signatureOf(id: string): string {
  const key = process.env.MEDIAGEN_API_KEY
  if (!key) throw new Error('MEDIAGEN_API_KEY is not set')
  return createHmac('sha256', key).update(`session ${id}`).digest('base64url')
}
