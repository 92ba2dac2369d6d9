/** @import { Requests } from '../src/operator/operations/operations.ts' */

/** A refusal of the service: its message is for people, its details name fields. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {{ code?: string, message?: string, details?: { path: string, message: string }[] }} body
   */
  constructor(status, { code = 'UNKNOWN', message = `The service answered ${status}.`, details = [] }) {
    super([message, ...details.map((detail) => `${detail.path.slice(1)}: ${detail.message}`)].join(' '))
    this.status = status
    this.code = code
  }
}

/**
 * Sends a request of the table of operations. An action that must not happen twice has the key that was created with
 * its form: sent again after a lost response or a double click, it names the same action.
 * @template {keyof Requests} Name
 * @param {Name} name
 * @param {Requests[Name]['input']} input
 * @returns {Promise<Requests[Name]['output']>}
 */
export async function request(name, input) {
  const { idempotencyKey, ...given } = /** @type {Record<string, string>} */ (input)
  const [method, template = ''] = name.split(' ')
  const path = template.replaceAll(/\{(\w+)\}/g, (_, part) => encodeURIComponent(given[part] ?? ''))
  const fields = Object.entries(given).filter(([part]) => !template.includes(`{${part}}`))
  if (method === 'POST') return post(path, Object.fromEntries(fields), idempotencyKey)
  const query = new URLSearchParams(fields.filter(([, value]) => value)).toString()
  return send(query === '' ? path : `${path}?${query}`, {})
}

/** @returns {Promise<boolean>} */
export async function hasSession() {
  const session = await send('/session', {})
  return session.isSignedIn
}

/** @param {string} token */
export async function beginSession(token) {
  await post('/sign-in', { token })
}

export async function endSession() {
  await post('/sign-out', {})
}

/** A random key; `crypto.randomUUID` is missing where a page is served without TLS. */
export function newIdempotencyKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * @param {string} path
 * @param {object} body
 * @param {string} [idempotencyKey]
 */
function post(path, body, idempotencyKey) {
  return send(path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    },
    body: JSON.stringify(body),
  })
}

/**
 * @param {string} path below /admin/api
 * @param {RequestInit} init
 */
async function send(path, init) {
  const response = await fetch(`/admin/api${path}`, { ...init, credentials: 'same-origin' }).catch(() => {
    throw new ApiError(0, { message: 'The service did not answer. Nothing is lost: try again.' })
  })
  const answer = await response.json().catch(() => ({}))
  if (response.ok) return answer
  const error = new ApiError(response.status, answer)
  if (error.code === 'NOT_SIGNED_IN' && path !== '/sign-in')
    document.dispatchEvent(new CustomEvent('signed-out'))
  throw error
}
