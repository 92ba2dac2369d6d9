const name = 'session'

/** The name of the cookie that tells one visitor from another. */
export const sessionCookie = name

/** In place of your own session: the id of who is signed in, undefined for nobody. */
export function sessionOf(headers: Headers): string | undefined {
  return new RegExp(`(?:^|; )${name}=([\\w-]{36})(?:;|$)`).exec(headers.get('cookie') ?? '')?.[1]
}
