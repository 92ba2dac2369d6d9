'use server'

import { cookies } from 'next/headers'
import { newSession, sessionCookie } from '../lib/session'

/**
 * In place of your own sign-in: gives a visitor a session that nobody can guess. Yours must also bound how
 * many of them one person gets, since each has its own share of the account's limits.
 */
export async function signIn(): Promise<void> {
  const jar = await cookies()
  jar.set(sessionCookie, newSession(), { httpOnly: true, sameSite: 'lax', maxAge: 30 * 24 * 3600 })
}
