import { ServiceError } from '@mediagen/contract/errors'
import type { Request, RequestHandler } from 'express'
import { OperatorError } from '../../core/domain/operator-error.ts'
import type { FailedSignIns } from './failed-sign-ins.ts'
import type { Sessions } from './sessions.ts'

declare global {
  namespace Express {
    interface Request {
      /** Who acts on the operator's page, as the audit table names them; set once it is known. */
      operator?: string
    }
  }
}

export interface AccessDependencies {
  readonly sessions: Sessions
  readonly failedSignIns: FailedSignIns
}

/** The address of the client, as far as TRUST_PROXY tells; without it that of the connection, which nobody can forge. */
export function addressOf(request: Request): string {
  return request.ip ?? 'unknown'
}

/**
 * Admits only the owner of the token or of a session. Throws NOT_SIGNED_IN, and TOO_MANY_SIGN_INS for an
 * address that has sent too many wrong tokens and sends another one.
 */
export function requireOperator({ sessions, failedSignIns }: AccessDependencies): RequestHandler {
  return (request, _response, next) => {
    const { authorization } = request.headers
    const address = addressOf(request)
    if (authorization !== undefined) {
      const [, token] = /^Bearer ([!-~]+)$/i.exec(authorization) ?? []
      checkToken({ sessions, failedSignIns }, address, token)
      request.operator = `admin token from ${address}`
      return next()
    }
    const session = sessions.find(request)
    if (session === undefined)
      throw new OperatorError('NOT_SIGNED_IN', 'Sign in with the value of ADMIN_TOKEN.')
    if (request.method === 'POST') requireOwnPage(request)
    request.operator = pageOperator(session, address)
    next()
  }
}

/** How the audit table names a session: by a part of its id, which is not secret. */
export function pageOperator(session: string, address: string): string {
  return `page session ${session.slice(0, 8)} from ${address}`
}

/**
 * Throws unless the token is right. The right one is always accepted: it is too long to be guessed, and a
 * page that sends wrong ones from the operator's own browser must not lock the operator out.
 */
export function checkToken(
  { sessions, failedSignIns }: AccessDependencies,
  address: string,
  token: string | undefined,
): void {
  if (token !== undefined && sessions.isToken(token)) return
  const seconds = failedSignIns.retryAfterSeconds(address)
  if (seconds !== undefined)
    throw new OperatorError(
      'TOO_MANY_SIGN_INS',
      `Too many wrong tokens from this address; try again in ${seconds} seconds.`,
      seconds,
    )
  failedSignIns.note(address)
  throw new OperatorError('NOT_SIGNED_IN', 'This is not the value of ADMIN_TOKEN.')
}

/** Rejects what a browser sends for a page of another origin, with or without a cookie. */
export const rejectOtherOrigins: RequestHandler = (request, _response, next) => {
  if (senderOf(request) === 'other page') throw crossOrigin()
  next()
}

/**
 * A request authenticated by a cookie must prove that it comes from the page: SameSite excludes other sites,
 * but not other ports and subdomains of this one.
 */
export function requireOwnPage(request: Request): void {
  if (senderOf(request) !== 'own page') throw crossOrigin()
}

/** Changes are sent as JSON, which a form of another site cannot send without a preflight. */
export const requireJson: RequestHandler = (request, _response, next) => {
  const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '')
  if (request.method === 'POST' && !isJson) throw new ServiceError('UNSUPPORTED_MEDIA_TYPE')
  next()
}

function crossOrigin(): OperatorError {
  return new OperatorError('CROSS_ORIGIN', 'Only the page at /admin may send this.')
}

/**
 * Browsers send Sec-Fetch-Site, which no page can set; over plain HTTP from another machine they send Origin
 * alone. Origin is compared with Host and not with PUBLIC_URL, because a page may be reached through a
 * forwarded port.
 */
function senderOf({ headers }: Request): 'own page' | 'other page' | 'no page' {
  const { origin, host, 'sec-fetch-site': site } = headers
  if (site === 'same-origin') return 'own page'
  if (site !== undefined) return site === 'none' ? 'no page' : 'other page'
  if (origin === undefined) return 'no page'
  const own = `http://${host}`
  const isOwn = URL.canParse(origin) && URL.canParse(own) && new URL(origin).host === new URL(own).host
  return isOwn ? 'own page' : 'other page'
}
