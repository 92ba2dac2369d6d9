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
 * @param {string} path below /admin/api
 * @param {Record<string, string | null | undefined>} [query]
 */
export async function get(path, query = {}) {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const search = new URLSearchParams(given).toString()
  return send(search === '' ? path : `${path}?${search}`, {})
}

/**
 * Sends a change. A change that must not happen twice uses the key that was created with its form: sent again
 * after a lost response or a double click, it names the same action.
 * @param {string} path
 * @param {object} [body]
 * @param {string} [idempotencyKey]
 */
export async function post(path, body = {}, idempotencyKey = undefined) {
  return send(path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    },
    body: JSON.stringify(body),
  })
}

/** A random key; `crypto.randomUUID` is missing where a page is served without TLS. */
export function newIdempotencyKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * @param {string} path
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
