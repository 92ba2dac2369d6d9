import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Request, Response } from 'express'

/** A working day; there is no renewal, so a stolen cookie ends with it. */
const sessionMs = 8 * 3_600_000
const cookieName = 'mediagen_admin'
const cookiePath = '/admin'

export interface Sessions {
  /** Compares in constant time: neither length nor content of the token shows in the duration. */
  isToken(given: string): boolean
  /** Makes a session; `begin` hands it to the browser that receives the response. */
  create(): { readonly id: string; begin(response: Response): void }
  /** The id of a request's session; undefined if there is none, or it has expired or is forged. */
  find(request: Request): string | undefined
  /** Removes the cookie. A copy of it stays valid until it expires, or the token or secret is replaced. */
  end(response: Response): void
}

/**
 * Stateless sessions, so that every API process accepts those of the others: an id and its expiry, signed
 * with a key derived from SIGNING_SECRET and ADMIN_TOKEN. Replacing either ends all of them, unless the secret
 * stays valid as the previous one.
 */
export function createSessions(options: {
  readonly token: string
  readonly signingSecret: string
  /** Another secret whose sessions are accepted, while it is being replaced. */
  readonly previousSecret?: string | undefined
  /** Whether the cookie is for HTTPS alone. */
  readonly isSecure: boolean
  readonly nowMs: () => number
}): Sessions {
  const { token, signingSecret, previousSecret, isSecure, nowMs } = options
  const tokenHash = hash('sha256', token, 'buffer')
  const keyOf = (secret: string): Buffer =>
    createHmac('sha256', secret).update('operator session\0').update(tokenHash).digest()
  const key = keyOf(signingSecret)
  const keys = previousSecret === undefined ? [key] : [key, keyOf(previousSecret)]
  const cookie = { httpOnly: true, sameSite: 'strict', secure: isSecure, path: cookiePath } as const

  function verify(value: string): string | undefined {
    const [, terms = '', id, expiresAtMs, signature = ''] =
      /^(([0-9a-f]{32})\.(\d{1,15}))\.([\w-]{43})$/.exec(value) ?? []
    const given = Buffer.from(signature, 'base64url')
    const isSignedBy = (one: Buffer): boolean => {
      const expected = signatureOf(one, terms)
      return given.length === expected.length && timingSafeEqual(given, expected)
    }
    if (!keys.some(isSignedBy)) return undefined
    return nowMs() < Number(expiresAtMs) ? id : undefined
  }

  return {
    isToken: (given) => timingSafeEqual(hash('sha256', given, 'buffer'), tokenHash),
    create() {
      const id = randomBytes(16).toString('hex')
      const terms = `${id}.${nowMs() + sessionMs}`
      const value = `${terms}.${signatureOf(key, terms).toString('base64url')}`
      return {
        id,
        begin: (response) => void response.cookie(cookieName, value, { ...cookie, maxAge: sessionMs }),
      }
    },
    find(request) {
      for (const value of cookiesOf(request)) {
        const id = verify(value)
        if (id !== undefined) return id
      }
      return undefined
    },
    end: (response) => void response.clearCookie(cookieName, cookie),
  }
}

function signatureOf(key: Buffer, terms: string): Buffer {
  return createHmac('sha256', key).update(terms).digest()
}

/** Every cookie of that name: a neighbouring host may have set one as well. */
function cookiesOf(request: Request): string[] {
  return (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${cookieName}=`))
    .map((pair) => pair.slice(cookieName.length + 1))
}
