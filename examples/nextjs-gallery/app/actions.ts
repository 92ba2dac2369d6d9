'use server'

import { cookies } from 'next/headers'
import { visitorClient } from '../lib/service'
import { newSession, sessionCookie } from '../lib/session'

/**
 * In place of your own sign-in: gives a visitor a session that nobody can guess. Yours must also bound how
 * many of them one person gets, since each has its own share of the account's limits.
 */
export async function signIn(): Promise<void> {
  const jar = await cookies()
  jar.set(sessionCookie, newSession(), { httpOnly: true, sameSite: 'lax', maxAge: 30 * 24 * 3600 })
}

// #region order
/**
 * Orders on the server, as the visitor; resolves to the task's id. The page makes the key before it calls, and
 * calls with the same key again if the response is lost: charged once.
 */
export async function order(prompt: string, idempotencyKey: string): Promise<string> {
  const client = await visitorClient()
  const { id } = await client.images.generate({ prompt }, { idempotencyKey })
  return id
}
// #endregion order
